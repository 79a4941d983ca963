/**
 * Part of the command catalogue: what is known so far of the command being read.
 *
 * INVARIANT: `spoil`, `unknown`, `writes` and `connects` only ever turn on; reading more words never wins back a proof.
 */

import type { Word } from '../../engine/effect.ts'
import type { Flag, Table } from './compile.ts'

/** What the shell may still do to a word; aligned with argv. */
export interface WordTraits {
  /** An unquoted expansion: it may become several words, or none. */
  readonly splits: boolean
  readonly glob: boolean
  readonly brace: boolean
  readonly quoted: boolean
  /** For a dynamic word: the static text it is certain to begin with. */
  readonly prefix?: string | undefined
}

export interface ArgEffect {
  readonly type: 'read' | 'write' | 'connect'
  /** The word of argv it comes from. */
  readonly index: number
  /** The path, host or url text, without its flag. */
  readonly value: string
  readonly how?: 'create' | 'modify' | 'delete' | undefined
  /** Everything below it as well. */
  readonly tree?: boolean
  /** Only some of the files below it: those that pass a test (`find . -name '*.pyc' -delete`). */
  readonly partial?: true
  /** Names, sizes and times only, never the content. */
  readonly meta?: boolean
  /** The value is a pattern the shell would still expand. */
  readonly glob?: boolean
  /** False for a guess, made for restrictions only. */
  readonly certain: boolean
}

/** A flag that was met; `value` is null when dynamic, undefined when it has none. */
export interface Seen {
  readonly flag: Flag
  readonly index: number
  readonly value: Word | undefined
}

export interface Draft {
  readonly argv: readonly Word[]
  /** Empty when all words are plain. */
  readonly words: readonly WordTraits[]
  table: Table
  /** Where the words after program and subcommands begin. */
  from: number
  /** Program and subcommands, canonical. */
  readonly path: string[]
  /** How many of them come from closed tables. */
  closed: number
  readonly effects: ArgEffect[]
  readonly flags: Seen[]
  /** Indices of the operands. */
  readonly operands: number[]
  spoiled: string | undefined
  writes: boolean
  connects: boolean
  unknown: boolean
}

/** The word as it stands, and nothing that a shell would change. */
export const PLAIN_TRAITS: WordTraits = { splits: false, glob: false, brace: false, quoted: false, prefix: undefined }

export function newDraft(argv: readonly Word[], words: readonly WordTraits[], table: Table, path: string[]): Draft {
  return {
    argv,
    words,
    table,
    from: 1,
    path,
    closed: Number.POSITIVE_INFINITY,
    effects: [],
    flags: [],
    operands: [],
    spoiled: undefined,
    writes: false,
    connects: false,
    unknown: false,
  }
}

export function traits({ words }: Draft, index: number): WordTraits {
  return index < words.length ? (words[index] as WordTraits) : PLAIN_TRAITS
}

/** Keeps the first reason only. */
export function spoil(draft: Draft, why: string): void {
  draft.spoiled ??= why
}

/** May become another number of words. */
export function isMany(draft: Draft, index: number): boolean {
  if (index >= draft.words.length) return false
  const word = draft.words[index] as WordTraits
  return word.splits || word.glob || word.brace
}

export function sawFlag(draft: Draft, names: ReadonlySet<string>): boolean {
  return draft.flags.some((seen) => seen.flag.names.some((name) => names.has(name)))
}

/** A word as it may stand in a reason. */
export function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
