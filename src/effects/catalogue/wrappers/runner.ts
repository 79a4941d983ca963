/** Part of the wrapper catalogue: the reader of `runners.ts`. */

import type { Word } from '../../../engine/effect.ts'
import { includes, startsWith } from '../../code-at.ts'
import { isAmong } from '../among.ts'
import { findProgram } from '../programs.ts'
import { WordSet } from '../word-set.ts'
import { optionTable, readOption } from './options.ts'
import type { OptionTable } from './options.ts'
import { readPrefix } from './prefix.ts'
import type { Prefix } from './prefix.ts'
import { RUNNERS } from './runners.ts'
import { OWN_VERBS } from './strangers.ts'
import { innerArgv, innerCut, innerScript, NOTHING } from './unwrapped.ts'
import type { Unwrapped } from './unwrapped.ts'

/** A runner, prepared for reading. */
interface Plan {
  readonly globals: OptionTable
  readonly subs: ReadonlyMap<string, Prefix>
  /** The first words of all subcommands; below, the first words of subcommands that have two. */
  readonly starts: WordSet
  readonly groups: ReadonlySet<string>
  /** The program itself, if a word that is none of its subcommands may be another program. */
  readonly programs: string | undefined
}

const plans = new Map<string, Plan>()

function planOf(program: string): Plan {
  const known = plans.get(program)
  if (known !== undefined) return known
  const { globals = '', subs = {}, programs } = RUNNERS[program] ?? {}
  const names = Object.keys(subs).map((sub) => sub.split(' '))
  const plan: Plan = {
    globals: optionTable(globals),
    subs: new Map(Object.entries(subs)),
    starts: new WordSet(names.map(([first = '']) => first)),
    groups: new Set(names.flatMap(([first = '', second]) => (second === undefined ? [] : [first]))),
    programs: programs === true ? program : undefined,
  }
  plans.set(program, plan)
  return plan
}

/** Reads `program [globals] subcommand …` when the subcommand runs a command. */
export function readRunner(argv: readonly Word[], program: string): readonly Unwrapped[] {
  const plan = planOf(program)
  if (!plan.starts.meets(argv)) return laterWords(plan, argv)
  const first = nextOperand(argv, 1, plan.globals)
  const found = readSub(plan, argv, first.at)
  if (found.length > 0) return withScripts(found)
  for (let at = first.at + 1; first.unsure && at < argv.length; at++) {
    const later = readSub(plan, argv, at)
    if (later.length > 0) return later.map((one) => ({ ...one, guess: true }))
  }
  return laterWords(plan, argv)
}

/** `pnpm -c exec 'rm a'`: no program has such a name, so it is a line for a shell. */
function withScripts(found: readonly Unwrapped[]): readonly Unwrapped[] {
  const scripts = found.flatMap(({ inner, elsewhere }) => {
    const name = inner?.[0]
    return name != null && includes(name, ' ') ? [innerScript(name, 'sh', { guess: true, elsewhere })] : []
  })
  return scripts.length === 0 ? found : [...found, ...scripts]
}

const MOST_GUESSES = 100

/** `yarn rimraf x`, `pnpm run rimraf x`, `yarn $x`. */
function ofPackage({ globals }: Plan, program: string, argv: readonly Word[]): readonly Unwrapped[] {
  const first = nextOperand(argv, 1, globals, true).at
  const at = argv[first] === 'run' ? nextOperand(argv, first + 1, globals, true).at : first
  const word = argv[at]
  if (word === undefined) return NOTHING
  const own = word !== null && (findProgram(program)?.subs?.get(word) !== undefined || isAmong(word, OWN_VERBS))
  if (own && at === first) return NOTHING
  return [innerArgv(argv.slice(at), { guess: true, at })]
}

/** `docker $x web rm`: a word that is not known may be the subcommand that runs the rest. */
function laterWords(plan: Plan, argv: readonly Word[]): readonly Unwrapped[] {
  const { groups, programs } = plan
  if (programs !== undefined) return ofPackage(plan, programs, argv)
  const unknown = argv.indexOf(null)
  if (unknown < 1 || unknown > (groups.has(argv[1] ?? '') ? 2 : 1)) return NOTHING
  const out: Unwrapped[] = []
  for (let at = unknown + 1; at < argv.length; at++) {
    if (out.length >= MOST_GUESSES) return [...out, innerCut('words')]
    const word = argv[at]
    if (typeof word !== 'string' || word === '' || startsWith(word, '-')) continue
    out.push(innerArgv(argv.slice(at), { guess: true, at }))
    if (includes(word, ' ')) out.push(innerScript(word, 'sh', { guess: true }))
  }
  return out
}

function readSub(plan: Plan, argv: readonly Word[], at: number): readonly Unwrapped[] {
  const name = argv[at]
  if (typeof name !== 'string') return NOTHING
  if (plan.groups.has(name)) {
    const second = nextOperand(argv, at + 1, plan.globals).at
    const spec = plan.subs.get(`${name} ${argv[second] ?? ''}`)
    if (spec?.own === true) return NOTHING
    if (spec !== undefined) return readPrefix(spec, argv, second + 1)
  }
  const spec = plan.subs.get(name)
  return spec === undefined ? NOTHING : readPrefix(spec, argv, at + 1)
}

/** Finds the next operand. With `open`, a word that is not known counts as one, too. */
function nextOperand(
  argv: readonly Word[],
  from: number,
  table: OptionTable,
  open = false,
): { readonly at: number; readonly unsure: boolean } {
  let unsure = false
  for (let at = from; at < argv.length; at++) {
    const word = argv[at]
    if (word === null) unsure = true
    if (word === null && open) return { at, unsure }
    if (typeof word !== 'string') continue
    if (!startsWith(word, '-') || word === '-') return { at, unsure }
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
