/**
 * Call to effects: what a call would really do. The one entrance for every tool of every agent.
 *
 * INVARIANT: leaves nothing out: what cannot be read becomes an `unknown` effect. An input that fails when it is looked
 * at throws; `gate/engine` answers for that.
 */

import type { Call, Kind } from '../engine/call.ts'
import type { Connect, Danger, Effect, Reading, Unknown, Use } from '../engine/effect.ts'
import { translate } from '../vocabulary/translate.ts'
import type { Translated } from '../vocabulary/translate.ts'
import { claimedDangers, isReadOnlyByTrust } from './annotations.ts'
import type { ReadContext } from './context.ts'
import { consult } from './custom-tool.ts'
import type { CheckContext, Consulted, CustomTool } from './custom-tool.ts'
import { fileEffect } from './file.ts'
import { readShell } from './shell/read.ts'
import { readUrl } from './url.ts'
import type { ConnectTarget } from './url.ts'

const EVERYTHING: Unknown['could'] = ['run', 'read', 'write', 'connect']

export function readCall(given: Call, context: ReadContext): Reading {
  const call = withParsedInput(given)
  const custom = context.tools.get(call.tool)
  if (custom !== undefined) return readCustom(call, custom, context)
  const translated = translate(call, context.mcpServers)
  const effects: Effect[] = []
  const dangers: Danger[] = []
  const cwd = workingDirectory(translated, context, effects)
  if (translated.problem !== undefined) effects.push(unknown(translated.problem, couldBe(translated.kind)))
  if (translated.command !== undefined) {
    const shell = readShell(translated.command, {
      around: context,
      cwd,
      shell: translated.shell ?? 'unknown',
      tool: translated.tool,
      first: effects.length + 1,
    })
    effects.push(...shell.effects)
    dangers.push(...shell.dangers)
  }
  const firstPath = effects.length + 1
  for (const path of translated.paths) {
    const { text, access: type, how, glob, certain } = path
    const of = path.within === undefined ? 0 : firstPath + path.within
    effects.push(
      fileEffect({ type, text, of, cwd, how, glob, certain, reach: path.tree === true ? 'tree' : 'exact' }, context),
    )
  }
  for (const url of translated.urls) effects.push(...urlEffects(url.text, cwd, context))
  dangers.push(...claimedDangers(call, translated))
  const harmless = effects.length > 0 || isReadOnlyByTrust(call, translated, context.trustedServers)
  return finish(call, useOf(translated, harmless), effects, dangers)
}

function useOf(translated: Translated, readElsewhere: boolean): Use {
  const { tool, kind, mcp } = translated
  const own = translated.internal && !readElsewhere
  return {
    type: 'use',
    tool,
    kind,
    certain: translated.problem === undefined,
    harmless: readElsewhere || own,
    of: 0,
    server: mcp === undefined || mcp.ambiguous ? undefined : mcp.server,
    names: translated.names,
    finding: own ? { says: 'allow', code: 'internal-tool', why: `${tool} only concerns the agent itself` } : undefined,
    offers: () => (mcp === undefined || mcp.ambiguous ? [tool] : [tool, `mcp__${mcp.server}__*`]),
  }
}

function urlEffects(text: string, cwd: string | null, context: ReadContext): Effect[] {
  const found = readUrl(text)
  if (found.ok) return [connect(found.target, true)]
  const guesses = found.guesses.map((target) => connect(target, false))
  if (found.file === undefined) return [unknown(found.why, ['connect']), ...guesses]
  return [fileEffect({ type: 'read', text: found.file, of: 0, cwd, tilde: false }, context), ...guesses]
}

function connect({ scheme, host, port, path, internal }: ConnectTarget, certain: boolean): Connect {
  const offers = certain ? () => [`WebFetch(domain:${host})`] : undefined
  return { type: 'connect', scheme, host, port, path, internal, certain, harmless: false, of: 0, offers }
}

/** Some agents hand the input over as JSON text; rules on arguments look into it all the same. */
function withParsedInput(call: Call): Call {
  const input: unknown = call.input
  if (typeof input !== 'string' || !input.trimStart().startsWith('{')) return call
  try {
    const parsed: unknown = JSON.parse(input)
    return typeof parsed === 'object' && parsed !== null ? { ...call, input: parsed as Call['input'] } : call
  } catch {
    return call
  }
}

/** A call may say itself where it runs; a place that cannot be read leaves relative paths unprovable. */
function workingDirectory(translated: Translated, context: ReadContext, effects: Effect[]): string | null {
  if (translated.cwd === undefined) return context.cwd
  const moved = fileEffect({ type: 'read', text: translated.cwd, of: 0, cwd: context.cwd }, context)
  if (moved.type !== 'unknown') return moved.path
  effects.push(moved)
  return null
}

function couldBe(kind: Kind): Unknown['could'] {
  switch (kind) {
    case 'shell':
      return EVERYTHING
    case 'read':
    case 'write':
      return [kind]
    case 'url':
      return ['connect']
    default:
      return []
  }
}

function readCustom(call: Call, tool: CustomTool, context: ReadContext): Reading {
  const said: Consulted = context.consulted ?? consult(tool, call.input, checkContext(context))
  const use: Use = {
    type: 'use',
    tool: tool.name,
    kind: tool.kind ?? 'other',
    could: couldBe(tool.kind ?? 'other'),
    certain: true,
    harmless: said.readOnly,
    of: 0,
    match: said.match,
    offers: () => said.suggestions ?? [tool.name],
    finding: said.finding,
  }
  return finish(call, use, [], [])
}

export function checkContext({ mode, cwd, workingDirectories }: ReadContext): CheckContext {
  return { mode, cwd, workingDirectories: workingDirectories.map(({ path }) => path) }
}

function finish(call: Call, use: Use, effects: readonly Effect[], dangers: readonly Danger[]): Reading {
  const all: readonly [Use, ...Effect[]] = [use, ...effects]
  return {
    call,
    tool: use.tool,
    kind: use.kind,
    effects: all,
    readOnly: all.every((effect) => effect.harmless),
    dangers,
  }
}

function unknown(why: string, could: Unknown['could']): Unknown {
  return { type: 'unknown', why, could, certain: true, harmless: false, of: 0 }
}
