/**
 * Part of the command catalogue: the words after the subcommands, and each flag on its own, for restrictions.
 *
 * Also for programs that no table describes: there, whatever begins with a dash is a flag, and it is not known whether
 * the next word is its value.
 */

import type { GivenFlag, Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'
import { findFlag } from '../compile.ts'
import type { Draft, Seen, WordTraits } from '../draft.ts'
import { impliedBy } from './implied.ts'

/** A word that may become any flag. */
export const ANY_FLAG: GivenFlag = { names: [], value: null, known: false, place: undefined }
const PLAIN: Partial<WordTraits> = {}

export class LaidOut {
  readonly words: Word[] = []
  /** Indexes of the words that may be the value of a flag. */
  readonly doubtful: number[] = []
  readonly flags: GivenFlag[] = []
  readonly #draft: Draft
  readonly #inner: number | undefined
  /** By the index of the word that holds the flag; null at the index of its value. */
  #seen: Map<number, Seen[] | null> | undefined

  /** `inner`: index of the first word of the command that this one runs. */
  constructor(draft: Draft, inner: number | undefined) {
    this.#draft = draft
    this.#inner = inner
    for (const seen of draft.flags) this.#enter(seen)
    const { acts, task } = draft.table.spec
    // After dashes, git takes nothing but paths.
    const passesOn = !draft.known || task === true || (acts !== undefined && draft.path[0] !== 'git')
    let ended = false
    let next = 0
    for (let at = 1; at < draft.argv.length; at++) {
      const word = this.#wordAt(at)
      const isOperand = draft.operands[next] === at
      if (isOperand) next++
      if (ended && passesOn && isDashed(word)) {
        // The program that receives the word may read it as a flag (`npm run x -- --force`).
        this.doubtful.push(this.words.length)
        this.words.push(word)
        this.#addUnknown(at, word)
      } else if (isOperand || (ended && at >= draft.from)) {
        if (!ended && this.#isBehindStrange(at)) this.doubtful.push(this.words.length)
        this.#addOperand(at, word, ended && !passesOn)
      } else if (word === '--') {
        ended = true
        this.flags.push({ names: ['--'], value: undefined, known: true, place: this.#placeOf(at) })
      } else this.#addOther(at, word)
    }
    for (const flag of impliedBy(draft.path, this.words, this.flags)) this.flags.push(flag)
  }

  #addOther(at: number, word: Word): void {
    const seen = this.#seen?.get(at)
    if (seen === null) return
    if (seen !== undefined) this.#addSeen(at, word ?? '', seen)
    else if (isDashed(word)) this.#addUnknown(at, word)
    else if (at >= this.#draft.from) this.#addWord(at, word)
  }

  /** A file may be named like a flag; then the shell makes a flag of a pattern (`-[f]`). */
  #wordAt(at: number): Word {
    const word = this.#draft.argv[at] as Word
    return isDashed(word) && this.#draft.words[at]?.glob === true ? null : word
  }

  #enter(seen: Seen): void {
    const { argv, words } = this.#draft
    const glued = seen.value !== argv[seen.index] || words[seen.index]?.prefix?.startsWith('-') === true
    const at = glued || seen.value === undefined ? seen.index : seen.index - (seen.flag.arity === 3 ? 2 : 1)
    const all = (this.#seen ??= new Map())
    for (let value = at + 1; value <= seen.index; value++) all.set(value, null)
    const known = all.get(at)
    if (known == null) all.set(at, [seen])
    else known.push(seen)
  }

  #addSeen(at: number, word: string, all: readonly Seen[]): void {
    let rest = startsWith(word, '--') || this.#draft.table.spec.style === 'go' ? '' : word.slice(1)
    for (const { flag, value } of all) {
      this.flags.push({ names: flag.names, value, known: true, place: this.#placeOf(at, flag) })
      if (rest !== '' && flag.names.includes(`-${rest.charAt(0)}`)) rest = rest.slice(1)
      if (rest === value) rest = ''
    }
    // Letters of a cluster that the program is not known to have.
    if (rest !== '' && rest !== word.slice(1)) this.#addUnknown(at, `-${rest}`)
  }

  #addUnknown(at: number, word: string): void {
    const mark = word.indexOf('=')
    const next = this.#draft.argv[at + 1]
    const behind = next?.startsWith('-') === true ? undefined : next
    this.flags.push({
      names: [mark < 0 ? word : word.slice(0, mark)],
      value: mark < 0 ? behind : word.slice(mark + 1),
      // If flags are words with one dash, none is a cluster or an abbreviation.
      known: this.#draft.table.spec.style === 'go',
      place: this.#placeOf(at),
    })
  }

  #addOperand(at: number, word: Word, surely: boolean): void {
    if (word === null && !surely && this.#mayBeFlag(at)) this.flags.push({ ...ANY_FLAG, place: this.#placeOf(at) })
    this.words.push(word)
  }

  /** Behind a flag that the table does not list (`migrate -path x down`), a word may be its value. */
  #isBehindStrange(at: number): boolean {
    const before = at === 1 ? null : (this.#draft.argv[at - 1] ?? null)
    return isDashed(before) && !before.includes('=') && this.#seen?.has(at - 1) !== true
  }

  #mayBeFlag(at: number): boolean {
    const { prefix = '-', undashed, digits } = this.#draft.words[at] ?? PLAIN
    return undashed !== true && digits === undefined && prefix.startsWith('-')
  }

  #addWord(at: number, word: Word): void {
    const before = at === 1 ? undefined : this.#draft.argv[at - 1]
    if (before?.startsWith('-') === true && !before.includes('=')) this.doubtful.push(this.words.length)
    this.#addOperand(at, word, false)
  }

  /** The same letter may mean one thing before the subcommand and another after it (`git -C`). */
  #placeOf(at: number, flag?: Seen['flag']): GivenFlag['place'] {
    const { top, table, path, from } = this.#draft
    if (this.#inner !== undefined && path.length === 1) return at < this.#inner ? 'before' : 'behind'
    if (flag === undefined || (path.length === 1 && table.subs === undefined)) return undefined
    const [name = ''] = flag.names
    const other = at < from ? findFlag(table, name) : top.flags.get(name)
    if (other === undefined || other === flag || other.names.join() === flag.names.join()) return undefined
    return at < from ? 'before' : 'behind'
  }
}

function isDashed(word: Word): word is string {
  return word !== null && word.length > 1 && startsWith(word, '-')
}
