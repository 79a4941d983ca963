/** Part of reading shell lines: the commands a command stands with, as far as the danger catalogue asks for them. */

import type { Word } from '../../engine/effect.ts'
import type { Line } from './line.ts'
import type { Environment } from './state.ts'
import type { Script, SimpleCommand } from './syntax/script.ts'
import { textOf } from './words.ts'

export interface Company {
  readonly pipeFrom: readonly Word[] | undefined
  readonly upstream: readonly (readonly Word[])[] | undefined
  readonly pipeTo: readonly Word[] | undefined
  /** What runs in the substitutions among its words. */
  readonly substitutes: readonly (readonly Word[])[] | undefined
  /** The text of its words as written, where their value is unknown. */
  readonly spelled: readonly (string | undefined)[] | undefined
}

export const NO_COMPANY: Company = {
  pipeFrom: undefined,
  upstream: undefined,
  pipeTo: undefined,
  substitutes: undefined,
  spelled: undefined,
}

export function companyOf(
  command: SimpleCommand,
  line: Line,
  environment: Environment,
  home: string,
): Company | undefined {
  const { script, source } = line
  const piped = (script.stages[command.pipeline] ?? 1) > 1
  const dynamic = isDynamic(command)
  if (!piped && !dynamic) return undefined
  const argvOf = (other: SimpleCommand) => other.words.map((word) => textOf(word, environment, home))
  const stages = piped ? pipeline(command, line, argvOf) : undefined
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
  line: Line,
  argvOf: (other: SimpleCommand) => readonly Word[],
): Pick<Company, 'upstream' | 'pipeTo'> {
  const at = (stage: number) => {
    const found = line.stageAt(command.pipeline, stage)
    return found === undefined ? undefined : argvOf(found)
  }
  const upstream: (readonly Word[])[] = []
  for (let stage = Math.max(0, command.stage - FARTHEST); stage < command.stage; stage++) {
    const argv = at(stage)
    if (argv !== undefined) upstream.push(argv)
  }
  return { upstream: upstream.length === 0 ? undefined : upstream, pipeTo: at(command.stage + 1) }
}

function substituted(
  command: SimpleCommand,
  script: Script,
  argvOf: (other: SimpleCommand) => readonly Word[],
): Company['substitutes'] {
  let scopes: Set<number> | undefined
  for (const { parts } of command.words)
    for (const { scope } of parts) if (scope >= 0) (scopes ??= new Set()).add(scope)
  if (scopes === undefined) return undefined
  const inside: (readonly Word[])[] = []
  for (const other of script.commands)
    if (other.words.length > 0 && isWithin(other.scope, scopes, script)) inside.push(argvOf(other))
  return inside.length === 0 ? undefined : inside
}

function isWithin(scope: number, scopes: ReadonlySet<number>, script: Script): boolean {
  for (let at = scope; at >= 0; at = script.scopes[at]?.parent ?? -1) if (scopes.has(at)) return true
  return false
}
