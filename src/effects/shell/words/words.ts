/**
 * Part of reading shell lines: from words to what a program would get, as far as the text tells.
 *
 * INVARIANT: a word resolved to one text is certain; whatever else it may become is in `alternatives`, or it is
 * unknown.
 */

import type { Word } from '../../../engine/effect.ts'
import { PLAIN_TRAITS } from '../../catalogue/draft.ts'
import type { FindTests } from '../../catalogue/grammars/find-filter.ts'
import type { WordTraits } from '../../catalogue/read.ts'
import type { ShellWord } from '../syntax/script.ts'
import type { Environment } from '../variables/state.ts'
import type { Value } from '../variables/survey.ts'
import { bracedWords } from './braces.ts'
import {
  digitsIn,
  foundBy,
  isCommit,
  isMade,
  isNumber,
  isRange,
  isTop,
  isUndashed,
  mayBeAbove,
  testsFor,
} from './kinds.ts'
import { listedBy, sharedPrefix, splitByBash } from './lists.ts'
import { isPlain } from './plain.ts'
import { braceShape, prefixOf, shapeOf } from './shape.ts'
import { atHome, expandTilde } from './tilde.ts'
import { valueOf } from './values.ts'
import type { WordValue } from './values.ts'

export interface Resolved {
  /** The one text that it is, or null. */
  readonly word: Word
  /** For a word that is not fully known: its literal text, with `*` for the rest. */
  readonly shape?: string | undefined
  /** It is the name of a file that fits one of these patterns, or several. */
  readonly found?: readonly string[] | undefined
  /** Which of these files, if that is known. */
  readonly tests?: readonly FindTests[] | undefined
  /** Or of the folder around the one it is used in. */
  readonly above?: boolean
  /**
   * Whether the unknown part is read from the input, or produced by the line itself: a path may lead anywhere from
   * there.
   */
  readonly fed?: boolean
  readonly made?: boolean
  /** See `isTop`. */
  readonly top?: boolean
  /** Every word it becomes is the name of a commit, and not a file; or it is so only for git. */
  readonly commit?: boolean | 'to git'
  /** Whether it may be no word at all: `$X`, `$(true)`. */
  readonly nothing?: boolean
  /** Whether it ends in a variable from outside the line, which is taken for one name: that may begin with a dot. */
  readonly named?: boolean
  /** All the texts it may be, if they can be listed and it is not one certain text. */
  readonly alternatives: readonly string[] | undefined
  /** The variable whose value alone decides which of them it is: the same one in every word of a command. */
  readonly by?: string | undefined
  readonly traits: WordTraits
}

/** The words of one command. */
export interface CommandWords {
  readonly argv: readonly Word[]
  /** Each word with what else it may be; undefined if all are known and plain, as most are. */
  readonly resolved: readonly Resolved[] | undefined
}

/** All words of a command; a brace list becomes the words it stands for. */
export function resolveWords(words: readonly ShellWord[], environment: Environment, home: string): CommandWords {
  const argv: Word[] = []
  for (const word of words) {
    if (!isPlain(word)) return resolveEach(words, environment, home)
    argv.push(word.value)
  }
  return { argv, resolved: undefined }
}

/** The words that zsh makes of them, if they are different; a program's name never contains blanks. */
export function unsplitWords(
  words: readonly ShellWord[],
  environment: Environment,
  home: string,
): CommandWords | undefined {
  if (environment.survey.touched.size === 0) return undefined
  const differs = words.some((word, at) => at > 0 && splitByBash(word, environment))
  return differs && areListed(words, environment) ? resolveEach(words, environment, home, true) : undefined
}

/** What is known about a word is stored by its index, so if another word is not known, none may move. */
function areListed(words: readonly ShellWord[], environment: Environment): boolean {
  return words.every((word) => !word.dynamic || listedBy(word, environment) !== undefined)
}

function resolveEach(
  words: readonly ShellWord[],
  environment: Environment,
  home: string,
  unsplit = false,
): CommandWords {
  const resolved: Resolved[] = []
  const settled = areListed(words, environment)
  for (const [at, word] of words.entries()) {
    const texts = word.brace
      ? bracedWords(word)?.map((text) => (text.startsWith('~') ? expandTilde(text, home) : text))
      : undefined
    const listed = settled && word.dynamic ? listedBy(word, environment, unsplit && at > 0) : undefined
    if (listed !== undefined) for (const one of listed) resolved.push(valueWord(one))
    else if (texts === undefined) resolved.push(resolveWord(word, environment, home))
    else for (const text of texts) resolved.push(text === null || !word.glob ? plainWord(text) : guessedWord(text))
  }
  return wordsOf(resolved)
}

/** A word that has one of these values, or that is unknown. */
function valueWord(value: Pick<Value, 'texts' | 'glob'> | undefined): Resolved {
  const [only] = value?.texts ?? []
  if (value === undefined || only === undefined) return plainWord(null)
  if (value.texts.length === 1 && !value.glob) return plainWord(only)
  return { ...plainWord(null), alternatives: value.texts, traits: { ...PLAIN_TRAITS, glob: value.glob } }
}

export function wordsOf(resolved: readonly Resolved[]): CommandWords {
  const argv: Word[] = []
  let plain = true
  for (const { word, traits } of resolved) {
    argv.push(word)
    plain &&= word !== null && traits === PLAIN_TRAITS
  }
  return { argv, resolved: plain ? undefined : resolved }
}

/** Whether only running it would tell what it is, and nothing lists it. */
export function isOpen({ word, alternatives }: Resolved): boolean {
  return word === null && alternatives === undefined
}

/** Words that are passed as they are; a word that is null may be any one word. */
export function givenWords(argv: readonly Word[]): CommandWords {
  return { argv, resolved: argv.includes(null) ? argv.map(plainWord) : undefined }
}

export function plainWord(word: Word): Resolved {
  return { word, alternatives: undefined, traits: PLAIN_TRAITS, shape: undefined }
}

function isPattern(text: Word): boolean {
  return text !== null && /[*?[]/.test(text)
}

/** A word that is such a text, or is a pattern for it. */
export function guessedWord(text: string): Resolved {
  return isPattern(text) ? patternWord(text) : plainWord(text)
}

/** A word that the shell still expands to names of files. */
function patternWord(word: Word): Resolved {
  return { word, alternatives: undefined, traits: { ...PLAIN_TRAITS, glob: true }, shape: undefined }
}

/** The one text that a word is, or null. */
export function textOf(word: ShellWord, environment: Environment, home: string): Word {
  return isPlain(word) ? word.value : resolveWord(word, environment, home).word
}

export function resolveWord(spelled: ShellWord, environment: Environment, home: string): Resolved {
  if (isPlain(spelled)) return plainWord(spelled.value)
  const word = spelled.tilde && spelled.dynamic ? atHome(spelled, home) : spelled
  if (word.brace || !word.dynamic) return writtenWord(word, home)
  // A process substitution is passed as a pipe, not as a file.
  if (word.parts.length === 1 && word.parts[0]?.kind === 'process') return plainWord('/dev/stdin')
  const value = valueOf(word, environment, home)
  return value === undefined ? unknownWord(word, environment) : knownWord(word, value, environment)
}

/** A word that the shell still expands: its braces, its tilde, or a pattern. */
function writtenWord(word: ShellWord, home: string): Resolved {
  const { glob, brace, tilde, value } = word
  const traits: WordTraits = {
    splits: brace,
    glob,
    brace,
    prefix: undefined,
    shape: undefined,
    undashed: undefined,
    digits: undefined,
    single: undefined,
  }
  if (brace) return { word: null, alternatives: undefined, traits, shape: braceShape(word, home) }
  const text = tilde ? expandTilde(value, home) : value
  // Another user's home is in some other place, with the same names below it.
  const shape = text === null ? `*${value.slice(Math.max(0, value.indexOf('/')))}` : undefined
  return { word: text, alternatives: undefined, traits, shape }
}

function unknownWord(word: ShellWord, environment: Environment): Resolved {
  const { glob, brace } = word
  const splits = word.splits && !isNumber(word, environment)
  const shape = shapeOf(word, splits)
  return {
    word: null,
    alternatives: undefined,
    traits: {
      splits,
      glob,
      brace,
      prefix: prefixOf(word),
      shape,
      undashed: isUndashed(word, environment),
      digits: digitsIn(word, environment),
      single: undefined,
    },
    shape,
    commit: isCommit(word, environment) || (isRange(word, environment) && 'to git'),
    top: isTop(word, environment),
    made: isMade(word, environment),
    nothing: splits && word.parts.every(({ kind }) => kind !== 'text'),
    named: isNamed(word, environment),
    found: foundBy(word, environment),
    tests: testsFor(word, environment),
    above: mayBeAbove(word, environment),
  }
}

/** A word whose expansions all have values that the line tells. */
function knownWord(word: ShellWord, value: WordValue, environment: Environment): Resolved {
  const { glob, brace } = word
  const [only] = value.texts
  const single = value.texts.length === 1 && only !== undefined && !value.glob
  return {
    word: single ? only : null,
    alternatives: single ? undefined : value.texts,
    by: single ? undefined : value.by,
    traits: {
      splits: false,
      glob: glob || value.glob,
      brace,
      prefix: single ? undefined : (prefixOf(word) ?? sharedPrefix(value.texts)),
      shape: undefined,
      undashed: single ? undefined : isUndashed(word, environment),
      digits: single ? undefined : digitsIn(word, environment),
      single: value.glob && !glob,
    },
    shape: undefined,
  }
}

/** In `"./$X"`, what follows the last slash is not set by the line. */
function isNamed({ parts }: ShellWord, { survey }: Environment): boolean {
  const last = parts.findLastIndex(({ kind, text }) => kind === 'text' && text.includes('/'))
  const first = parts[last + 1]
  const begins = last >= 0 && parts[last]?.text.endsWith('/') === true
  return begins && first?.kind === 'variable' && !survey.touched.has(first.text)
}
