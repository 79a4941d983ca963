/**
 * Part of the command catalogue: tells flags, their values and operands apart, as getopt would.
 *
 * INVARIANT: one pass, every word is looked at once. Whatever could be a flag and is not in the table spoils the proof.
 */

import type { Word } from '../../engine/effect.ts'
import { codeAt, startsWith } from '../code-at.ts'
import { findFlag, findLetter, type Flag, type Table } from './compile.ts'
import { addFlag, addOperand, type Draft, GUESS, isMany, isSeveral, short, spoil, traits } from './draft.ts'
import { guessFlag, guessGlued, guessStray } from './guesses/paths.ts'
import { mayBeFiles } from './operands.ts'
import { addValue } from './values.ts'

const DASH = 0x2d

/** Reads flags and operands from `from` on; stops before the first operand when `until` says so. */
export function scan(draft: Draft, from: number, until?: 'operand'): number {
  const { argv, table } = draft
  let i = from
  for (; i < argv.length; i++) {
    const word = argv[i] as Word
    // In a loop the word may be something else in another round; in the round in which it is `--`, no flag follows.
    if (word === '--') {
      // For some programs (`npm -- publish`) the subcommand still follows.
      if (until === 'operand' && i + 1 < argv.length) {
        spoil(draft, 'dashes before the subcommand')
        return i + 1
      }
      for (i++; i < argv.length; i++) addOperand(draft, i)
      break
    }
    if (word !== null && !isMany(draft, i)) {
      if (word.length > 1 && codeAt(word, 0) === DASH) {
        i = takeFlag(draft, table, i, word)
        continue
      }
      if (until === 'operand') return i
      addOperand(draft, i)
      continue
    }
    const leading = lead(draft, i)
    const flagged = leading.length > 1 ? startsWith(leading, '-') : leading === '-' && word !== '-'
    if (flagged ? !dynamicValue(draft, table, i, word, leading) : couldBeFlag(draft, i, leading)) {
      if (table.spec.inert !== true)
        spoil(draft, `${word === null ? 'a dynamic word' : short(word)} could become a flag`)
      if (word === null) draft.unknown = true
      else if (flagged) guessKnown(draft, table, i, word)
    } else if (flagged) continue
    // It is no flag. But although the table may call it text, it may still be a file.
    else if (word === null && (leading === '' || traits(draft, i).splits)) draft.unknown = true
    if (until === 'operand') return i
    addOperand(draft, i)
  }
  return i
}

/** The text that a word certainly begins with. */
function lead(draft: Draft, index: number): string {
  const word = draft.argv[index]
  const { glob, brace, prefix } = traits(draft, index)
  if (word == null) return prefix ?? ''
  if (!glob && !brace) return word
  const end = word.search(/[*?[{]/u)
  return end === -1 ? word : word.slice(0, end)
}

function couldBeFlag(draft: Draft, index: number, leading: string): boolean {
  const { splits, undashed, digits } = traits(draft, index)
  if (undashed === true || (leading !== '' && !splits)) return false
  const { valueless, unnumbered } = draft.table.spec
  if (unnumbered === true && !splits && digits?.startsWith('1') === true) return false
  return !(valueless === true && DOTTED.test(draft.argv[index] ?? ''))
}

/** `*.log`: each name that it stands for ends like this. */
const DOTTED = /^\*\.[A-Za-z0-9_]+$/u

/** `--format="$x"`: a known flag that takes text, so the value does not matter. */
function dynamicValue(draft: Draft, table: Table, index: number, word: Word, leading: string): boolean {
  const mark = leading.indexOf('=')
  if (word !== null || mark === -1 || isMany(draft, index)) return false
  const flag = findFlag(table, leading.slice(0, mark))
  if (!flag || flag.arity === 0 || flag.role !== 't' || flag.harm) return false
  addFlag(draft, flag, index, null)
  return true
}

/**
 * `--target=a*`, `-t"$f"`: the word may become several, each with what this flag does to its value; guessed for
 * restrictions.
 */
function guessKnown(draft: Draft, table: Table, index: number, word: string): void {
  guessFlag(draft, index, word)
  const mark = word.indexOf('=')
  if (codeAt(word, 1) === DASH || table.spec.style === 'go') {
    const flag = mark === -1 ? undefined : findFlag(table, word.slice(0, mark))
    if (flag !== undefined && flag.arity > 0) guessGiven(draft, flag, index, word.slice(mark + 1))
    return
  }
  for (let at = 1; at < word.length - 1; at++) {
    const flag = findLetter(table, codeAt(word, at))
    if (flag === undefined) return
    if (flag.arity === 0) continue
    return guessGiven(draft, flag, index, word.slice(at + 1))
  }
}

function guessGiven(draft: Draft, flag: Flag, index: number, value: string): void {
  addFlag(draft, flag, index, value)
  addValue(draft, flag.role, index, value, GUESS)
}

function isNumber(word: string): boolean {
  for (let at = 1; at < word.length; at++) {
    const code = codeAt(word, at)
    if (code < 48 || code > 57) return false
  }
  return true
}

/** Returns the index of the last word the flag consumed. */
function takeFlag(draft: Draft, table: Table, index: number, word: string): number {
  if (codeAt(word, 1) === DASH || table.spec.style === 'go') return takeLong(draft, table, index, word)
  if (table.numeric && isNumber(word)) return index
  for (let at = 1; at < word.length; at++) {
    const flag = findLetter(table, codeAt(word, at))
    if (!flag) {
      stray(draft, `-${word[at]}`)
      guessStray(draft, index, at === 1 ? word : `-${word.slice(at)}`)
      if (at > 1) guessGlued(draft, index, word)
      return index
    }
    if (flag.arity === 0) {
      see(draft, flag, index, undefined)
      continue
    }
    const last = at === word.length - 1
    if (flag.arity === 1 && last) return takeNext(draft, flag, index)
    see(draft, flag, index, last ? undefined : word.slice(at + 1))
    return index
  }
  return index
}

/**
 * For a program that does more than its table says (`acts`), operands called text are known not to be files. An unknown
 * flag makes them doubtful only if it stands before the subcommand.
 */
function stray(draft: Draft, flag: string): void {
  draft.strays ||= draft.spoiled === undefined || draft.table.spec.acts === undefined
  spoil(draft, `unknown flag ${flag}`)
}

/** Whether the word is a flag that no table lists, so that it may take the next word as its value. */
export function isStrayFlag(table: Table, word: Word | undefined): boolean {
  if (word == null || word.length < 2 || codeAt(word, 0) !== DASH || word.includes('=')) return false
  if (codeAt(word, 1) === DASH || table.spec.style === 'go') return word !== '--' && findFlag(table, word) === undefined
  for (let at = 1; at < word.length; at++) if (!findLetter(table, codeAt(word, at))) return true
  return false
}

function takeLong(draft: Draft, table: Table, index: number, word: string): number {
  const mark = word.indexOf('=')
  const spelled = mark === -1 ? word : word.slice(0, mark)
  const flag = findFlag(table, spelled) ?? (table.spec.style === 'go' ? findFlag(table, spelled.slice(1)) : undefined)
  const value = mark === -1 ? undefined : word.slice(mark + 1)
  if (!flag) {
    stray(draft, short(spelled))
    guessAbbreviated(draft, table, index, spelled, value)
    guessStray(draft, index, word)
    return index
  }
  if (flag.arity === 3) return takeNext(draft, flag, takeName(draft, flag, index))
  if (flag.arity === 1 && mark === -1) return takeNext(draft, flag, index)
  if (flag.arity === 0 && mark !== -1) spoil(draft, `${short(spelled)} takes no value`)
  see(draft, flag, index, value)
  return index
}

/** The value is the next word. If that word may vanish or become several, no later word has a known place. */
function takeNext(draft: Draft, flag: Flag, index: number): number {
  const next = index + 1
  if (next >= draft.argv.length) {
    spoil(draft, `${flag.names[0]} lacks its value`)
    see(draft, flag, index, undefined)
    return index
  }
  const isAnyText = takesAnyText(draft, flag) && traits(draft, next).single === true && lead(draft, next) !== ''
  if (draft.table.spec.inert !== true) {
    if (!isAnyText && isSeveral(draft, next, flag.role))
      spoil(draft, `the value of ${flag.names[0]} may be several words`)
    else if (mayBeFlag(draft, flag, index)) {
      spoil(draft, `${short(draft.argv[next] ?? '')} may be a flag of its own`)
      guessAlone(draft, next, draft.argv[next] ?? '')
    }
  }
  see(draft, flag, next, draft.argv[next])
  if (draft.operands.length > 0 && flag.role === 't') guessFile(draft, next)
  // `grep -e src/*`: all words of the pattern but the first are operands.
  mayBeFiles(draft, next, false)
  return next
}

/**
 * `awk -v f="$f"`: the value is one of the names that a loop goes through, after some literal text. Any text will do
 * only if nothing else looks at the words: it would see a pattern in this place, and `tmux ls -F "x$f"` runs what a
 * name says.
 */
function takesAnyText({ table: { spec, free } }: Draft, { role, names }: Flag): boolean {
  if (role !== 't') return false
  return (spec.guard ?? spec.grammar ?? spec.subs) === undefined || names.some((name) => free.has(name))
}

/**
 * `-m -k`: versions and namesakes of a program disagree on whether a letter takes a value, so a word that looks like a
 * value here may be a flag there. They disagree on long names, too: `git log --format --output=x` takes the value glued
 * or not at all, and writes before it complains. Only flags that bring a pattern (`rg -e --foo`) certainly take their
 * value.
 */
function mayBeFlag({ argv, table }: Draft, flag: Flag, index: number): boolean {
  const next = argv[index + 1] ?? ''
  if (!/^--?[A-Za-z]/u.test(next) || flag.names.some((name) => table.shift.has(name))) return false
  return !startsWith(argv[index] ?? '', '--') || startsWith(next, '--') || isHarmful(table, next)
}

/**
 * Whether the word is a cluster of known flags, one of which does harm. `--sort -committerdate` and
 * `--search -label:bug` have none: not all of their letters are flags.
 */
function isHarmful(table: Table, word: string): boolean {
  if (table.spec.style === 'go') return findFlag(table, word.split('=', 1)[0] ?? '')?.harm === true
  let harm = false
  for (let at = 1; at < word.length; at++) {
    const flag = findLetter(table, codeAt(word, at))
    if (flag === undefined) return false
    harm ||= flag.harm || flag.role === 'w'
    if (flag.arity > 0) return harm
  }
  return harm
}

/** A value that may be a flag of its own: restrictions treat it as one. */
function guessAlone(draft: Draft, index: number, word: string): void {
  guessStray(draft, index, word)
  if (!startsWith(word, '--')) return guessKnown(draft, draft.table, index, word)
  const mark = word.indexOf('=')
  guessAbbreviated(
    draft,
    draft.table,
    index,
    mark < 0 ? word : word.slice(0, mark),
    mark < 0 ? undefined : word.slice(mark + 1),
  )
}

/** Skips the first of two words: it is a name without any effect. */
function takeName(draft: Draft, flag: Flag, index: number): number {
  if (isMany(draft, index + 1) && draft.table.spec.inert !== true)
    spoil(draft, `the name after ${flag.names[0]} may be several words`)
  return Math.min(index + 1, draft.argv.length - 1)
}

/** getopt accepts abbreviations: for restrictions, every flag that may be meant counts. */
function guessAbbreviated(draft: Draft, table: Table, index: number, name: string, value: string | undefined): void {
  if (name.length < 3) return
  const next = value ?? draft.argv[index + 1]
  for (const [known, flag] of table.flags) {
    if (!startsWith(known, name)) continue
    addFlag(draft, flag, index, value)
    if (flag.arity > 0) addValue(draft, flag.role, value === undefined ? index + 1 : index, next, GUESS)
  }
}

const NUMBER = /^[\d.,-]*$/u

/**
 * `cut -f1 a -d .env`: in BSD no flag follows a file, so the value would be one more file. Programs whose pattern may
 * come from a flag take flags anywhere.
 */
function guessFile(draft: Draft, index: number): void {
  const word = draft.argv[index]
  if (word == null || draft.table.rest !== 'r' || draft.table.shift.size > 0 || NUMBER.test(word)) return
  addValue(draft, 'r', index, word, GUESS)
}

function see(draft: Draft, flag: Flag, index: number, value: Word | undefined): void {
  addFlag(draft, flag, index, value)
  if (flag.harm) spoil(draft, `flag ${flag.names[0]}`)
  if (flag.arity === 0 || (flag.arity === 2 && value === undefined)) return
  addValue(draft, flag.role, index, value)
}
