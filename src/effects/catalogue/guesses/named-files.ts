/**
 * Part of the command catalogue: files that a program reads or writes though no table says which word names them:
 * inside a word, after a little-known option, along with a whole folder, or by no word at all. For restrictions only.
 */

import type { Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'
import { NameLists } from '../among.ts'
import { addRead, addWrite, type Draft, GUESS, META, TREE } from '../draft.ts'
import { DEFAULTS, FOLDERS, INSIDE, OPTIONS, WRITTEN } from './named-list.ts'
import { addContents } from '../values.ts'

const ofFirst = ([names]: readonly [string, ...unknown[]]) => names
const inside = new NameLists(INSIDE, ofFirst)
const written = new NameLists(WRITTEN, ofFirst)
const options = new NameLists(OPTIONS, ofFirst)
const folders = new NameLists(FOLDERS, ofFirst)
const defaults = new NameLists(DEFAULTS, ofFirst)
/** All lists at once, because most programs are in none of them. */
const listed = new NameLists([...INSIDE, ...WRITTEN, ...OPTIONS, ...FOLDERS, ...DEFAULTS], ofFirst)

/**
 * `META` lets rules about these files apply, but not the check for secrets: nobody could silence what that says about a
 * guess.
 */
const AS = GUESS | META

export function guessNamed(draft: Draft): void {
  const program = draft.argv[0]
  if (typeof program !== 'string' || listed.find(program) === undefined) return
  const { reads, writes, flags, verbs, shown } = listsOf(program)
  if (reads !== undefined) addInside(draft, reads, (index, file) => addRead(draft, index, file, AS | TREE))
  if (writes !== undefined) addInside(draft, writes, (index, file) => addWrite(draft, 'modify', index, file, GUESS))
  if (flags !== undefined) addBehind(draft, flags)
  if (verbs !== undefined) addFolders(draft, verbs)
  if (shown !== undefined && readsDefault(draft.argv, shown)) addRead(draft, 0, '.env', AS)
}

interface Lists {
  readonly reads: readonly RegExp[] | undefined
  readonly writes: readonly RegExp[] | undefined
  readonly flags: readonly string[] | undefined
  readonly verbs: readonly string[] | undefined
  readonly shown: Defaults | undefined
}

interface Defaults {
  readonly verbs: readonly string[]
  readonly all: readonly string[]
}

/** There are no more of them than names in the lists. */
const met = new Map<string, Lists>()

function listsOf(program: string): Lists {
  const known = met.get(program)
  if (known !== undefined) return known
  const found = defaults.find(program)
  const lists: Lists = {
    reads: inside.find(program)?.[1],
    writes: written.find(program)?.[1],
    flags: options.find(program)?.[1].split(' '),
    verbs: folders.find(program)?.[1].split(' '),
    shown: found && { verbs: wordsIn(found[1]), all: wordsIn(found[2]) },
  }
  met.set(program, lists)
  return lists
}

function wordsIn(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ')
}

const LONGEST = 4096

function addInside(draft: Draft, patterns: readonly RegExp[], add: (index: number, file: string) => void): void {
  for (let index = 1; index < draft.argv.length; index++) {
    const word = draft.argv[index]
    if (word == null) continue
    if (word.length > LONGEST) draft.unknown = true
    else for (const pattern of patterns) addEach(pattern, word, index, add)
  }
}

/** Not by `matchAll`, which makes a new pattern each time. Without `g`, a pattern would never come to an end. */
function addEach(pattern: RegExp, word: string, index: number, add: (index: number, file: string) => void): void {
  pattern.lastIndex = 0
  for (let found = pattern.exec(word); found !== null; found = pattern.exec(word)) {
    const file = found[1] ?? ''
    if (file !== '') add(index, file)
    if (found[0] === '') pattern.lastIndex++
  }
}

function addBehind(draft: Draft, flags: readonly string[]): void {
  draft.argv.forEach((word, index) => {
    if (word === null || !startsWith(word, '-')) return
    for (const flag of flags) {
      const glued = startsWith(word, `${flag}=`)
      if (!glued && word !== flag) continue
      const value = glued ? word.slice(flag.length + 1) : draft.argv[index + 1]
      if (typeof value === 'string') addTaken(draft, glued ? index : index + 1, value.replace(/^[\w.-]+=/u, ''))
    }
  })
}

function addFolders(draft: Draft, verbs: readonly string[]): void {
  const [first, ...told] = verbs
  const onward = first === '>'
  const wanted = onward ? told : verbs.filter((verb) => verb !== '')
  if (wanted.length > 0 && !draft.argv.some((word, at) => at > 0 && word !== null && wanted.includes(word))) return
  const end = onward ? draft.argv.findLastIndex((word) => word === null || !startsWith(word, '-')) : -1
  draft.argv.forEach((word, index) => {
    if (index === 0 || index === end || word === null || startsWith(word, '-') || wanted.includes(word)) return
    addTaken(draft, index, word)
  })
}

/** The file, or the folder with everything in it. */
function addTaken(draft: Draft, index: number, value: string): void {
  addRead(draft, index, value, AS)
  if (!value.includes(':')) addContents(draft, index, value)
}

/** Flags that name another file, or with which no value is shown. */
const OTHERWISE =
  /^(?:-[ef]|--(?:env|env-file|file|procfile|services|images|volumes|profiles|networks|hash|quiet|help|version)|-q|-h)(?:=|$)/u

function readsDefault(argv: readonly Word[], { verbs, all }: Defaults): boolean {
  const own = argv.slice(1, argv.includes('--') ? argv.indexOf('--') : undefined)
  if (own.some((word) => word !== null && OTHERWISE.test(word) && !verbs.includes(word))) return false
  return (
    all.every((word) => own.includes(word)) &&
    (verbs.length === 0 || own.some((word) => word !== null && verbs.includes(word)))
  )
}
