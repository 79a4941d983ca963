/** Part of the command catalogue: what a word does, given the role its table assigns to it. */

import type { Word } from '../../engine/effect.ts'
import { type ArgEffect, type Draft, isMany, short, spoil } from './draft.ts'
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
  if (role === 'x') spoil(draft, value == null ? 'runs another program' : `runs ${short(value)}`)
  if (role === 'w' || role === 'c' || role === 'd' || role === 'D') draft.writes = true
  if (role === 'u') draft.connects = true
  if (role === 'x') return
  if (value === null || value === undefined) {
    draft.unknown = true
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
      return addRemote(draft, role, index, value, tree, glob)
    case 'a':
      if (value.startsWith('@') && value !== '@-')
        push(draft, 'read', index, value.slice(1), undefined, tree, glob, certain)
      return
    case 'f':
      return addForm(draft, index, value)
    case '?':
      if (value.includes('://')) push(draft, 'connect', index, value, undefined, false, glob, false)
      else push(draft, 'read', index, value, undefined, true, glob, false)
  }
}

/** A url, or `user@host`; a `file:` url is a path. */
function addAddress(draft: Draft, index: number, value: string, glob: boolean, certain: boolean): void {
  if (/^file:\/\//iu.test(value)) {
    push(draft, 'read', index, value.slice(value.indexOf('/', 7)), undefined, false, glob, certain)
    return
  }
  const named = value.includes('://') ? value : value.slice(value.indexOf('@') + 1)
  push(draft, 'connect', index, named, undefined, false, glob, certain)
}

/** `HEAD`, `v1..v2`, `HEAD:src/a.ts` or a path: only a path can be told apart by the disk, so both readings count. */
function addRevision(draft: Draft, index: number, value: string, glob: boolean): void {
  push(draft, 'read', index, value, undefined, true, glob, false)
  const colon = value.indexOf(':')
  if (colon > 0) push(draft, 'read', index, value.slice(colon + 1), undefined, true, glob, false)
}

/** `host:path`, `rsync://host/path` or a local path. */
function addRemote(draft: Draft, role: 's' | 'S', index: number, value: string, tree: boolean, glob: boolean): void {
  const colon = value.indexOf(':')
  const slash = value.indexOf('/')
  if (colon > 0 && (slash === -1 || colon < slash)) {
    draft.connects = true
    const host = value.startsWith('://', colon) ? value : value.slice(value.lastIndexOf('@', colon) + 1, colon)
    push(draft, 'connect', index, host, undefined, false, glob, true)
    return
  }
  if (role === 'S') draft.writes = true
  if (role === 's') push(draft, 'read', index, value, undefined, tree, glob, true)
  else push(draft, 'write', index, value, 'modify', tree, glob, true)
}

/** curl's `name=@file` and `name=<file`. */
function addForm(draft: Draft, index: number, value: string): void {
  const mark = value.indexOf('=')
  const sign = value[mark + 1]
  if (mark < 0 || (sign !== '@' && sign !== '<')) return
  const end = value.indexOf(';', mark)
  push(draft, 'read', index, value.slice(mark + 2, end === -1 ? undefined : end), undefined, false, false, true)
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
