/** Part of the wrapper catalogue: the result that all its readers return, and the functions that make one. */

import type { Word } from '../../../engine/effect.ts'
import type { WordTraits } from '../draft.ts'
import type { FindTests } from '../grammars/find-filter.ts'

/** One command that a command would run. All of them have all fields, in this order. */
export interface Unwrapped {
  /** The wrapper's whole grammar was followed: permissions may look at the inner command. */
  readonly strict: boolean
  /** Permissions may look at it only if it does nothing but look. */
  readonly onlyLooks: true | undefined
  readonly kind: 'argv' | 'script' | 'stdin'
  /** `argv`: the inner command; null words are filled in at run time. */
  readonly inner: readonly Word[] | undefined
  /** The last null of `inner` may be any number of words, none included. */
  readonly many: true | undefined
  /** What is filled in for each null of `inner` is certain to begin with this text. */
  readonly begins: string | undefined
  /**
   * What is filled in is a path below `begins`, or below the folder it runs in, and its last name fits one of these
   * patterns.
   */
  readonly ends: readonly string[] | undefined
  /** Which of those paths they are. */
  readonly tests: readonly FindTests[] | undefined
  /** What is filled in for the nulls of `inner`: numbers, or at least words that never begin with a dash. */
  readonly fills: 'digits' | 'undashed' | undefined
  /** For words of `inner` that are only partly filled in: their text, with `*` for the rest. */
  readonly shapes: readonly (string | undefined)[] | undefined
  /** `argv`: index in the outer argv where the inner command starts; absent when the words were put together. */
  readonly at: number | undefined
  /** `script`: text for the shell named in `shell`; null if only running the line would tell. */
  readonly script: Word | undefined
  /** The shell that reads the script or the standard input. */
  readonly shell: string | undefined
  /** `script`: a file whose content is run. */
  readonly file: Word | undefined
  /** `script`, `stdin`: text in another language than shell (`Python`); never to be read as shell. */
  readonly language: string | undefined
  readonly code: Word | undefined
  /** What runs depends on words of this very line that cannot be known, so it fails closed. */
  readonly dynamic: boolean
  /**
   * Why the inner command is not known. If `dynamic` is false, the command is known to be kept elsewhere (a script
   * file, a makefile). That is ordinary for a program, so this is only information.
   */
  readonly unresolved: string | undefined
  /** One guess among several, for restrictions only. Guesses inside guesses add nothing. */
  readonly guess: boolean | undefined
  /**
   * The command comes from an option that its program usually does without: a rule that names the program does not
   * cover it.
   */
  readonly lent: true | undefined
  /** The inner command does not see this machine's files. */
  readonly elsewhere: 'container' | 'remote' | undefined
  /** There are more of these than are looked at. */
  readonly cut: string | undefined
}

/** `words` is aligned with `argv`; without it nothing is known about words that are null. */
export type Reader = (argv: readonly Word[], program: string, words?: readonly WordTraits[]) => readonly Unwrapped[]

/** What a reader knows besides the command. */
export interface Traits {
  readonly strict?: boolean
  readonly guess?: boolean | undefined
  readonly elsewhere?: 'container' | 'remote' | undefined
  readonly at?: number
  readonly many?: true | undefined
  readonly lent?: true | undefined
}

/** None of the program's words is a command. */
export const NOTHING: readonly Unwrapped[] = []

const NO_TRAITS: Traits = {}

const BLANK: Unwrapped = {
  strict: false,
  onlyLooks: undefined,
  kind: 'argv',
  inner: undefined,
  many: undefined,
  begins: undefined,
  ends: undefined,
  tests: undefined,
  fills: undefined,
  shapes: undefined,
  at: undefined,
  script: undefined,
  shell: undefined,
  file: undefined,
  language: undefined,
  code: undefined,
  dynamic: false,
  unresolved: undefined,
  guess: undefined,
  lent: undefined,
  elsewhere: undefined,
  cut: undefined,
}

export function innerArgv(
  inner: readonly Word[],
  { strict, guess, elsewhere, at, many }: Traits = NO_TRAITS,
): Unwrapped {
  const dynamic = inner[0] === null || inner[0] === undefined
  const unresolved = dynamic ? 'the program is computed' : undefined
  return { ...BLANK, strict: strict === true, inner, many, at, dynamic, unresolved, guess, elsewhere }
}

export function innerScript(
  script: Word,
  shell: string,
  { strict, guess, elsewhere, lent }: Traits = NO_TRAITS,
): Unwrapped {
  const dynamic = script === null
  const unresolved = dynamic ? 'the script is computed' : undefined
  return {
    ...BLANK,
    strict: strict === true,
    kind: 'script',
    script,
    shell,
    dynamic,
    unresolved,
    guess,
    lent,
    elsewhere,
  }
}

export function innerStdin(shell: string, { elsewhere }: Traits = NO_TRAITS): Unwrapped {
  return { ...BLANK, kind: 'stdin', shell, unresolved: `${shell} runs what it reads`, elsewhere }
}

/** A file that is already open (`/dev/fd/3`) holds whatever the line has written to it. */
const OPEN_FILE = /^\/(?:dev|proc\/[^/]+)\/fd\//u

export function innerFile(file: Word, shell: string): Unwrapped {
  const unresolved = `runs the script ${file ?? 'that an expression names'}`
  return { ...BLANK, kind: 'script', file, shell, dynamic: file === null || OPEN_FILE.test(file), unresolved }
}

/** Text in another language: it can run anything, and nothing here reads it. */
export function innerCode(code: Word, language: string): Unwrapped {
  const unresolved = `runs ${language} code given as text`
  return { ...BLANK, kind: 'script', code, language, dynamic: true, unresolved }
}

/** The program runs what it reads on standard input, in a language of its own. */
export function innerInput(language: string): Unwrapped {
  return { ...BLANK, kind: 'stdin', language, dynamic: true, unresolved: `runs the ${language} commands it reads` }
}

/** The shell evaluates text among the words once more. */
export function innerEvaluated(unresolved: string): Unwrapped {
  return { ...BLANK, dynamic: true, unresolved }
}

/** There are more commands than are looked at. */
export function innerCut(cut: string): Unwrapped {
  return { ...BLANK, dynamic: true, unresolved: `more ${cut} than are looked at`, cut }
}

/** The commands are kept outside the line. */
export function innerElsewhere(unresolved: string): Unwrapped {
  return { ...BLANK, unresolved }
}

/** The words of a command that a shell joins and reads again; null as soon as one of them is unknown. */
export function joined(words: readonly Word[]): Word {
  return words.includes(null) ? null : words.join(' ')
}

/** A placeholder inside a longer word (`sh -c 'rm {}'`) makes the words as written worth reading, too. */
export function asWritten(words: readonly Word[], placeholder: string | undefined): readonly Unwrapped[] {
  if (placeholder === undefined) return NOTHING
  const embedded = words.some((word) => word !== null && word.length > placeholder.length && word.includes(placeholder))
  return embedded ? [innerArgv(words, { guess: true })] : NOTHING
}

const STDIN_FILES: ReadonlySet<string> = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'])

/** A file that is the standard input. */
export function isStdinFile(word: Word): boolean {
  return word !== null && STDIN_FILES.has(word)
}
