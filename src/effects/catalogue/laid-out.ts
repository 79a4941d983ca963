/**
 * Part of the command catalogue: the words behind the subcommands, and the flags, each by itself, for restrictions.
 *
 * Also for programs that no table describes: whatever begins with a dash is a flag there, and nobody knows whether the word behind
 * it is its value.
 */

import type { GivenFlag, Word } from '../../engine/effect.ts'
import { startsWith } from '../code-at.ts'
import { findFlag } from './compile.ts'
import { type Draft, type Seen, traits } from './draft.ts'
import { impliedBy } from './implied.ts'

export class LaidOut {
  readonly words: Word[] = []
  /** Which of the words may be the value of a flag. */
  readonly doubtful: number[] = []
  readonly flags: GivenFlag[] = []
  readonly #draft: Draft
  /** By the word it stands in; null where its value stands. */
  readonly #seen = new Map<number, Seen[] | null>()

  constructor(draft: Draft) {
    this.#draft = draft
    const { argv, from, operands } = draft
    for (const seen of draft.flags) this.#enter(seen)
    let next = 0
    let ended = false
    const { acts, task } = draft.table.spec
    const passesOn = !draft.known || acts !== undefined || task === true
    for (let at = 1; at < argv.length; at++) {
      const word = this.#wordAt(at)
      const operand = operands[next] === at
      if (operand) next++
      if (ended && passesOn && isDashed(word)) {
        // Whatever it is passed on to may take it for a flag (`npm run x -- --force`).
        this.doubtful.push(this.words.length)
        this.words.push(word)
        this.#addUnknown(at, word)
        continue
      }
      if (operand || (ended && at >= from)) {
        this.words.push(word)
        continue
      }
      const seen = this.#seen.get(at)
      if (word === '--') {
        ended = true
        this.flags.push({ names: ['--'], value: undefined, known: true, place: this.#placeOf(at) })
      } else if (seen === null) continue
      else if (seen !== undefined) this.#addSeen(at, word ?? '', seen)
      else if (isDashed(word)) this.#addUnknown(at, word)
      else if (at >= from) this.#addWord(at, word)
    }
    this.flags.push(...impliedBy(draft.path, this.words, this.flags))
  }

  /** A file may have the name of a flag, and then the shell makes one of a pattern (`-[f]`). */
  #wordAt(at: number): Word {
    const word = this.#draft.argv[at] as Word
    return isDashed(word) && traits(this.#draft, at).glob ? null : word
  }

  #enter(seen: Seen): void {
    const { argv } = this.#draft
    const apart = seen.value !== undefined && seen.value === argv[seen.index] ? (seen.flag.arity === 3 ? 2 : 1) : 0
    const at = seen.index - apart
    for (let value = at + 1; value <= seen.index; value++) this.#seen.set(value, null)
    const known = this.#seen.get(at)
    if (known == null) this.#seen.set(at, [seen])
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
      known: false,
      place: this.#placeOf(at),
    })
  }

  #addWord(at: number, word: Word): void {
    const before = at === 1 ? undefined : this.#draft.argv[at - 1]
    if (before?.startsWith('-') === true && !before.includes('=')) this.doubtful.push(this.words.length)
    this.words.push(word)
  }

  /** The same letter may mean one thing before the subcommand and another behind it (`git -C`). */
  #placeOf(at: number, flag?: Seen['flag']): GivenFlag['place'] {
    const { top, table, path, from } = this.#draft
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
