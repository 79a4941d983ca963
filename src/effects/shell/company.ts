/** Part of reading shell lines: the commands a command stands with, as far as the danger catalogue asks for them. */

import type { Word } from '../../engine/effect.ts'
import type { Environment } from './state.ts'
import type { Scope, Script, SimpleCommand } from './syntax/script.ts'
import { resolveWord } from './words.ts'

export interface Company {
  readonly pipeFrom?: readonly Word[]
  readonly upstream?: readonly (readonly Word[])[]
  readonly pipeTo?: readonly Word[]
  /** What runs in the substitutions among its words. */
  readonly substitutes?: readonly (readonly Word[])[]
  /** The text of its words as written, where their value is unknown. */
  readonly spelled?: readonly (string | undefined)[]
}

export function companyOf(
  command: SimpleCommand,
  script: Script,
  environment: Environment,
  home: string,
  source: string,
): Company | undefined {
  const piped = (script.stages[command.pipeline] ?? 1) > 1
  const dynamic = command.words.some((word) => word.dynamic || word.tilde)
  if (!piped && !dynamic) return undefined
  const argvOf = (other: SimpleCommand) => other.words.map((word) => resolveWord(word, environment, home).word)
  return {
    ...(piped ? pipeline(command, script, argvOf) : {}),
    ...(dynamic ? expansions(command, script, source, argvOf) : {}),
  }
}

const FARTHEST = 8

function pipeline(command: SimpleCommand, script: Script, argvOf: (other: SimpleCommand) => readonly Word[]): Company {
  const stages = stagesOf(script)
  const at = (stage: number) => {
    const found = stages.get(`${command.pipeline} ${stage}`)
    return found === undefined ? undefined : argvOf(found)
  }
  const upstream: (readonly Word[])[] = []
  for (let stage = Math.max(0, command.stage - FARTHEST); stage < command.stage; stage++) {
    const argv = at(stage)
    if (argv !== undefined) upstream.push(argv)
  }
  const pipeFrom = upstream.at(-1)
  const pipeTo = at(command.stage + 1)
  return {
    ...(pipeFrom === undefined ? {} : { pipeFrom, upstream }),
    ...(pipeTo === undefined ? {} : { pipeTo }),
  }
}

const indexes = new WeakMap<Script, ReadonlyMap<string, SimpleCommand>>()

/** The first command of each stage of each pipeline, itself or in the group that is the stage; found once per script. */
function stagesOf(script: Script): ReadonlyMap<string, SimpleCommand> {
  const known = indexes.get(script)
  if (known !== undefined) return known
  const stages = new Map<string, SimpleCommand>()
  for (const command of script.commands) {
    if (command.words.length === 0) continue
    const note = (pipeline: number, stage: number) => {
      const key = `${pipeline} ${stage}`
      if (!stages.has(key)) stages.set(key, command)
    }
    note(command.pipeline, command.stage)
    for (
      let scope: Scope | undefined = script.scopes[command.scope];
      scope !== undefined;
      scope = script.scopes[scope.parent]
    ) {
      if (scope.kind === 'pipe') note(scope.pipeline, scope.stage)
    }
  }
  indexes.set(script, stages)
  return stages
}

function expansions(
  command: SimpleCommand,
  script: Script,
  source: string,
  argvOf: (other: SimpleCommand) => readonly Word[],
): Company {
  const scopes = new Set(
    command.words.flatMap((word) => word.parts.flatMap((part) => (part.scope >= 0 ? [part.scope] : []))),
  )
  const inside =
    scopes.size === 0
      ? []
      : script.commands.filter((other) => other.words.length > 0 && isWithin(other.scope, scopes, script))
  return {
    spelled: command.words.map((word) =>
      word.dynamic || word.tilde ? source.slice(word.span.start, word.span.end) : undefined,
    ),
    ...(inside.length === 0 ? {} : { substitutes: inside.map(argvOf) }),
  }
}

function isWithin(scope: number, scopes: ReadonlySet<number>, script: Script): boolean {
  for (let at = scope; at >= 0; at = script.scopes[at]?.parent ?? -1) if (scopes.has(at)) return true
  return false
}
