/** Part of reading shell lines: what `xargs` adds to the command it starts, as far as the line tells. */

import type { Word } from '../../../engine/effect.ts'
import type { Unwrapped } from '../../catalogue/wrappers.ts'
import type { CommandReader } from '../command.ts'
import type { Company } from '../company.ts'
import type { Program } from '../program.ts'
import type { Setting } from '../setting.ts'
import { type CommandWords, givenWords } from '../words/words.ts'
import { inputOf } from './standard-input.ts'

const BY_ZERO = /^(?:-[0rtx]*0[0rtx]*|--null)$/
/** The word after one of these is its value, whatever it looks like. */
const VALUED = /^(?:-[a-zA-Z0]*[EILPns]|--max-(?:args|chars|procs))$/
const DELIMITED = /^(?:-[^-]*d|--d)/
/** The form in which xargs gets it. */
const LINES = '\\n'

/**
 * For `find src -print0 | xargs -0 sort` and `docker ps -q | xargs docker stats`: it is known what kind of words xargs
 * adds.
 */
export function fedByPipe(one: Unwrapped, argv: readonly Word[], { name }: Program, { handed }: Company): Unwrapped {
  if (name !== 'xargs' || !one.strict || handed === undefined) return one
  const options = argv.slice(1, one.at)
  if (options.some(namesList)) return one
  const lines = handed.isWhole ? options.findIndex((word, at) => word === '-d' && options[at + 1] === LINES) : -1
  if (options.some((word, at) => word === null || (at !== lines && DELIMITED.test(word)))) return one
  const isZero = (word: Word, at: number) => BY_ZERO.test(word ?? '') && !VALUED.test(options[at - 1] ?? '')
  const ends = isAppended(one) || (handed.isWhole && isReplaced(one, argv)) ? handed.ends : undefined
  const { tests } = handed
  const byZero = one.at !== undefined && options.some(isZero)
  // With `-0`, all the lines would be one word.
  if (handed.isWhole && byZero) return one
  if (handed.below !== undefined && byZero) return { ...one, begins: handed.below, ends, tests }
  if (handed.fills !== undefined) return { ...one, fills: handed.fills, begins: handed.begins, ends, tests }
  return byZero && handed.lower ? { ...one, ends } : one
}

/** Whether the added words follow all other words, and stand nowhere else. */
function isAppended({ inner, many }: Unwrapped): boolean {
  return many === true && inner !== undefined && inner.indexOf(null) === inner.length - 1
}

/** For `-I{}`: whether each word with the mark is nothing but the mark. */
function isReplaced({ inner, at = 0 }: Unwrapped, argv: readonly Word[]): boolean {
  const mark = markOf(argv.slice(1, at))
  return inner?.every((word, index) => word !== null || argv[at + index] === mark) === true
}

/** `xargs -r` runs nothing if it gets no words. */
export function waitsForInput(argv: readonly Word[], at: number | undefined): boolean {
  return argv.slice(1, at).some((word) => word !== null && /^(?:-[0rtx]*r[0rtx]*|--no-run-if-empty)$/.test(word))
}

/** For `xargs -a list cat`, but not `xargs ls -a`. */
export function takesList(argv: readonly Word[], inner: readonly Unwrapped[]): boolean {
  const ends = inner.map(({ at }) => at ?? argv.length)
  return argv.slice(1, Math.max(...ends, 0) || argv.length).some(namesList)
}

/** Then the words come from the list, whatever a pipe passes on. */
function namesList(word: Word): boolean {
  return word === null || /^(?:-[^-]*a|--a)/.test(word)
}

const MOST_FED = 200

/** For `xargs -I{} sh -c 'rm {}'`: the words before something is filled in, and the mark in them. */
export function templatesOf({ inner, at }: Unwrapped, argv: readonly Word[]): (index: number, word: string) => string {
  const mark = markOf(argv.slice(1, at))
  const from = at ?? argv.length - (inner?.length ?? 0)
  return (index, word) => argv[from + index]?.replaceAll(mark, () => word) ?? word
}

function markOf(options: readonly Word[]): string {
  const asked = options.findIndex((word) => word?.startsWith('-I') === true)
  return options[asked]?.slice(2) || (asked < 0 ? '' : (options[asked + 1] ?? '')) || '{}'
}

/** For `echo ~/.bashrc | xargs rm`: the command with each of the words that the line spells on its input. */
export function fedCommands(
  inner: readonly Word[],
  fill: (index: number, word: string) => string,
  setting: Setting,
  reader: CommandReader,
): readonly CommandWords[] {
  const text = inputOf(setting)
  // In `xargs -0 sh -c`, a line of the input is one script.
  const ends = inner.includes('-c') ? /[\n\0]+|$/ : /[\s\0]+/
  const fed = new Set(text?.split(ends).filter((word) => word !== '' && !word.includes('$')))
  if (fed.size > MOST_FED && reader.effects.at(-1)?.harmless !== true)
    reader.cutShort('words on an input', setting.of, setting.span)
  return Array.from(fed, (word) => givenWords(inner.map((one, at) => one ?? fill(at, word)))).slice(0, MOST_FED)
}
