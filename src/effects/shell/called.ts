/** Part of reading shell lines: what a command is by its words alone, before its surroundings are considered. */

import type { Word } from '../../engine/effect.ts'
import { readBy } from '../catalogue/read.ts'
import type { CommandReading } from '../catalogue/read.ts'
import { toldKnown, toldStranger, unwrapBy } from '../catalogue/wrappers.ts'
import type { Unwrapped } from '../catalogue/wrappers.ts'
import { programOf } from './program.ts'
import type { Program } from './program.ts'
import { isTransparent } from './proof.ts'
import { traitsOf } from './words/variants.ts'
import type { CommandWords } from './words/words.ts'

export interface CalledCommand {
  /** As it was spelled. */
  readonly name: string
  readonly words: CommandWords
  /** Every combination of words that it may be run with. */
  readonly variants: readonly (readonly Word[])[]
  readonly program: Program
  /** Its words after the bare name of the program. */
  readonly bare: readonly Word[]
  /** What the catalogue says about each of the variants. */
  readonly readings: readonly CommandReading[]
  /** What it runs. */
  readonly inner: readonly Unwrapped[]
  /** Whether it is a wrapper that is seen through: then only the command it wraps counts. */
  readonly transparent: boolean
}

/** A path to a running program or to an open file: `/proc/self/exe` is the shell itself. */
const OPEN_FILE = /^\/proc\/(?:[^/]+\/)+exe$|^\/(?:dev|proc\/[^/]+)\/fd\//

/** Null if only running it would tell which program that is. */
export function nameOf({ argv, resolved }: CommandWords): Word {
  const name = argv[0] ?? null
  return name === null || resolved?.[0]?.traits.glob === true || (name.startsWith('/') && OPEN_FILE.test(name))
    ? null
    : name
}

/** `told`: whether the line sets variables that the command may see. `given`: its whole input, if that is certain. */
export function readCalled(
  name: string,
  words: CommandWords,
  variants: readonly (readonly Word[])[],
  told: boolean,
  given?: string,
): CalledCommand {
  const { argv } = words
  const program = programOf(name)
  const { placed, table, wrapper } = program
  const traits = traitsOf(words)
  const bare = placed ? renamed(program.name, argv) : argv
  const each =
    variants[0] === argv ? [bare] : variants.map((variant) => (placed ? renamed(program.name, variant) : variant))
  const readings: CommandReading[] = []
  for (const variant of each) readings.push(readBy(table, variant, traits, given))
  const isTextKnown = program.name === 'perl' || !traits.some(({ glob }) => glob)
  const isScripted = each[0] !== bare && SCRIPTED.has(program.name) && isTextKnown
  const unwrapped =
    wrapper === undefined
      ? NONE
      : isScripted
        ? each.flatMap((variant) => unwrapBy(wrapper, variant, traits))
        : unwrapBy(wrapper, bare, traits)
  const strange = table === undefined && wrapper?.carries !== false
  const seen = strange ? [...unwrapped, ...toldStranger(bare)] : unwrapped
  const isTold = seen.length > 0 || (table ?? wrapper) === undefined || program.name === 'git'
  const inner = isTold ? seen : otherwiseTold(bare, readings)
  // A name that only resembles a wrapper's (`nice2`) is another program.
  const transparent =
    wrapper?.name === program.name && isTransparent(inner, told) && !inner.some(({ at }) => isManyBefore(at, words))
  return { name, words, variants, program, bare, readings, inner, transparent }
}

const NONE: readonly Unwrapped[] = []

/**
 * `for w in a b; do awk "/$w/" f; done`: the instructions for these programs are in their words, and every combination
 * of words is known. A pattern may stand for any instructions; the reader of perl sees to that by itself.
 */
const SCRIPTED: ReadonlySet<string> = new Set(['sed', 'gsed', 'awk', 'gawk', 'mawk', 'nawk', 'perl'])

/** In `timeout * ls`, names of files take the place of the wrapper's words, and one of them may be its command. */
function isManyBefore(at: number | undefined, { resolved }: CommandWords): boolean {
  return resolved !== undefined && resolved.slice(1, at ?? 1).some(({ traits }) => traits.glob || traits.brace)
}

function otherwiseTold(bare: readonly Word[], readings: readonly CommandReading[]): readonly Unwrapped[] {
  return readings.some(({ readOnly, fileCommand }) => readOnly || fileCommand) ? NONE : toldKnown(bare)
}

/** The same words for a program of that name. */
export function renamed(program: Word, argv: readonly Word[]): readonly Word[] {
  return [program, ...argv.slice(1)]
}
