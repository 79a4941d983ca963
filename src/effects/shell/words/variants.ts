/** Part of reading shell lines: the possible combinations of one command's words. */

import type { Form, Word } from '../../../engine/effect.ts'
import { PLAIN_TRAITS } from '../../catalogue/draft.ts'
import { changesShell } from '../../catalogue/environment.ts'
import type { CommandReading, WordTraits } from '../../catalogue/read.ts'
import type { Unwrapped } from '../../catalogue/wrappers.ts'
import type { Program } from '../program.ts'
import { patternsOf } from '../output/whole-names.ts'
import { plainWord, wordsOf } from './words.ts'
import type { CommandWords, Resolved } from './words.ts'

const MOST_VARIANTS = 8

/**
 * The words of a command inside another. Words from the line stay what they were there (`nice cat .en*` still gets a
 * pattern); what is filled in at run time may be several words, or begin with a known text.
 */
export function filledIn(one: Unwrapped, inner: readonly Word[], outer: readonly Resolved[] | undefined): CommandWords {
  const last = inner.lastIndexOf(null)
  if (last < 0 && outer === undefined) return { argv: inner, resolved: undefined }
  return wordsOf(
    inner.map(
      (word, at) => spelled(word, one, at, outer) ?? (word === null ? filled(one, at, at === last) : plainWord(word)),
    ),
  )
}

/**
 * A word that may have been put together anew is found by its text: it is better to assume a pattern too often than too
 * seldom.
 */
function spelled(
  word: Word,
  { at }: Unwrapped,
  index: number,
  outer: readonly Resolved[] = NONE,
): Resolved | undefined {
  if (word !== null) return outer.find((one) => one.word === word && one.traits !== PLAIN_TRAITS)
  const stood = at === undefined ? undefined : outer[at + index]
  return stood?.word === null ? stood : undefined
}

function filled({ many, begins, ends, tests, shapes, fills }: Unwrapped, at: number, isLast: boolean): Resolved {
  const shape = shapes?.[at]
  if (shape !== undefined) {
    const prefix = shape.slice(0, shape.indexOf('*'))
    const traits = {
      ...PLAIN_TRAITS,
      prefix: prefix === '' ? undefined : prefix,
      undashed: fills !== undefined && prefix === '',
    }
    return { word: null, alternatives: undefined, traits, shape, fed: true }
  }
  const several = many === true && isLast
  const traits =
    begins === undefined
      ? {
          ...PLAIN_TRAITS,
          splits: several,
          undashed: fills !== undefined,
          digits: fills === 'digits' ? '1' : undefined,
        }
      : { ...PLAIN_TRAITS, glob: several, prefix: begins }
  const found = ends === undefined ? undefined : patternsOf({ begins, ends })
  return { word: null, alternatives: undefined, traits, shape: undefined, found, tests, nothing: several }
}

const NONE: readonly Resolved[] = []

/** Every combination of the listed alternatives; unknown words stay unknown. */
export function variantsOf({ argv, resolved }: CommandWords): readonly (readonly Word[])[] {
  if (resolved === undefined) return [argv]
  let variants = [argv]
  for (let at = 0; at < resolved.length; at++) {
    const { alternatives, by } = resolved[at] as Resolved
    if (alternatives === undefined) continue
    // In `cp "a/$f" "b/$f"`, both belong to the same round of the loop.
    const isOf = (one: Resolved, index: number) => index === at || (by !== undefined && one.by === by)
    if (resolved.findIndex(isOf) < at) continue
    if (variants.length > 1 && variants.length * alternatives.length > MOST_VARIANTS)
      return [...sideBySide(resolved), argv]
    const inRound = (variant: readonly Word[], round: number) =>
      resolved.map((one, index) => (isOf(one, index) ? (one.alternatives?.[round] ?? null) : (variant[index] ?? null)))
    const more: (readonly Word[])[] = []
    for (const variant of variants)
      for (let round = 0; round < alternatives.length; round++) more.push(inRound(variant, round))
    variants = more
  }
  return variants
}

/** Each alternative at least once, but not every pair of them. */
function sideBySide(resolved: readonly Resolved[]): readonly (readonly Word[])[] {
  const rounds = Math.max(...resolved.map(({ alternatives }) => alternatives?.length ?? 0))
  return Array.from({ length: rounds }, (_, round) =>
    resolved.map(({ word, alternatives }) => alternatives?.[Math.min(round, alternatives.length - 1)] ?? word),
  )
}

/**
 * For `for c in node npm; do $c --version`: the same words for each of the programs, none of which is a builtin of the
 * shell.
 */
export function programsListed({ argv, resolved }: CommandWords): readonly CommandWords[] {
  const [first, ...others] = resolved ?? NONE
  const names = first?.traits.glob === true ? undefined : first?.alternatives
  if (names?.every((name) => PLAIN_NAME.test(name) && changesShell(name) === undefined) !== true) return []
  return names.map((name) => ({ argv: [name, ...argv.slice(1)], resolved: [plainWord(name), ...others] }))
}

const PLAIN_NAME = /^[a-z][\w.+-]*$/u

/** `inner`: where the command begins that it runs. */
export function formsOf(
  readings: readonly CommandReading[],
  variants: readonly (readonly Word[])[],
  inner: number | undefined,
): readonly Form[] {
  const [first, ...others] = readings
  if (first !== undefined && others.length === 0 && variants.length === 1) return first.forms(inner)
  const forms = readings.flatMap((reading) => reading.forms(inner))
  return variants.length > 1 ? [...forms, ...variants.map(spelledOut)] : forms
}

/**
 * The last of the possible places: everything before it may belong to the wrapper. For find, its own words go on after
 * the command.
 */
export function innerFrom({ table }: Program, inner: readonly Unwrapped[]): number | undefined {
  if (inner.length === 0 || table?.spec.style === 'go') return undefined
  const from = Math.max(...inner.map(({ at }) => at ?? 0))
  return from > 0 ? from : undefined
}

export function spelledOut(words: readonly Word[]): Form {
  return { words, doubtful: [], flags: undefined }
}

/** None if all words are known and plain. */
export function traitsOf({ resolved }: CommandWords): readonly WordTraits[] {
  return resolved === undefined ? NO_TRAITS : resolved.map((one) => one.traits)
}

const NO_TRAITS: readonly WordTraits[] = []
