/**
 * Part of the strict shell parser: the text, the position at which it is read, and what has been read.
 *
 * The grammar is in the other files, as functions of a `Reader`. Text that bash reads a second time (backticks,
 * here-document bodies) gets a reader of its own, which maps offsets back to the source.
 */

import {
  BACKSLASH,
  HASH,
  NEWLINE,
  SPACE,
  codesOf,
  isBlank,
  isMeta,
  isNameChar,
  isNameStart,
  isOperator,
} from './chars.ts'
import { readHereDocuments } from './heredoc.ts'
import type { PendingHereDocument } from './heredoc.ts'
import type {
  Block,
  Connector,
  Evaluated,
  FunctionDefinition,
  Loop,
  Repeated,
  Scope,
  ScopeKind,
  Script,
  SimpleCommand,
  Span,
} from './script.ts'

/** On Linux, a text handed to `bash -c` cannot be longer. */
export const MAX_LENGTH = 131_072
/** How many characters may be grammar. The rest must be here-documents in which nothing is expanded. */
export const MAX_GRAMMAR = 16_384
export const MAX_DEPTH = 24

/**
 * Why a text is outside the subset; the only thing the grammar throws. It is not an `Error`, because nobody needs its
 * stack.
 */
export class Refusal {
  readonly reason: string
  readonly at: number

  constructor(reason: string, at: number) {
    this.reason = reason
    this.at = at
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type ScopeDraft = Mutable<Scope>
export type CommandDraft = Mutable<SimpleCommand>
type LoopDraft = Mutable<Loop>
type RepeatedDraft = Mutable<Repeated>
type BlockDraft = Mutable<Block>
type EvaluatedDraft = Mutable<Evaluated>
type FunctionDraft = Mutable<FunctionDefinition>

/** The script while it is being read; shared by all readers of one source. */
export class Draft {
  readonly source: string
  readonly commands: CommandDraft[] = []
  readonly scopes: ScopeDraft[] = [{ kind: 'top', parent: -1, pipeline: -1, stage: -1 }]
  readonly stages: number[] = []
  readonly merged: number[] = []
  readonly functions: FunctionDraft[] = []
  readonly loops: LoopDraft[] = []
  readonly repeated: RepeatedDraft[] = []
  readonly blocks: BlockDraft[] = []
  readonly evaluations: EvaluatedDraft[] = []
  readonly lines: number[] = []
  readonly assigned: string[] = []
  readonly measured: string[] = []
  readonly counted: string[] = []
  readonly evaluated: string[] = []
  readonly keys: string[] = []
  indirect = false
  repeats = false
  commented = false
  chains = 0
  /** How many characters belong to here-documents in which nothing is expanded. */
  verbatim = 0
  spawning: Script['spawning'] = undefined

  constructor(source: string) {
    this.source = source
  }
}

/** A position in what was read so far. */
export interface Mark {
  readonly command: number
  readonly scope: number
  readonly loop: number
  readonly repeated: number
  readonly block: number
  readonly definition: number
  readonly evaluation: number
}

export function markOf({ commands, scopes, loops, repeated, blocks, functions, evaluations }: Draft): Mark {
  return {
    command: commands.length,
    scope: scopes.length,
    loop: loops.length,
    repeated: repeated.length,
    block: blocks.length,
    definition: functions.length,
    evaluation: evaluations.length,
  }
}

/** In bash 3.2, the version on macOS, these count towards the end of a substitution even in a comment. */
const COUNTED = /["'`()]/u

/** A shell that reads this as a command finds no program of the name `#`. */
const PLAIN_REMARK = /^#+(?:\s[\w\s.,:/-]*)?$/u

export class Reader {
  readonly text: string
  readonly length: number
  readonly draft: Draft
  /** The characters of `text`; beyond its end, whatever was there before. */
  readonly codes: Uint16Array
  at = 0
  depth = 0
  scope = 0
  pipeline = -1
  stage = 0
  connector: Connector = 'first'
  chain = -1
  conditional = false
  block = -1
  /**
   * Whether the last command read was compound and had no redirection: a closing word may then follow without a
   * separator.
   */
  afterCompound = false
  /**
   * bash 5.2 prints the commands of `$( )` and `<( )` and reads them back, and on the way drops a `;` after a
   * here-document. `compound`: inside a compound command inside such a substitution.
   */
  enclosure: 'none' | 'substitution' | 'compound' = 'none'
  /** Whether a here-document was announced in the present substitution. */
  hadHereDocument = false
  /** Here-documents that were announced, and whose bodies start after the next newline. */
  pending: PendingHereDocument[] = []
  /** Source offset of each character of `text` (and of its end), or undefined when that is `shift` plus the offset. */
  private readonly origin: Int32Array | undefined
  private readonly shift: number

  constructor(text: string, codes: Uint16Array, draft: Draft, origin: Int32Array | undefined, shift: number) {
    this.text = text
    this.length = text.length
    this.codes = codes
    this.draft = draft
    this.origin = origin
    this.shift = shift
  }

  /** A reader for a text found inside this one, in the same surroundings. */
  nested(text: string, origin: Int32Array | undefined, shift: number): Reader {
    const inner = new Reader(text, codesOf(text), this.draft, origin, shift)
    inner.depth = this.depth
    inner.scope = this.scope
    inner.pipeline = this.pipeline
    inner.stage = this.stage
    inner.conditional = this.conditional
    return inner
  }

  /** A reader for a stretch of this text. */
  nestedSlice(start: number, end: number): Reader {
    return this.nested(this.text.slice(start, end), this.origin?.subarray(start, end + 1), this.shift + start)
  }

  /** The offset in the source for an offset in this text. */
  source(at: number): number {
    return this.origin === undefined ? at + this.shift : (this.origin[at] ?? 0)
  }

  span(start: number, end: number): Span {
    return { start: this.source(start), end: this.source(end) }
  }

  /** Notes what bash evaluates between these two offsets. */
  evaluates(start: number, end: number): void {
    this.draft.evaluations.push({ scope: this.scope, at: this.source(start), text: this.text.slice(start, end) })
  }

  refuse(reason: string, at: number): never {
    throw new Refusal(reason, this.source(Math.min(at, this.length)))
  }

  enter(): void {
    if (++this.depth > MAX_DEPTH) this.refuse('nested too deeply', this.at)
  }

  leave(): void {
    this.depth--
  }

  newScope(kind: ScopeKind, pipeline: number, stage: number): number {
    return this.draft.scopes.push({ kind, parent: this.scope, pipeline, stage }) - 1
  }

  /** The character at this offset; beyond the ends 0, which no text contains. */
  code(at: number): number {
    return at < this.length ? (this.codes[at] ?? 0) : 0
  }

  /** The end of the name that starts at this offset; the offset itself if none does. */
  nameEnd(at: number): number {
    if (!isNameStart(this.code(at))) return at
    let end = at + 1
    while (isNameChar(this.code(end))) end++
    return end
  }

  /** Whether these characters come next at that offset. */
  hasAt(at: number, codes: readonly number[]): boolean {
    for (let index = 0; index < codes.length; index++) if (this.code(at + index) !== codes[index]) return false
    return true
  }

  /** Whether the word ends at this offset. */
  isDelimiter(at: number): boolean {
    return at >= this.length || isMeta(this.code(at))
  }

  skipBlanks(): void {
    for (;;) {
      const code = this.code(this.at)
      if (isBlank(code)) this.at++
      else if (code === BACKSLASH && this.code(this.at + 1) === NEWLINE) this.skipContinuation()
      else return
    }
  }

  /** Blanks, comments and newlines, with the here-documents that start after a newline. */
  skipLines(): void {
    for (;;) {
      this.skipBlanks()
      const code = this.code(this.at)
      if (code === HASH) this.skipComment()
      else if (code === NEWLINE) this.newline()
      else return
    }
  }

  skipComment(): void {
    const found = this.text.indexOf('\n', this.at)
    const end = found < 0 ? this.length : found
    this.draft.commented ||= !(this.beginsLine() && PLAIN_REMARK.test(this.text.slice(this.at, end)))
    if (this.enclosure !== 'none' && COUNTED.test(this.text.slice(this.at, end)))
      this.refuse('quote or parenthesis in a comment in a substitution', this.at)
    this.at = end
  }

  /** Whether only blanks come before it. */
  private beginsLine(): boolean {
    let before = this.at - 1
    while (before >= 0 && isBlank(this.code(before))) before--
    return before < 0 || this.code(before) === NEWLINE
  }

  newline(): void {
    this.at++
    if (this.pending.length > 0) readHereDocuments(this)
  }

  /** bash joins what stands on both sides of an escaped newline, so it may not touch a word or sit inside an operator. */
  private skipContinuation(): void {
    const before = this.at === 0 ? SPACE : this.code(this.at - 1)
    if (!isMeta(before)) this.refuse('line continuation inside a word', this.at)
    while (this.code(this.at) === BACKSLASH && this.code(this.at + 1) === NEWLINE) this.at += 2
    if (isOperator(before) && isOperator(this.code(this.at))) {
      this.refuse('line continuation inside an operator', this.at)
    }
  }
}
