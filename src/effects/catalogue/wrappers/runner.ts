/** Part of the wrapper catalogue: the reader of `runners.ts`. */

import type { Word } from '../../../engine/effect.ts'
import { optionTable, readOption } from './options.ts'
import { readPrefix } from './prefix.ts'
import type { Prefix } from './prefix.ts'
import { RUNNERS } from './runners.ts'
import type { Runner } from './runners.ts'
import type { Unwrapped } from './unwrapped.ts'

export const RUNNER_NAMES: readonly string[] = Object.keys(RUNNERS)

const GROUPS = new Map<string, ReadonlySet<string>>()

/** Reads `program [globals] subcommand …` when the subcommand runs a command. */
export function readRunner(argv: readonly Word[], program: string): readonly Unwrapped[] {
  const runner = Object.hasOwn(RUNNERS, program) ? RUNNERS[program] : undefined
  if (runner === undefined) return []
  const first = nextOperand(argv, 1, runner)
  const found = readSub(runner, program, argv, first.at)
  if (found.length > 0 || !first.unsure) return found
  for (let at = first.at + 1; at < argv.length; at++) {
    const later = readSub(runner, program, argv, at)
    if (later.length > 0) return later.map((one) => ({ ...one, guess: true }))
  }
  return []
}

function readSub(runner: Runner, program: string, argv: readonly Word[], at: number): readonly Unwrapped[] {
  const name = argv[at]
  if (typeof name !== 'string') return []
  if (groupsOf(program, runner).has(name)) {
    const second = nextOperand(argv, at + 1, runner).at
    const spec = subcommand(runner, `${name} ${argv[second] ?? ''}`)
    if (spec !== undefined) return readPrefix(spec, argv, second + 1)
  }
  const spec = subcommand(runner, name)
  return spec === undefined ? [] : readPrefix(spec, argv, at + 1)
}

function subcommand(runner: Runner, name: string): Prefix | undefined {
  return Object.hasOwn(runner.subs, name) ? runner.subs[name] : undefined
}

/** First words of two-word subcommands. */
function groupsOf(program: string, runner: Runner): ReadonlySet<string> {
  const known = GROUPS.get(program)
  if (known !== undefined) return known
  const names = Object.keys(runner.subs).filter((sub) => sub.includes(' '))
  const groups = new Set(names.map((sub) => sub.slice(0, sub.indexOf(' '))))
  GROUPS.set(program, groups)
  return groups
}

function nextOperand(
  argv: readonly Word[],
  from: number,
  runner: Runner,
): { readonly at: number; readonly unsure: boolean } {
  const table = optionTable(runner.globals ?? '')
  let unsure = false
  for (let at = from; at < argv.length; at++) {
    const word = argv[at]
    if (word === null) unsure = true
    if (typeof word !== 'string') continue
    if (!word.startsWith('-') || word === '-') return { at, unsure }
    const { met, unknown } = readOption(word, table)
    if (unknown) unsure = true
    const last = met.at(-1)
    if (
      last !== undefined &&
      last.glued === undefined &&
      (last.option.kind === 'value' || last.option.kind === 'script')
    )
      at++
  }
  return { at: argv.length, unsure }
}
