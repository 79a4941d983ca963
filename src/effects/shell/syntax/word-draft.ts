/** Part of the strict shell parser: a word while it is being read. */

import type { Assign, Part, PartKind, ShellWord, Span } from './script.ts'

const NO_PARTS: Part[] = []
/** For a word that is still being read. */
export const NO_SPAN: Span = { start: 0, end: 0 }

export class WordDraft implements ShellWord {
  value = ''
  dynamic = false
  quoted = false
  glob = false
  brace = false
  hides = false
  tilde = false
  splits = false
  parts = NO_PARTS
  assign: Assign | undefined = undefined
  span = NO_SPAN
  /** How much of `value` the parts already hold. */
  private taken = 0

  addExpansion(kind: PartKind, name: string, quoted: boolean, scope: number): void {
    if (this.parts === NO_PARTS) this.parts = []
    this.takeText()
    this.parts.push({ kind, text: name, quoted, scope })
    this.dynamic = true
    if (!quoted) this.splits = true
  }

  end(span: Span): void {
    if (this.dynamic) this.takeText()
    this.span = span
  }

  /** The word `prefix` + `value`, for an assignment that is an argument: never split. A list stands in the prefix. */
  static prefixed(prefix: string, value: ShellWord | undefined, assign: Assign): WordDraft {
    const word = new WordDraft()
    word.value = prefix
    word.assign = assign
    word.span = assign.span
    if (value === undefined) {
      word.dynamic = assign.array?.some(({ dynamic, glob, brace, tilde }) => dynamic || glob || brace || tilde) ?? false
      return word
    }
    word.value += value.value
    word.dynamic = value.dynamic
    word.quoted = value.quoted
    word.glob = value.glob
    word.brace = value.brace
    word.hides = value.hides
    word.tilde = value.tilde
    if (value.parts.length > 0) word.parts = [{ kind: 'text', text: prefix, quoted: false, scope: -1 }, ...value.parts]
    return word
  }

  private takeText(): void {
    if (this.value.length === this.taken) return
    this.parts.push({ kind: 'text', text: this.value.slice(this.taken), quoted: false, scope: -1 })
    this.taken = this.value.length
  }
}
