/**
 * Part of the command catalogue: what is known so far about the command that is being read.
 *
 * INVARIANT: `spoil`, `unknown`, `writes` and `connects` are only ever turned on; no later word brings a proof back.
 */

import type { Form, Word } from '../../engine/effect.ts'
import { type Flag, NO_TABLE, type Table } from './compile.ts'
import { otherForms } from './forms.ts'
import type { CommandReading } from './read.ts'
import type { Searching } from './searching.ts'
import type { Role } from './spec.ts'

/** What the shell may still do to a word; aligned with argv. */
export interface WordTraits {
  /** An unquoted expansion: it may become several words, or none. */
  readonly splits: boolean
  readonly glob: boolean
  readonly brace: boolean
  /** For a dynamic word: the literal text that it certainly begins with. */
  readonly prefix?: string | undefined
  /** For a dynamic word: its literal text, with `*` for the rest. */
  readonly shape?: string | undefined
  /** For a dynamic word: none of the words it may become begins with a dash. */
  readonly undashed?: boolean | undefined
  /**
   * For a dynamic word in which only numbers are unknown: its text, with `1` for each of them. Each may also be empty.
   */
  readonly digits?: string | undefined
  /** A pattern that a loop has expanded: if the word is quoted, it is one of the names that the pattern stands for. */
  readonly single?: boolean | undefined
}

/**
 * All fields are always there, so that every effect has the same shape: the shell's reader goes through them for each
 * command.
 */
export interface ArgEffect {
  readonly type: 'read' | 'write' | 'connect'
  /** Index of the word in argv that it comes from. */
  readonly index: number
  /** The path, host or URL, without its flag. */
  readonly value: string
  /** False for a guess, which is made for restrictions only. */
  readonly certain: boolean
  /** What a write does to the file. A read has it only if it may be a write instead. */
  readonly how: 'create' | 'modify' | 'delete' | undefined
  /** Everything below it as well. */
  readonly tree: boolean
  /** The value is a pattern that the shell would still expand. */
  readonly glob: boolean
  /** Names, sizes and times only, never the content. */
  readonly meta: boolean
  /** Only some of the files below it, those that pass a test (`find . -name '*.pyc' -delete`, `grep -r x .`). */
  readonly partial: boolean
}

/** A folder, and what in it is shown. */
export interface Search {
  /** Index of the word in argv that names it; 0 if it is the one in which the command runs. */
  readonly index: number
  readonly folder: string
  /** It is a pattern that the shell would still expand. */
  readonly glob: boolean
  readonly searching: Searching
}

/** A flag that was found; `value` is null when dynamic, undefined when it has none. */
export interface Seen {
  readonly flag: Flag
  readonly index: number
  readonly value: Word | undefined
}

// Most commands have no flags or no effects. They share these empty lists; the first addition replaces them by a new
// one.
const NO_EFFECTS: readonly ArgEffect[] = []
const NO_FLAGS: readonly Seen[] = []
const NO_OPERANDS: readonly number[] = []

/**
 * The reading of a command while it is being made; once finished, it is handed out as the reading. One class for every
 * command.
 */
export class Draft implements CommandReading {
  readonly argv: readonly Word[]
  /** Empty when all words are plain. */
  readonly words: readonly WordTraits[]
  /** The whole input of the command, if that is certain. */
  readonly given: string | undefined
  /** The table of the program itself. */
  readonly top: Table
  /** The table of the innermost subcommand. */
  table: Table
  /** Index of the first word after program and subcommands. */
  from = 1
  /** Index of a word that was taken for the subcommand, but may be the value of an unknown flag; 0 if there is none. */
  doubted = 0
  /** The canonical names of program and subcommands. */
  readonly path: string[]
  /**
   * Whether a table knows the last of them by its own name. Without its verb, a group says little about what is done.
   */
  named = true
  effects = NO_EFFECTS
  flags = NO_FLAGS
  searches: (() => readonly Search[]) | undefined = undefined
  /** Indices of the operands. */
  operands = NO_OPERANDS
  spoiled: string | undefined = undefined
  writes = false
  connects = false
  unknown = false
  /** Some flag is in no table, so it is not certain which words are operands. */
  strays = false
  /** Whether what is written is the very thing that the program is named for, if its table does not say so. */
  own: boolean | undefined = undefined

  constructor(
    argv: readonly Word[],
    words: readonly WordTraits[],
    table: Table,
    path: string[],
    given: string | undefined,
  ) {
    this.argv = argv
    this.words = words
    this.given = given
    this.top = table
    this.table = table
    this.path = path
  }

  get known(): boolean {
    return this.table !== NO_TABLE
  }

  get changes(): boolean {
    return this.own ?? (this.table.spec.acts !== undefined && !this.flags.some(({ flag }) => flag.role === 'm'))
  }

  get readOnly(): boolean {
    return this.spoiled === undefined && !this.connects && !this.writes
  }

  get fileCommand(): boolean {
    return this.spoiled === undefined && this.writes && !this.connects && !this.unknown
  }

  get why(): string | undefined {
    return this.spoiled ?? (this.connects ? 'talks to another host' : this.writes ? 'writes files' : undefined)
  }

  get unknownOperands(): boolean {
    return this.unknown && (this.writes || !(this.table.textOnly && this.effects.length === 0))
  }

  get stem(): readonly string[] {
    if (!this.named) return this.path.slice(0, 1)
    const first = this.operands[0]
    const task = this.table.spec.task && first !== undefined ? this.argv[first] : undefined
    return typeof task === 'string' ? [...this.path, task] : this.path
  }

  forms(inner?: number): readonly Form[] {
    return otherForms(this, inner)
  }
}

/** The word stands as it is: nothing in it would be changed by a shell. */
export const PLAIN_TRAITS: WordTraits = {
  splits: false,
  glob: false,
  brace: false,
  prefix: undefined,
  shape: undefined,
  undashed: undefined,
  digits: undefined,
  single: undefined,
}

// How a word is meant, if it means more or less than the file of that name, for example `GUESS | TREE`. `ArgEffect`
// says what each stands for. They are bits because this is computed for every operand.
export const GUESS = 1
export const TREE = 2
export const GLOB = 4
export const META = 8
export const PARTIAL = 16

export function addRead(draft: Draft, index: number, value: string, as = 0): void {
  addEffect(draft, 'read', undefined, index, value, as)
}

/** It is either read or written, and it is not known which: rules on writing it ask, too. */
export function addMaybeWritten(draft: Draft, index: number, value: string, as = globAt(draft, index)): void {
  addEffect(draft, 'read', 'modify', index, value, GUESS | TREE | as)
}

export function addWrite(draft: Draft, how: ArgEffect['how'], index: number, value: string, as = 0): void {
  addEffect(draft, 'write', how, index, value, as)
}

/** The files of a kind below a folder that the program walks by itself; hidden files are left out. */
export function addWalked(draft: Draft, index: number, folder: string, kind: string, as = GUESS): void {
  const base = folder.replace(/\/?(?:\.{3})?$/u, '')
  addWrite(draft, 'modify', index, `${base === '' ? '.' : base}/**/${kind}`, as | GLOB | PARTIAL)
}

/** `.`, `pkg`, `./...`: a name without an ending is more likely a folder. */
export function isFolderLike(word: string): boolean {
  return /(?:^|\/)(?:\.{1,3}|[^/.]+)\/?$/u.test(word)
}

/**
 * A pattern that the program expands by itself: it concerns some of what lies below the folder before its first
 * wildcard.
 */
export function addPattern(draft: Draft, how: ArgEffect['how'], index: number, pattern: string): void {
  const sign = pattern.search(/[*?[{]/u)
  if (sign < 0) return
  const slash = pattern.lastIndexOf('/', sign)
  const folder = slash < 0 ? '.' : pattern.slice(0, Math.max(slash, 1))
  addWrite(draft, how, index, folder, GUESS | TREE | PARTIAL)
}

export function addConnect(draft: Draft, index: number, value: string, as = 0): void {
  addEffect(draft, 'connect', undefined, index, value, as)
}

function addEffect(
  draft: Draft,
  type: ArgEffect['type'],
  how: ArgEffect['how'],
  index: number,
  value: string,
  as: number,
): void {
  const effect: ArgEffect = {
    type,
    index,
    value,
    certain: (as & GUESS) === 0,
    how,
    tree: (as & TREE) !== 0,
    glob: (as & GLOB) !== 0,
    meta: (as & META) !== 0,
    partial: (as & PARTIAL) !== 0,
  }
  if (draft.effects === NO_EFFECTS) draft.effects = [effect]
  else (draft.effects as ArgEffect[]).push(effect)
}

export function searchOf(draft: Draft, index: number, folder: string, searching: Searching): Search {
  return { index, folder, glob: globAt(draft, index) === GLOB, searching }
}

export function addFlag(draft: Draft, flag: Flag, index: number, value: Word | undefined): void {
  const seen: Seen = { flag, index, value }
  if (draft.flags === NO_FLAGS) draft.flags = [seen]
  else (draft.flags as Seen[]).push(seen)
}

export function addOperand(draft: Draft, index: number): void {
  if (draft.operands === NO_OPERANDS) draft.operands = [index]
  else (draft.operands as number[]).push(index)
}

export function traits({ words }: Draft, index: number): WordTraits {
  return index < words.length ? (words[index] as WordTraits) : PLAIN_TRAITS
}

/** Keeps only the first reason. */
export function spoil(draft: Draft, why: string): void {
  draft.spoiled ??= why
}

/** Whether the word may become several words, or none. */
export function isMany(draft: Draft, index: number): boolean {
  if (index >= draft.words.length) return false
  const word = draft.words[index] as WordTraits
  return word.splits || word.glob || word.brace
}

export function globAt(draft: Draft, index: number): number {
  return isMany(draft, index) ? GLOB : 0
}

/**
 * Whether the word may become several, or none, in this role. A file that a loop has found in a folder is always one
 * word, and cannot be an address (`host:file`) either.
 */
export function isSeveral(draft: Draft, index: number, role: Role | undefined): boolean {
  if (!isMany(draft, index)) return false
  return traits(draft, index).single !== true || !isReading(role) || !IN_FOLDER.test(draft.argv[index] ?? '')
}

const IN_FOLDER = /^[^*?[{:-][^*?[{:]*\//u

export function isReading(role: Role | undefined): boolean {
  return role === 'r' || role === 'R' || role === 'm' || role === 'M' || role === 'g'
}

export function sawFlag({ flags }: Draft, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false
  for (const { flag } of flags) for (const name of flag.names) if (names.has(name)) return true
  return false
}

/** A word, shortened for use in a reason. */
export function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
