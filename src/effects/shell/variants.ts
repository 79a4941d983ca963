/** Part of reading shell lines: the ways the words of one command can fall. */

import type { Word } from '../../engine/effect.ts'
import type { CommandReading, WordTraits } from '../catalogue/read.ts'
import type { Unwrapped } from '../catalogue/wrappers.ts'
import { PLAIN_TRAITS } from '../catalogue/draft.ts'
import { plainWord } from './words.ts'
import type { CommandWords, Resolved } from './words.ts'

const MOST_VARIANTS = 8

/** The words of a command inside another; what is filled in at run time may be several, or begin with a known text. */
export function filledIn(inner: readonly Word[], { many, begins }: Unwrapped): CommandWords {
  const last = inner.lastIndexOf(null)
  if (last < 0) return { argv: inner, resolved: undefined }
  const resolved = inner.map((word, at): Resolved => {
    if (word !== null) return plainWord(word)
    const several = many === true && at === last
    const traits =
      begins === undefined ? { ...PLAIN_TRAITS, splits: several } : { ...PLAIN_TRAITS, glob: several, prefix: begins }
    return { word, alternatives: undefined, traits, shape: undefined }
  })
  return { argv: inner, resolved }
}

/** Every way the listed alternatives can fall; what is unknown stays unknown. */
export function variantsOf({ argv, resolved }: CommandWords): readonly (readonly Word[])[] {
  if (resolved === undefined || !resolved.some(({ alternatives }) => alternatives !== undefined)) return [argv]
  let variants: Word[][] = [[]]
  for (const { word, alternatives } of resolved) {
    const options: readonly Word[] = alternatives ?? [word]
    if (variants.length * options.length > MOST_VARIANTS) return [argv]
    variants = variants.flatMap((head) => options.map((option) => [...head, option]))
  }
  return variants
}

export function formsOf(
  readings: readonly CommandReading[],
  variants: readonly (readonly Word[])[],
): readonly (readonly Word[])[] {
  const forms = readings.flatMap((reading) => reading.forms)
  return variants.length > 1 ? [...forms, ...variants] : forms
}

/** None where all words are known and plain. */
export function traitsOf({ resolved }: CommandWords): readonly WordTraits[] {
  return resolved === undefined ? NO_TRAITS : resolved.map((one) => one.traits)
}

const NO_TRAITS: readonly WordTraits[] = []
