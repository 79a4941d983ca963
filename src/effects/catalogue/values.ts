/** Part of the command catalogue: what a word does in the role that its table assigns to it. */

import type { Word } from '../../engine/effect.ts'
import { includes, startsWith } from '../code-at.ts'
import { addAddress, addImage, addRemote, addRepository } from './addresses.ts'
import {
  addConnect,
  addRead,
  addWrite,
  type Draft,
  GLOB,
  globAt,
  GUESS,
  META,
  PARTIAL,
  short,
  spoil,
  traits,
  TREE,
} from './draft.ts'
import { addFilter, addInAnyCase } from './filters.ts'
import { isAboutLooks } from './grammars/git-config.ts'
import type { Role } from './spec.ts'
import { EXCLUDED } from './grammars/git-pathspec.ts'

/** Adds what a word of this role makes the program do; `as` is `GUESS`, `TREE`, both or neither. */
export function addValue(draft: Draft, role: Role, index: number, value: Word | undefined, as = 0): void {
  if (role === 't') return
  noteRole(draft, role, value)
  if (value === null || value === undefined) return addUnknown(draft, role, index)
  const glob = globAt(draft, index)
  const whole = as | glob
  // If it is a folder: the folder alone, without what lies in it.
  const alone = whole & ~TREE
  switch (role) {
    case 'r':
    case 'R':
      return addReadable(draft, index, value, role === 'R' ? whole | TREE : whole, glob)
    case 'm':
    case 'M':
      // If a pattern stands for several names, what lies below them is not meant.
      addRead(draft, index, value, META | (glob ? alone : role === 'M' ? whole | TREE : whole))
      return
    case '?':
      return addPerhaps(draft, index, value, glob)
    case 'o':
      if (value.split('/').length < 3) return
      draft.connects = true
      return addAddress(draft, index, value, alone)
    case 'g':
      return addRevision(draft, index, value, glob)
    case 'q':
      draft.unknown = true
      if (value !== '-') addRead(draft, index, value, alone)
      return
    case 'e':
      addRead(draft, index, value, whole)
      addWrite(draft, 'modify', index, value, whole)
      return
    case 'x':
      // A program or code; a word without blanks may also be the file that holds the code.
      if (!/\s/u.test(value)) addRead(draft, index, value, GUESS | glob)
      return
    case 'p':
      return addFilter(draft, index, value)
    case 'h':
      return addRepository(draft, index, value, glob)
    case 'i':
      return addImage(draft, index, value, glob)
    case 'v':
      return addMount(draft, index, value)
    case 'w':
    case 'c':
      if (value !== '-') addWrite(draft, role === 'c' ? 'create' : 'modify', index, value, whole)
      return
    case 'd':
    case 'D':
      addWrite(draft, 'delete', index, value, role === 'D' ? whole | TREE : whole)
      return
    case 'u':
      return addAddress(draft, index, value, alone)
    case 's':
    case 'S':
      if (value === '-') return
      if (!addRemote(draft, index, value, glob)) addLocal(draft, role, index, value, whole & ~GUESS)
      return
    case 'a':
      if (startsWith(value, '@') && value !== '@-') addRead(draft, index, value.slice(1), whole)
      return
    case 'b':
      if (!includes(value, '=')) addRead(draft, index, value, alone)
      return
    case 'k':
      return addNamedFile(draft, index, value)
    case 'f':
      return addForm(draft, index, value)
  }
}

/** What the role alone says about the program, whatever the word is. */
function noteRole(draft: Draft, role: Role, value: Word | undefined): void {
  if (role === 'n' && !isAboutLooks(value ?? '')) spoil(draft, 'a setting that may run a program')
  if (role === 'x') spoil(draft, value == null ? 'runs another program' : `runs ${short(value)}`)
  if (isWritten(role)) draft.writes = true
  if (role === 'u') draft.connects = true
}

function addUnknown(draft: Draft, role: Role, index: number): void {
  draft.unknown ||= role !== 'x'
  const { prefix = '' } = traits(draft, index)
  // `"http://$X"`, and a word that may turn out to be an address.
  if (includes(prefix, '://') || (role === 's' && !PATH.test(prefix))) draft.connects = true
  if (role === 'S') draft.writes = true
}

/** A word that begins like this is no address, however it goes on. */
const PATH = /^[^:@]*[./~_-]/u

function isWritten(role: Role): boolean {
  return role === 'w' || role === 'c' || role === 'd' || role === 'D' || role === 'e'
}

/** A file or folder; for some programs it may be an address as well. */
function addReadable(draft: Draft, index: number, value: string, as: number, glob: number): void {
  if (value === '-') return
  addRead(draft, index, value, as)
  if (!includes(value, '://')) return
  draft.connects = true
  addConnect(draft, index, value, GUESS | glob)
}

/**
 * It is not known what this is: a file, an address, or the name of either after an at sign, as httpie and others write
 * it.
 */
function addPerhaps(draft: Draft, index: number, value: string, glob: number): void {
  if (MERE_SCHEME.test(value)) return
  if (includes(value, '://')) {
    draft.connects ||= !/^fileb?:/iu.test(value)
    addAddress(draft, index, value, GUESS | glob)
  } else addRead(draft, index, value, GUESS | TREE | glob)
  const file = includes(value, '@') ? value.slice(value.lastIndexOf('@') + 1) : ''
  if (file !== '') addRead(draft, index, file, GUESS | TREE | glob)
}

const MERE_SCHEME = /^[a-z][a-z0-9+.-]*:\/\/$/iu

/**
 * `HEAD`, `v1..v2`, `HEAD:src/a.ts` or a path. Only the disk could tell whether it is a path, so both readings count.
 */
function addRevision(draft: Draft, index: number, value: string, glob: number): void {
  // What is left out is not read; in front of the dashes it might be a name.
  if (glob === 0 && EXCLUDED.test(value) && isBehindDashes(draft, index)) return
  const magic = /^:(?:\(([^)]*)\)|[/!^]+)(.*)$/su.exec(value)
  const path = magic?.[2] ?? value
  // git expands the patterns it is given, and `:(top)x` means x. The signs at the start are no pattern if git takes
  // them for a name.
  const pattern = GUESS | TREE | (/[*?[]/u.test(value) ? GLOB : glob)
  addRead(draft, index, value, magic === null ? pattern : GUESS | TREE | glob)
  const anyCase =
    magic?.[1]?.includes('icase') === true || (draft.argv.length > 3 && draft.argv.includes('--icase-pathspecs'))
  // If no name fits a pattern, the shell leaves it as it is and git expands it.
  addHidden(draft, index, path, pattern, anyCase)
  const colon = startsWith(value, ':') ? value.lastIndexOf(':') : value.indexOf(':')
  if (magic !== null) addRead(draft, index, path, pattern)
  else if (colon >= 0) addRead(draft, index, value.slice(colon + 1), pattern)
  if (anyCase) addInAnyCase(draft, index, path)
}

function isBehindDashes({ argv }: Draft, index: number): boolean {
  const dashes = argv.indexOf('--')
  return dashes >= 0 && dashes < index
}

/**
 * Names that begin with a dot, because git lets a wildcard stand for the dot as well, and names further down, because
 * its star reaches below folders.
 */
function addHidden(draft: Draft, index: number, path: string, pattern: number, anyCase: boolean): void {
  const from = path.lastIndexOf('/') + 1
  const add = (name: string, as: number) => {
    addRead(draft, index, name, as)
    if (anyCase) addInAnyCase(draft, index, name)
  }
  const forRules = pattern | GLOB | META
  for (const name of hiddenNames(path.slice(from)))
    add(path.slice(0, from) + name, startsWith(name, '.*') ? forRules : pattern)
  for (const name of furtherDown(path)) add(name, forRules)
}

/**
 * For `?env` and `*.env` it is `.env`. For `*env` and `?*env` it is, for rules alone, any name that begins with a dot
 * and ends like this. A star may stand for nothing.
 */
function hiddenNames(name: string): readonly string[] {
  const [all = '', stars = '', sign = ''] = FIRST_SIGNS.exec(name) ?? []
  const rest = name.slice(all.length)
  const behind = sign + rest
  const names = sign !== '' && rest !== '' ? [`.${rest}`] : []
  if (stars === '' || behind === '') return names
  return startsWith(behind, '.') ? [behind] : [...names, `.*${behind}`]
}

/** `*`, `?`, `*[[:punct:]]`. A closing bracket that comes first belongs to the list. */
const FIRST_SIGNS = /^(\**)(\?|\[[!^]?\]?(?:\[:\w+:\]|[^\]])*\])?/u

/** `a*.env` also fits `a/b/.env`. */
function furtherDown(path: string): readonly string[] {
  const first = path.indexOf('*')
  const tail = path.slice(path.lastIndexOf('*') + 1)
  if (first <= 0 || tail === '') return []
  const folder = path.slice(0, path.lastIndexOf('/', first) + 1)
  const slash = tail.indexOf('/')
  if (slash >= 0) return [`${folder}**${tail.slice(slash)}`]
  return startsWith(tail, '.') ? [`${folder}**/*${tail}`, `${folder}**/${tail}`] : [`${folder}**/*${tail}`]
}

function addLocal(draft: Draft, role: 's' | 'S', index: number, value: string, as: number): void {
  if (role === 'S') {
    draft.writes = true
    return addWrite(draft, 'modify', index, value, as)
  }
  addRead(draft, index, value, as)
  // Everything in the folder is taken along, so a rule about a single file in it is met, too.
  if (as & TREE) addChildren(draft, index, value)
}

/** `.`, `..`, `/`, `~`: the working directory, or a folder above it. */
export function isAround(folder: string): boolean {
  return /^(?:\.{1,2}|~)?(?:\/+\.{0,2})*$/u.test(folder) && folder !== ''
}

/** What a folder may hold, for rules that name something in it. */
export function addChildren(draft: Draft, index: number, folder: string, as = 0): void {
  addBelow(draft, index, folder)
  for (const names of ['*', '.*']) {
    const value = `${folder.endsWith('/') ? folder.slice(0, -1) : folder}/${names}`
    addRead(draft, index, value, GUESS | GLOB | META | as)
  }
}

/**
 * What lies in a folder. If the folder is the project or one above it, however that is spelled, each file counts as if
 * it were named. With `searched`, a folder spelled like one above may in fact be further down
 * (`cd src && grep -r x .`).
 */
export function addContents(draft: Draft, index: number, folder: string, searched = false): void {
  addChildren(draft, index, folder, isAround(folder) && !searched ? 0 : PARTIAL)
}

/**
 * For a folder further down, only those rules count that say where in it their file lies; other rules may mean any
 * file.
 */
export function addBelow(draft: Draft, index: number, folder: string): void {
  addRead(draft, index, folder, GUESS | TREE | GLOB | META)
}

/**
 * `./here:/there`, `./here:/there:ro` or `type=bind,source=./here,target=/there`: programs inside may read and write
 * it.
 */
function addMount(draft: Draft, index: number, value: string): void {
  const source = includes(value, '=') ? /(?:^|,)(?:source|src)=([^,]*)/u.exec(value)?.[1] : value.split(':', 1)[0]
  if (source === undefined || !/[./~]/u.test(source)) return
  addRead(draft, index, source, GUESS | TREE)
  if (!isAround(source)) addBelow(draft, index, source)
  if (!/(?:^|[:,])(?:ro|readonly)(?:[=,]|$)/u.test(value)) addWrite(draft, 'modify', index, source, GUESS | TREE)
}

/** curl's `name@file`. */
function addNamedFile(draft: Draft, index: number, value: string): void {
  const at = value.indexOf('@')
  const equals = value.indexOf('=')
  if (at >= 0 && (equals < 0 || at < equals)) addRead(draft, index, value.slice(at + 1), globAt(draft, index))
}

/** curl's `name=@file`, `name=<file` and `name=@"one",two;type=x`. */
function addForm(draft: Draft, index: number, value: string): void {
  const mark = value.indexOf('=')
  const sign = value[mark + 1]
  if (mark < 0 || (sign !== '@' && sign !== '<')) return
  const end = value.indexOf(';', mark)
  for (const file of value.slice(mark + 2, end === -1 ? undefined : end).split(',')) {
    const bare = file.replace(/^"|"$/gu, '')
    if (bare !== '') addRead(draft, index, bare, globAt(draft, index))
  }
  // Inside quotes, a comma or a semicolon is part of the name.
  for (const [, file = ''] of value.matchAll(/"([^"]+)"/gu)) addRead(draft, index, file, GUESS)
}
