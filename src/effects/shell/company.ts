/** Part of reading shell lines: the commands a command stands with, as far as the danger catalogue asks for them. */

import type { Word } from '../../engine/effect.ts'
import type { Environment } from './state.ts'
import type { Scope, Script, SimpleCommand } from './syntax/script.ts'
import { MAX_LENGTH } from './syntax/reader.ts'
import { resolveWord } from './words.ts'

export interface Company {
  readonly pipeFrom: readonly Word[] | undefined
  readonly upstream: readonly (readonly Word[])[] | undefined
  readonly pipeTo: readonly Word[] | undefined
  /** What runs in the substitutions among its words. */
  readonly substitutes: readonly (readonly Word[])[] | undefined
  /** The text of its words as written, where their value is unknown. */
  readonly spelled: readonly (string | undefined)[] | undefined
}

export function companyOf(
  command: SimpleCommand,
  script: Script,
  environment: Environment,
  home: string,
  source: string,
): Company | undefined {
  const piped = (script.stages[command.pipeline] ?? 1) > 1
  const dynamic = isDynamic(command)
  if (!piped && !dynamic) return undefined
  const argvOf = (other: SimpleCommand) => other.words.map((word) => resolveWord(word, environment, home).word)
  const stages = piped ? pipeline(command, script, argvOf) : undefined
  return {
    pipeFrom: stages?.upstream?.at(-1),
    upstream: stages?.upstream,
    pipeTo: stages?.pipeTo,
    substitutes: dynamic ? substituted(command, script, argvOf) : undefined,
    spelled: dynamic
      ? command.words.map((word) =>
          word.dynamic || word.tilde ? source.slice(word.span.start, word.span.end) : undefined,
        )
      : undefined,
  }
}

function isDynamic({ words }: SimpleCommand): boolean {
  for (const word of words) if (word.dynamic || word.tilde) return true
  return false
}

const FARTHEST = 8

function pipeline(
  command: SimpleCommand,
  script: Script,
  argvOf: (other: SimpleCommand) => readonly Word[],
): Pick<Company, 'upstream' | 'pipeTo'> {
  const stages = stagesOf(script)
  const at = (stage: number) => {
    const found = stages.get(keyOf(command.pipeline, stage))
    return found === undefined ? undefined : argvOf(found)
  }
  const upstream: (readonly Word[])[] = []
  for (let stage = Math.max(0, command.stage - FARTHEST); stage < command.stage; stage++) {
    const argv = at(stage)
    if (argv !== undefined) upstream.push(argv)
  }
  return { upstream: upstream.length === 0 ? undefined : upstream, pipeTo: at(command.stage + 1) }
}

/** Pipelines and stages are fewer than the letters of a line. */
function keyOf(pipeline: number, stage: number): number {
  return pipeline * MAX_LENGTH + stage
}

const indexes = new WeakMap<Script, ReadonlyMap<number, SimpleCommand>>()

/** The first command of each stage of each pipeline, itself or in the group that is the stage; found once per script. */
function stagesOf(script: Script): ReadonlyMap<number, SimpleCommand> {
  const known = indexes.get(script)
  if (known !== undefined) return known
  const stages = new Map<number, SimpleCommand>()
  for (const command of script.commands) {
    if (command.words.length === 0) continue
    const note = (pipeline: number, stage: number) => {
      const key = keyOf(pipeline, stage)
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

function substituted(
  command: SimpleCommand,
  script: Script,
  argvOf: (other: SimpleCommand) => readonly Word[],
): Company['substitutes'] {
  const scopes = new Set(
    command.words.flatMap((word) => word.parts.flatMap((part) => (part.scope >= 0 ? [part.scope] : []))),
  )
  if (scopes.size === 0) return undefined
  const inside = script.commands.filter((other) => other.words.length > 0 && isWithin(other.scope, scopes, script))
  return inside.length === 0 ? undefined : inside.map(argvOf)
}

function isWithin(scope: number, scopes: ReadonlySet<number>, script: Script): boolean {
  for (let at = scope; at >= 0; at = script.scopes[at]?.parent ?? -1) if (scopes.has(at)) return true
  return false
}
