/**
 * From a call to its effects: what the call would really do. The one entrance for every tool of every agent.
 *
 * INVARIANT: nothing is left out: what cannot be read becomes an `unknown` effect. If looking at the input throws, so
 * does this; `gate/engine` handles that.
 */

import type { Call, Kind } from '../engine/call.ts'
import type { Connect, Danger, Effect, Reading, Unknown, Use } from '../engine/effect.ts'
import { objectIn } from '../vocabulary/json-object.ts'
import { translate } from '../vocabulary/translate.ts'
import type { Translated } from '../vocabulary/translate.ts'
import { claimedDangers, isReadOnlyByTrust } from './annotations.ts'
import type { ReadContext } from './context.ts'
import { isAround } from './catalogue/values.ts'
import { consult, kindOfTool } from './custom-tool.ts'
import type { CheckContext, Consulted, CustomTool } from './custom-tool.ts'
import { FileUse, fileEffect } from './file.ts'
import { Links } from './linked.ts'
import { EVERYTHING, connectEffect, unknownEffect, useEffect } from './make.ts'
import { readShell } from './shell/read.ts'
import { readUrl } from './url.ts'
import type { ConnectTarget } from './url.ts'

export function readCall(given: Call, context: ReadContext): Reading {
  const call = withParsedInput(given)
  const custom = context.tools.get(call.tool)
  if (custom !== undefined) return readCustom(call, custom, context)
  const translated = translate(call, context.mcpServers)
  const effects = [NOT_YET]
  let dangers = claimedDangers(call, translated)
  let names: Reading['names']
  const cwd = workingDirectory(translated, context, effects)
  if (translated.problem !== undefined) effects.push(unknownEffect(translated.problem, couldBe(translated.kind), 0))
  if (translated.command !== undefined) {
    const shell = readShell(translated.command, {
      around: context,
      cwd,
      shell: translated.shell ?? 'unknown',
      ownShell: translated.ownShell === true,
      fresh: translated.fresh === true,
      comesBack: translated.comesBack === true,
      mayBeZsh: translated.mayBeZsh === true,
      typed: translated.typed === true,
      tool: translated.tool,
      first: effects.length,
    })
    for (const effect of shell.effects) effects.push(effect)
    if (shell.dangers.length > 0) dangers = [...shell.dangers, ...dangers]
    names = shell.names
  }
  const firstPath = effects.length
  /** Appended after the effects of the paths, because those refer to one another by index. */
  const besides: Effect[] = []
  for (const path of translated.paths) {
    const of = path.within === undefined ? 0 : firstPath + path.within
    const use = new FileUse(path.access, path.text, of, cwd)
    use.certain = path.certain !== false
    use.how = path.how
    use.reach = path.tree === true ? 'tree' : 'exact'
    use.glob = path.glob === true
    use.tilde = true
    const effect = fileEffect(use, context)
    effects.push(effect)
    if (path.patterns !== undefined && context.fs.entriesIn !== undefined)
      besides.push(...linkedTo(path.patterns, cwd, context))
    if (path.searched === true && isMissing(path.text, effect, context))
      besides.push(unknownEffect(SEARCHED, [path.access], 0))
    if (use.reach === 'tree' && READERS.has(translated.tool) && !isAround(path.text) && !holds(effect, cwd))
      besides.push(contentsOf(path.text, effects.length - 1, cwd, context))
  }
  for (const effect of besides) effects.push(effect)
  for (const url of translated.urls) effects.push(...urlEffects(url.text, cwd, context))
  const harmless = effects.length > 1 || isReadOnlyByTrust(call, translated, context.trustedServers)
  if (translated.besides !== undefined) effects.push(besideOf(translated, firstPath < effects.length ? firstPath : 0))
  return finish(call, useOf(translated, harmless), effects, dangers, names)
}

/**
 * What the call may do through another field of its input. Only restrictions look at it: a rule that permits what the
 * call does through this field is enough.
 */
function besideOf({ besides = '', kind }: Translated, of: number): Effect {
  return unknownEffect(besides, couldBe(kind), of, undefined, { harmless: true })
}

/** The tools that show the content of files when they are given a folder. */
const READERS: ReadonlySet<string> = new Set(['Grep', 'Read'])

/**
 * What lies below a folder, for rules that say where in it their file lies. `addContents` does the same for programs.
 */
function contentsOf(folder: string, of: number, cwd: string | null, context: ReadContext): Effect {
  const use = new FileUse('read', folder, of, cwd)
  use.certain = false
  use.reach = 'tree'
  use.glob = true
  use.tilde = true
  return fileEffect(use, context)
}

/** Links among the files that patterns stand for. A permission for the folder they are in says nothing of them. */
function linkedTo(patterns: readonly string[], cwd: string | null, context: ReadContext): readonly Effect[] {
  const links = new Links(context)
  return patterns.flatMap((pattern) => {
    const use = new FileUse('read', pattern, 0, cwd)
    use.glob = true
    use.tilde = true
    return [...links.behind(use), ...links.behind(use, { searched: true })]
  })
}

/** Whether the effect reads the current folder, or one above it. */
function holds(effect: Effect, cwd: string | null): boolean {
  return effect.type === 'read' && `${cwd}/`.startsWith(`${effect.path}/`)
}

const SEARCHED = 'there is no such file, and the tool then takes another one of the project that ends in this path'

function isMissing(text: string, effect: Effect, { fs }: ReadContext): boolean {
  if (text.startsWith('/') || (effect.type !== 'read' && effect.type !== 'write')) return false
  return fs.isThere?.(effect.real) === false
}

/** Reserves the first place for the use of the tool, which is known last. */
const NOT_YET: Effect = unknownEffect('not read yet', EVERYTHING, 0)

function useOf(translated: Translated, readElsewhere: boolean): Use {
  const { tool, kind, mcp } = translated
  const own = translated.internal && !readElsewhere
  return useEffect({
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
  })
}

function urlEffects(text: string, cwd: string | null, context: ReadContext): Effect[] {
  const found = readUrl(text)
  if (found.ok) return [connect(found.target, true)]
  const guesses = found.guesses.map((target) => connect(target, false))
  if (found.file === undefined) return [unknownEffect(found.why, ['connect'], 0), ...guesses]
  return [fileEffect(new FileUse('read', found.file, 0, cwd), context), ...guesses]
}

function connect(target: ConnectTarget, certain: boolean): Connect {
  const offers = certain ? () => [`WebFetch(domain:${target.host})`] : undefined
  return connectEffect(target, certain, 0, undefined, offers)
}

/** Some agents pass the input as JSON text; rules on arguments look into it as well. */
function withParsedInput(call: Call): Call {
  const input: unknown = call.input
  if (typeof input !== 'string' || !input.trimStart().startsWith('{')) return call
  const parsed = objectIn(input)
  return parsed === undefined ? call : { ...call, input: parsed }
}

/** A call may say itself where it runs. If that place cannot be read, nothing can be proven about relative paths. */
function workingDirectory(translated: Translated, context: ReadContext, effects: Effect[]): string | null {
  if (translated.cwd === undefined) return context.cwd
  const use = new FileUse('read', translated.cwd, 0, context.cwd)
  use.tilde = true
  const moved = fileEffect(use, context)
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
  const kind = kindOfTool(tool)
  const said: Consulted = context.consulted ?? consult(tool, call.input, checkContext(context))
  const use = useEffect({
    type: 'use',
    tool: tool.name,
    kind,
    supposed: tool.kind === undefined && kind !== 'other',
    could: couldBe(kind),
    certain: true,
    harmless: said.readOnly,
    of: 0,
    match: said.match,
    offers: () => said.suggestions ?? [tool.name],
    finding: said.finding,
  })
  return finish(call, use, [NOT_YET], [])
}

export function checkContext({ mode, cwd, workingDirectories }: ReadContext): CheckContext {
  return { mode, cwd, workingDirectories: workingDirectories.map(({ path }) => path) }
}

function finish(
  call: Call,
  use: Use,
  effects: Effect[],
  dangers: readonly Danger[],
  names?: Reading['names'],
): Reading {
  effects[0] = use
  let readOnly = true
  for (const effect of effects) readOnly &&= effect.harmless
  return { call, tool: use.tool, kind: use.kind, effects: effects as [Use, ...Effect[]], readOnly, dangers, names }
}
