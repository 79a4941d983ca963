/** Part of the command catalogue: what a word does, given the role its table assigns to it. */

import type { Word } from '../../engine/effect.ts'
import { includes, startsWith } from '../code-at.ts'
import { addAddress, addImage, addRemote, addRepository } from './addresses.ts'
import { addConnect, addRead, addWrite, type Draft, isMany, short, spoil, traits } from './draft.ts'
import { addFilter, addInAnyCase } from './filters.ts'
import { isAboutLooks } from './grammars/git-config.ts'
import type { Role } from './spec.ts'

/** Adds what a word of this role makes the program do; `certain: false` marks a guess. */
export function addValue(
  draft: Draft,
  role: Role,
  index: number,
  value: Word | undefined,
  tree = false,
  certain = true,
): void {
  if (role === 't') return
  if (role === 'n' && !isAboutLooks(value ?? '')) spoil(draft, 'a setting that may run a program')
  if (role === 'x') spoil(draft, value == null ? 'runs another program' : `runs ${short(value)}`)
  if (isWritten(role)) draft.writes = true
  if (role === 'u') draft.connects = true
  if (value === null || value === undefined) {
    draft.unknown ||= role !== 'x'
    const { prefix = '' } = traits(draft, index)
    // `"http://$X"`, and what may turn out to be one.
    if (includes(prefix, '://') || (role === 's' && !PATH.test(prefix))) draft.connects = true
    if (role === 'S') draft.writes = true
    return
  }
  const glob = isMany(draft, index)
  switch (role) {
    case 'r':
    case 'R':
      if (value === '-') return
      addRead(draft, index, value, certain, tree || role === 'R', glob)
      if (!includes(value, '://')) return
      draft.connects = true
      addConnect(draft, index, value, false, glob)
      return
    case 'm':
    case 'M':
      // Of names that a pattern stands for, what lies below them is not what is asked for.
      addRead(draft, index, value, certain, (tree || role === 'M') && !glob, glob, true)
      return
    case '?':
      if (includes(value, '://')) {
        draft.connects ||= !/^fileb?:/iu.test(value)
        addAddress(draft, index, value, glob, false)
      } else addRead(draft, index, value, false, true, glob)
      // httpie's and others' `@file` and `name@file`.
      if (includes(value, '@')) addRead(draft, index, value.slice(value.lastIndexOf('@') + 1), false, true, glob)
      return
    case 'o':
      if (value.split('/').length < 3) return
      draft.connects = true
      return addAddress(draft, index, value, glob, certain)
    case 'g':
      return addRevision(draft, index, value, glob)
    case 'q':
      draft.unknown = true
      if (value !== '-') addRead(draft, index, value, certain, false, glob)
      return
    case 'e':
      addRead(draft, index, value, certain, tree, glob)
      addWrite(draft, 'modify', index, value, certain, tree, glob)
      return
    case 'x':
      // A program or code; a word without blanks may be the file it stands in.
      if (!/\s/u.test(value)) addRead(draft, index, value, false, false, glob)
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
      if (value !== '-') addWrite(draft, role === 'c' ? 'create' : 'modify', index, value, certain, tree, glob)
      return
    case 'd':
    case 'D':
      addWrite(draft, 'delete', index, value, certain, tree || role === 'D', glob)
      return
    case 'u':
      return addAddress(draft, index, value, glob, certain)
    case 's':
    case 'S':
      if (value === '-') return
      if (!addRemote(draft, index, value, glob)) addLocal(draft, role, index, value, tree, glob)
      return
    case 'a':
      if (startsWith(value, '@') && value !== '@-') addRead(draft, index, value.slice(1), certain, tree, glob)
      return
    case 'b':
      if (!includes(value, '=')) addRead(draft, index, value, certain, false, glob)
      return
    case 'k':
      return addNamedFile(draft, index, value)
    case 'f':
      return addForm(draft, index, value)
  }
}

/** What begins so is no address, however it goes on. */
const PATH = /^[^:@]*[./~_-]/u

function isWritten(role: Role): boolean {
  return role === 'w' || role === 'c' || role === 'd' || role === 'D' || role === 'e'
}

/** `HEAD`, `v1..v2`, `HEAD:src/a.ts` or a path: only a path can be told apart by the disk, so both readings count. */
function addRevision(draft: Draft, index: number, value: string, glob: boolean): void {
  // git expands the patterns it is given, and `:(top)x` is x.
  const pattern = glob || /[*?[]/u.test(value)
  addRead(draft, index, value, false, true, pattern)
  // Its star stands for a leading dot as well.
  if (!glob && pattern && /(?:^|\/)\*/u.test(value))
    addRead(draft, index, value.replace(/(^|\/)\*+/gu, '$1'), false, true, pattern)
  const magic = /^:(?:\(([^)]*)\)|[/!^]+)(.*)$/su.exec(value)
  const colon = startsWith(value, ':') ? value.lastIndexOf(':') : value.indexOf(':')
  if (magic !== null) addRead(draft, index, magic[2] ?? '', false, true, pattern)
  else if (colon >= 0) addRead(draft, index, value.slice(colon + 1), false, true, pattern)
  if (magic?.[1]?.includes('icase') === true || (draft.argv.length > 3 && draft.argv.includes('--icase-pathspecs')))
    addInAnyCase(draft, index, magic?.[2] ?? value)
}

function addLocal(draft: Draft, role: 's' | 'S', index: number, value: string, tree: boolean, glob: boolean): void {
  if (role === 'S') draft.writes = true
  if (role === 's') addRead(draft, index, value, true, tree, glob)
  else addWrite(draft, 'modify', index, value, true, tree, glob)
  // All that lies in it is taken along, so a rule on a single file of it is met, too.
  if (role === 's' && tree) addChildren(draft, index, value)
}

/** `.`, `..`, `/`, `~`: the working directory, or something above it. */
export function isAround(folder: string): boolean {
  return /^(?:\.{1,2}|~)?(?:\/+\.{0,2})*$/u.test(folder) && folder !== ''
}

/** Whatever a folder holds, for rules that name some of it. */
export function addChildren(draft: Draft, index: number, folder: string, partial = false): void {
  addBelow(draft, index, folder)
  for (const names of ['*', '.*']) {
    const value = `${folder.endsWith('/') ? folder.slice(0, -1) : folder}/${names}`
    addRead(draft, index, value, false, false, true, true, partial)
  }
}

/**
 * What lies in a folder. Of one further down only rules count that say where in it their file lies: others may mean any.
 * `searched`: of one around, as if what lies there were named, unless that is not the project (`cd src && grep -r x .`).
 */
export function addContents(draft: Draft, index: number, folder: string, searched = false): void {
  if (isAround(folder)) addChildren(draft, index, folder, searched)
  else addBelow(draft, index, folder)
}

function addBelow(draft: Draft, index: number, folder: string): void {
  addRead(draft, index, folder, false, true, true, true)
}

/** `./here:/there`, `./here:/there:ro` or `type=bind,source=./here,target=/there`: what is inside may read and write it. */
function addMount(draft: Draft, index: number, value: string): void {
  const source = includes(value, '=') ? /(?:^|,)(?:source|src)=([^,]*)/u.exec(value)?.[1] : value.split(':', 1)[0]
  if (source === undefined || !/[./~]/u.test(source)) return
  addRead(draft, index, source, false, true)
  if (!isAround(source)) addBelow(draft, index, source)
  if (!/(?:^|[:,])(?:ro|readonly)(?:[=,]|$)/u.test(value)) addWrite(draft, 'modify', index, source, false, true)
}

/** curl's `name@file`. */
function addNamedFile(draft: Draft, index: number, value: string): void {
  const at = value.indexOf('@')
  const equals = value.indexOf('=')
  if (at >= 0 && (equals < 0 || at < equals)) addRead(draft, index, value.slice(at + 1), true)
}

/** curl's `name=@file`, `name=<file` and `name=@"one",two;type=x`. */
function addForm(draft: Draft, index: number, value: string): void {
  const mark = value.indexOf('=')
  const sign = value[mark + 1]
  if (mark < 0 || (sign !== '@' && sign !== '<')) return
  const end = value.indexOf(';', mark)
  for (const file of value.slice(mark + 2, end === -1 ? undefined : end).split(',')) {
    const bare = file.replace(/^"|"$/gu, '')
    if (bare !== '') addRead(draft, index, bare, true)
  }
}
