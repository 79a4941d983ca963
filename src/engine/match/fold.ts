/**
 * Part of matching: which spellings count as the same name.
 *
 * INVARIANT: `foldLoose` joins at least what `foldCase` joins, which joins at least what `foldExact` joins. Permissions
 * use the narrower fold, restrictions the wider one, so that a doubtful spelling can lose a permission but never win
 * one.
 */

import type { Anchors } from './path.ts'

export type Fold = (text: string) => string

/** Halves of surrogate pairs match as well. Without the flag `u` the search is quicker. */
const BEYOND_ASCII = /[\x80-\uffff]/
const EACH_BEYOND_ASCII = /[^\0-\x7f]/gu

const IGNORED = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu

/** Unicode composed; case kept. */
export function foldExact(text: string): string {
  return BEYOND_ASCII.test(text) ? text.normalize('NFC') : text
}

/** For disks that ignore case: joins what all of them treat as the same name. */
export function foldCase(text: string): string {
  return BEYOND_ASCII.test(text) ? text.normalize('NFC').toLowerCase().normalize('NFC') : text.toLowerCase()
}

/**
 * For disks that ignore case: joins what any of them treats as the same name (`ſ` and `s`, `ß` and `ss`, invisible
 * characters). One letter may become two, so where `?` or a class stands for it, the text has to be compared in its
 * `foldCase` form as well.
 */
export function foldLoose(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase()
  return foldCase(dropInvisible(text)).replace(EACH_BEYOND_ASCII, foldChar).normalize('NFC')
}

/** Without the characters that HFS+ ignores. */
export function dropInvisible(text: string): string {
  return text.replace(IGNORED, '')
}

function foldChar(char: string): string {
  return char.toUpperCase().toLowerCase()
}

export interface Folds {
  readonly narrow: Fold
  readonly wide: Fold
}

const TELL_CASE: Folds = { narrow: foldExact, wide: foldExact }
const IGNORE_CASE: Folds = { narrow: foldCase, wide: foldLoose }

/** How spellings of a path are joined. A restriction looks up both forms. */
export function foldsFor({ caseInsensitive, root }: Pick<Anchors, 'caseInsensitive' | 'root'>): Folds {
  return caseInsensitive || !root.startsWith('/') ? IGNORE_CASE : TELL_CASE
}
