/** Part of the command catalogue: what a word does, given the role its table assigns to it. */

import type { Word } from '../../engine/effect.ts'
import { addAddress, addImage, addRemote, addRepository } from './addresses.ts'
import { type ArgEffect, type Draft, isMany, short, spoil } from './draft.ts'
import { addFilter } from './filters.ts'
import type { Role } from './spec.ts'

const WRITTEN: ReadonlySet<Role> = new Set(['w', 'c', 'd', 'D', 'e'])

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
  if (role === 'x') spoil(draft, value == null ? 'runs another program' : `runs ${short(value)}`)
  if (WRITTEN.has(role)) draft.writes = true
  if (role === 'u') draft.connects = true
  if (value === null || value === undefined) {
    draft.unknown ||= role !== 'x'
    if (role === 'S') draft.writes = true
    return
  }
  const glob = isMany(draft, index)
  switch (role) {
    case 'r':
    case 'R':
      if (value === '-') return
      push(draft, 'read', index, value, undefined, tree || role === 'R', glob, certain)
      if (!value.includes('://')) return
      draft.connects = true
      push(draft, 'connect', index, value, undefined, false, glob, false)
      return
    case 'm':
    case 'M':
      draft.effects.push({
        type: 'read',
        index,
        value,
        certain,
        how: undefined,
        tree: tree || role === 'M',
        glob,
        meta: true,
      })
      return
    case 'o':
      if (value.split('/').length < 3) return
      draft.connects = true
      return addAddress(draft, index, value, glob, certain)
    case 'g':
      return addRevision(draft, index, value, glob)
    case 'q':
      draft.unknown = true
      if (value !== '-') push(draft, 'read', index, value, undefined, false, glob, certain)
      return
    case 'e':
      push(draft, 'read', index, value, undefined, tree, glob, certain)
      push(draft, 'write', index, value, 'modify', tree, glob, certain)
      return
    case 'x':
      // A program or code; a word without blanks may be the file it stands in.
      if (!/\s/u.test(value)) push(draft, 'read', index, value, undefined, false, glob, false)
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
      if (value !== '-') push(draft, 'write', index, value, role === 'c' ? 'create' : 'modify', tree, glob, certain)
      return
    case 'd':
    case 'D':
      push(draft, 'write', index, value, 'delete', tree || role === 'D', glob, certain)
      return
    case 'u':
      return addAddress(draft, index, value, glob, certain)
    case 's':
    case 'S':
      if (!addRemote(draft, index, value, glob)) addLocal(draft, role, index, value, tree, glob)
      return
    case 'a':
      if (value.startsWith('@') && value !== '@-')
        push(draft, 'read', index, value.slice(1), undefined, tree, glob, certain)
      return
    case 'b':
      if (!value.includes('=')) push(draft, 'read', index, value, undefined, false, glob, certain)
      return
    case 'k':
      return addNamedFile(draft, index, value)
    case 'f':
      return addForm(draft, index, value)
    case '?':
      if (value.includes('://')) push(draft, 'connect', index, value, undefined, false, glob, false)
      else push(draft, 'read', index, value, undefined, true, glob, false)
      // httpie's and others' `@file` and `name@file`.
      if (value.includes('@'))
        push(draft, 'read', index, value.slice(value.lastIndexOf('@') + 1), undefined, true, glob, false)
  }
}

/** `HEAD`, `v1..v2`, `HEAD:src/a.ts` or a path: only a path can be told apart by the disk, so both readings count. */
function addRevision(draft: Draft, index: number, value: string, glob: boolean): void {
  push(draft, 'read', index, value, undefined, true, glob, false)
  const colon = value.startsWith(':') ? value.lastIndexOf(':') : value.indexOf(':')
  if (colon >= 0) push(draft, 'read', index, value.slice(colon + 1), undefined, true, glob, false)
}

function addLocal(draft: Draft, role: 's' | 'S', index: number, value: string, tree: boolean, glob: boolean): void {
  if (role === 'S') draft.writes = true
  if (role === 's') push(draft, 'read', index, value, undefined, tree, glob, true)
  else push(draft, 'write', index, value, 'modify', tree, glob, true)
  // All that lies in it is taken along, so a rule on a single file of it is met, too.
  if (role === 's' && tree) addChildren(draft, index, value)
}

/** Whatever a folder holds, for rules that name some of it. */
export function addChildren(draft: Draft, index: number, folder: string): void {
  for (const names of ['*', '.*']) {
    const value = `${folder.endsWith('/') ? folder.slice(0, -1) : folder}/${names}`
    draft.effects.push({ type: 'read', index, value, certain: false, glob: true, meta: true })
  }
}

/** `./here:/there`, `./here:/there:ro` or `type=bind,source=./here,target=/there`: what is inside may read and write it. */
function addMount(draft: Draft, index: number, value: string): void {
  const source = value.includes('=') ? /(?:^|,)(?:source|src)=([^,]*)/u.exec(value)?.[1] : value.split(':', 1)[0]
  if (source === undefined || !/[./~]/u.test(source)) return
  push(draft, 'read', index, source, undefined, true, false, false)
  if (!/(?:^|[:,])(?:ro|readonly)(?:[=,]|$)/u.test(value))
    push(draft, 'write', index, source, 'modify', true, false, false)
}

/** curl's `name@file`. */
function addNamedFile(draft: Draft, index: number, value: string): void {
  const at = value.indexOf('@')
  const equals = value.indexOf('=')
  if (at >= 0 && (equals < 0 || at < equals))
    push(draft, 'read', index, value.slice(at + 1), undefined, false, false, true)
}

/** curl's `name=@file`, `name=<file` and `name=@"one",two;type=x`. */
function addForm(draft: Draft, index: number, value: string): void {
  const mark = value.indexOf('=')
  const sign = value[mark + 1]
  if (mark < 0 || (sign !== '@' && sign !== '<')) return
  const end = value.indexOf(';', mark)
  for (const file of value.slice(mark + 2, end === -1 ? undefined : end).split(',')) {
    const bare = file.replace(/^"|"$/gu, '')
    if (bare !== '') push(draft, 'read', index, bare, undefined, false, false, true)
  }
}

function push(
  draft: Draft,
  type: ArgEffect['type'],
  index: number,
  value: string,
  how: ArgEffect['how'],
  tree: boolean,
  glob: boolean,
  certain: boolean,
): void {
  draft.effects.push({ type, index, value, certain, how, tree, glob, meta: false })
}
