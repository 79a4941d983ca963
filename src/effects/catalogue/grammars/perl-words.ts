/** Part of the command catalogue: what perl is told to do. */

import type { Word } from '../../../engine/effect.ts'
import type { Draft, WordTraits } from '../draft.ts'
import { assignOperands } from '../operands.ts'
import { scan } from '../scan.ts'
import { addValue } from '../values.ts'
import { onlyFilters } from './perl-filter.ts'
import { backUp } from './sed.ts'
import { onlyAsked } from './version-only.ts'

/** A text that only prints, searches and replaces, and the files that it is applied to. */
interface Filter {
  readonly files: readonly number[]
  /** If the files are rewritten: the ending under which the old ones are kept, or an empty text. */
  readonly ending: string | undefined
}

/** Letters without a value, of which `n`, `p` and `a` apply the text to each line of the files. */
const LETTERS = /[npawg]/y
/** Letters after which digits may stand. */
const WITH_DIGITS = /[l0][0-7]*/y
const CODING = /^-C[SDIOEAL0-9]*$/
const SEPARATOR = /^\/?(?:[,;:=#\t -]|\\[tsd|.,])\+?\/?$/
/** What follows a blank would be another option. */
const ENDING = /^\S*$/
const NO_WORDS: readonly WordTraits[] = []
/** Perl runs what stands before or behind a bar, and writes what stands behind an arrow. */
const FILE = /^(?:-|[\w./](?:[^|]*[\w./-])?)$/

/** `perl -ne 'print if /x/' a.txt`; undefined if it may do anything else. */
export function filterOf(argv: readonly Word[], words: readonly WordTraits[] = NO_WORDS): Filter | undefined {
  const code: string[] = []
  let isModern = false
  let isApplied = false
  let ending: string | undefined
  let at = 1
  for (; at < argv.length; at++) {
    const word = argv[at]
    if (word == null) return undefined
    if (word === '--' || !word.startsWith('-') || word === '-') break
    if (CODING.test(word)) continue
    for (let letter = 1; letter < word.length;) {
      const sign = word[letter]
      if (sign === 'e' || sign === 'E') {
        const text = word.slice(letter + 1) || argv[++at]
        if (text == null) return undefined
        isModern ||= sign === 'E'
        code.push(text)
        break
      }
      if (sign === 'i' || sign === 'F') {
        const value = word.slice(letter + 1)
        if (!(sign === 'i' ? ENDING : SEPARATOR).test(value)) return undefined
        if (sign === 'i') ending = value
        isApplied ||= sign === 'F'
        break
      }
      const taken = [LETTERS, WITH_DIGITS].map((pattern) => {
        pattern.lastIndex = letter
        return pattern.test(word) ? pattern.lastIndex : letter
      })
      const next = Math.max(...taken)
      if (next === letter) return undefined
      isApplied ||= sign === 'n' || sign === 'p' || sign === 'a'
      letter = next
    }
  }
  const from = argv[at] === '--' ? at + 1 : at
  const files = argv.map((_, index) => index).slice(from)
  if (code.length === 0 || !(isApplied || (files.length === 0 && ending === undefined))) return undefined
  if (!files.every((index) => FILE.test(argv[index] ?? '|') && words[index]?.splits !== true)) return undefined
  // Only files may stand for several words.
  if (words.some(({ splits, glob, brace }, index) => index < from && (splits || glob || brace))) return undefined
  return onlyFilters(code.join('\n'), isModern) ? { files, ending } : undefined
}

/** It may be asked for its version, or told to print, search and replace; everything else that it is given is run. */
export function filtersOrTells(draft: Draft, from: number): void {
  const filter = filterOf(draft.argv, draft.words)
  if (filter === undefined) {
    scan(draft, from)
    assignOperands(draft)
    return onlyAsked(draft)
  }
  const { files, ending } = filter
  for (const index of files) addValue(draft, 'r', index, draft.argv[index])
  if (ending === undefined) return
  draft.writes = true
  for (const index of files) addValue(draft, 'w', index, draft.argv[index])
  if (ending !== '') backUp(draft, files, ending)
}
