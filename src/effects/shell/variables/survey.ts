/** Part of reading shell lines: what a whole line does to variables, and what is known of their values. */

import type { Printed } from '../output/printed.ts'
import type { Span } from '../syntax/script.ts'
import { BLANKS, type Separators } from './separators.ts'

/** The texts a variable may hold at this point; a glob text stands for the names it will match. */
export interface Value {
  readonly texts: readonly string[]
  readonly glob: boolean
  /** The offset in the source from which on it holds. */
  readonly since: number
  readonly until: number
}

/** The words of a call, up to the first that may become several or none; an unknown word is undefined. */
export interface GivenWords {
  readonly words: readonly (Pick<Value, 'texts' | 'glob'> | undefined)[]
  /** Whether these are all of them. */
  readonly whole: boolean
  /** Whether `$*` is all of them with blanks between them. */
  readonly spaced: boolean
}

/** What the line does to variables, over its whole length. */
export interface Survey {
  /** Set in exactly one place. */
  readonly once: ReadonlySet<string>
  readonly touched: ReadonlySet<string>
  readonly separators: Separators
  /** Used by the line itself. */
  readonly used: ReadonlySet<string>
  /** Whether something in the line may set any variable at all. */
  readonly blind: boolean
  /**
   * Whether it is a script inside another command (`X=a sh -c …`): a variable that it does not set itself may be set by
   * the line around it.
   */
  readonly nested: boolean
  /** Whether its positional parameters are names that find has found: each begins with a folder. */
  readonly found: boolean
  /** The patterns, one of which each of those names fits. */
  readonly below: readonly string[] | undefined
  /** What a function is called with, as far as it is known. */
  readonly given: GivenWords | undefined
  /** Set to numbers wherever the line sets them, and where that is certain. */
  readonly numbers: ReadonlyMap<string, Span>
  /** Loop variables that hold one number made of digits, and where. */
  readonly counters: ReadonlyMap<string, Span>
  /** By scope, substitutions that print something known in kind. */
  readonly printed: ReadonlyMap<number, Printed>
}

/** For a line that sets no variables. */
export const NO_VARIABLES: Survey = {
  once: new Set(),
  touched: new Set(),
  separators: BLANKS,
  used: new Set(),
  blind: false,
  nested: false,
  found: false,
  below: undefined,
  given: undefined,
  numbers: new Map(),
  counters: new Map(),
  printed: new Map(),
}
