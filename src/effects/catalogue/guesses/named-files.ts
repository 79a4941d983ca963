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
  const [program] = draft.argv
  if (typeof program !== 'string' || listed.find(program) === undefined) return
  addInside(draft, inside.find(program)?.[1], (index, file) => addRead(draft, index, file, AS | TREE))
  addInside(draft, written.find(program)?.[1], (index, file) => addWrite(draft, 'modify', index, file, GUESS))
  const flags = options.find(program)?.[1]
  if (flags !== undefined) addBehind(draft, flags.split(' '))
  const verbs = folders.find(program)?.[1]
  if (verbs !== undefined) addFolders(draft, verbs.split(' '))
  const found = defaults.find(program)
  if (found !== undefined && readsDefault(draft.argv, found[1], found[2])) addRead(draft, 0, '.env', AS)
}

const LONGEST = 4096

function addInside(
  draft: Draft,
  patterns: readonly RegExp[] | undefined,
  add: (index: number, file: string) => void,
): void {
  if (patterns === undefined) return
  draft.argv.forEach((word, index) => {
    if (index === 0 || word === null) return
    if (word.length > LONGEST) draft.unknown = true
    else
      for (const pattern of patterns)
        for (const [, file = ''] of word.matchAll(pattern)) if (file !== '') add(index, file)
  })
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

function readsDefault(argv: readonly Word[], verbs: string, all: string): boolean {
  const own = argv.slice(1, argv.includes('--') ? argv.indexOf('--') : undefined)
  const told = verbs.split(' ')
  if (own.some((word) => word !== null && OTHERWISE.test(word) && !told.includes(word))) return false
  const wanted = all === '' ? [] : all.split(' ')
  return wanted.every((word) => own.includes(word)) && (verbs === '' || own.some((word) => told.includes(word ?? '')))
}
