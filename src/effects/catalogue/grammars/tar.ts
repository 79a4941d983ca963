/**
 * Part of the command catalogue: tar. Its first word may be letters without a dash, and its mode decides how the rest
 * is read.
 */

import type { Word } from '../../../engine/effect.ts'
import { findFlag } from '../compile.ts'
import { addFlag, addWrite, type Draft, GUESS, isMany, sawFlag, short, spoil, traits, TREE } from '../draft.ts'
import { scan } from '../scan.ts'
import { addChildren, addValue } from '../values.ts'
import { removesPacked } from './in-place.ts'

const OLD_STYLE = /^[A-Za-z]+$/u

export function tarCommand(draft: Draft, from: number): void {
  const first = draft.argv[from]
  const old = first != null && OLD_STYLE.test(first)
  scan(draft, old ? bundle(draft, from, first) : from)
  draft.own =
    draft.spoiled === undefined && !draft.flags.some(({ flag }) => flag.names.some((name) => REACHES.has(name)))
  const modes = draft.flags.map(({ flag }) => flag.names[0]).filter((name) => name !== undefined && MODES.has(name))
  const mode = modes[0]
  if (mode === undefined) {
    if (draft.flags.some(({ flag }) => flag.names[0] === '--version' || flag.names[0] === '--help')) return
    return spoil(draft, 'no mode letter')
  }
  if (modes.some((other) => other !== mode)) {
    draft.unknown = true
    spoil(draft, 'more than one mode')
  }
  if (draft.flags.some(({ flag }) => flag.names.includes('-T'))) {
    draft.unknown = true
    spoil(draft, 'a list names the files, and may hold options')
  }
  const archives = draft.flags.filter(({ flag }) => flag.names.includes('-f'))
  for (const { index, value } of archives) {
    if (value?.includes(':')) remote(draft, index, value)
    else if (value === null && !/^[^:]*\//u.test(traits(draft, index).prefix ?? ''))
      spoil(draft, 'the archive may name another host')
    addValue(draft, mode === '-t' || mode === '-x' || mode === '-d' ? 'r' : 'w', index, value)
  }
  if (mode === '-x') return extract(draft)
  if (mode === '-t') return
  collect(draft)
  removesTarred(draft)
}

const removesTarred = removesPacked(/^--remove-files$/u, 0)

/** With these, files anywhere and with any name may be written, so a rule that names tar does not cover that. */
const REACHES = new Set(['-P', '-T', '--transform'])

/** `tar -f host:archive` starts a program that connects to the host. */
function remote(draft: Draft, index: number, archive: string): void {
  if (draft.flags.some(({ flag }) => flag.names.includes('--force-local'))) return
  draft.own = false
  spoil(draft, `${short(archive)} may name another host`)
  addValue(draft, 'u', index, archive.slice(0, archive.indexOf(':')).replace(/^.*@/su, ''), GUESS)
}

const MODES = new Set(['-t', '-x', '-c', '-d', '-r', '-u', '-A', '--delete'])

/** Old style: each letter that takes a value takes the next free word. Returns the index of the first ordinary word. */
function bundle(draft: Draft, from: number, letters: string): number {
  let next = from + 1
  for (const letter of letters) {
    const flag = findFlag(draft.table, `-${letter}`)
    if (!flag) {
      spoil(draft, `unknown flag ${letter}`)
      continue
    }
    if (flag.harm) spoil(draft, `flag -${letter}`)
    if (flag.arity === 1 && isMany(draft, next)) spoil(draft, `the value of ${letter} may be several words`)
    const value = flag.arity === 1 ? draft.argv[next] : undefined
    addFlag(draft, flag, flag.arity === 1 ? next++ : from, value)
  }
  return next
}

/**
 * Creating, appending, comparing: the operands are read from disk, each from the folder that tar has changed to by
 * then.
 */
function collect(draft: Draft): void {
  for (const index of draft.operands) {
    const folder = folderAt(draft, index)
    const word = draft.argv[index]
    const path = word == null || folder === undefined || word.startsWith('/') ? word : folder && join(folder, word)
    addValue(draft, 'R', index, path)
    if (path != null) addChildren(draft, index, path)
  }
}

/**
 * The folder that `-C` has led to before this word; null if it is not known. Each `-C` is relative to the one before.
 */
function folderAt(draft: Draft, before: number): string | null | undefined {
  let folder: string | null | undefined
  for (const { flag, index, value } of draft.flags) {
    if (index > before || !flag.names.includes('-C')) continue
    if (value == null || isMany(draft, index)) folder = null
    else if (folder === undefined || value.startsWith('/')) folder = value
    else if (folder !== null) folder = join(folder, value)
  }
  return folder
}

function join(folder: string, name: string): string {
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`
}

/** The archive decides what is written, so only the folder is known; with `-O` everything is printed. */
function extract(draft: Draft): void {
  if (draft.flags.some(({ flag }) => flag.names.includes('-O'))) return
  draft.writes = true
  spoil(draft, 'unpacks an archive')
  const folder = folderAt(draft, Number.POSITIVE_INFINITY)
  const flag = draft.flags.findLast(({ flag }) => flag.names.includes('-C'))
  if (flag) addValue(draft, 'w', flag.index, folder, TREE)
  else addWrite(draft, 'modify', 0, '.', GUESS | TREE)
  for (const { flag, index, value } of draft.flags)
    if (flag.names.includes('--one-top-level')) addUnpacked(draft, index, folder, value)
  for (const index of draft.operands) addUnpacked(draft, index, folderAt(draft, index), draft.argv[index])
}

/** What is unpacked under a name that the command gives. */
function addUnpacked(draft: Draft, index: number, folder: string | null | undefined, name: Word | undefined): void {
  if (typeof name !== 'string') return
  addWrite(draft, 'create', index, folder == null ? name : join(folder, name), GUESS | TREE)
}

const LOOKS = new Set(['-l', '-v', '-t', '-z', '-Z', '-p', '-c'])

/** unzip: the words after the archive are the files to unpack, into the folder of `-d`. */
export function unpackedMembers(draft: Draft): void {
  if (sawFlag(draft, LOOKS) || draft.operands.length === 0) return
  draft.writes = true
  const into = draft.flags.filter(({ flag }) => flag.names.includes('-d'))
  if (into.length === 0) addWrite(draft, 'modify', 0, '.', GUESS | TREE)
  for (const { index, value } of into) addValue(draft, 'w', index, value, GUESS | TREE)
  const folder = into.at(-1)?.value
  for (const index of draft.operands.slice(1)) addUnpacked(draft, index, folder, draft.argv[index])
}

const SHOWS_PACKAGE = new Set(['-c', '-I', '-f', '-W'])

/** dpkg-deb: the word after the package is the folder. busybox unpacks without a flag, too. */
export function unpackedPackage(draft: Draft): void {
  const into = draft.operands[1]
  if (into !== undefined && !sawFlag(draft, SHOWS_PACKAGE)) addValue(draft, 'w', into, draft.argv[into], GUESS | TREE)
}

/** rar: the folder is the last word, with a slash at its end, or is glued to `-op`. */
export function unpackedByRar(draft: Draft): void {
  const last = draft.argv.length - 1
  draft.argv.forEach((word, index) => {
    const folder = index === last && word?.endsWith('/') === true ? word : /^-op(.+)$/su.exec(word ?? '')?.[1]
    if (folder !== undefined) addValue(draft, 'w', index, folder, GUESS | TREE)
  })
}

/** 7z: the folder is glued to `-o`. */
export function unpackedBy7z(draft: Draft): void {
  draft.argv.forEach((word, index) => {
    const folder = /^-o(.+)$/su.exec(word ?? '')?.[1]
    if (folder !== undefined) addValue(draft, 'w', index, folder, GUESS | TREE)
  })
  if (!draft.argv.some((word) => word?.startsWith('-o') === true)) addWrite(draft, 'modify', 0, '.', GUESS | TREE)
}
