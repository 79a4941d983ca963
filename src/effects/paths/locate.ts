/**
 * Part of reading paths: from a path as written to the path it spells and the file it really is.
 *
 * INVARIANT: never throws. `path` is absolute and tidy, as spelled; `real` has every link of it resolved. What cannot
 * be told for certain is not ok, with the reason.
 */

import { codeAt } from '../code-at.ts'
import { NO_DISK } from './file-system.ts'
import type { FileSystem, Place } from './file-system.ts'
import { leadsElsewhere, resolveLinks } from './resolve.ts'
import { spell } from './spelling.ts'

export type Located = Found | { readonly ok: false; readonly why: string }

export interface Found {
  readonly ok: true
  readonly path: string
  readonly real: string
}

/** Empty, `.` and `..` segments, and a trailing slash. */
const UNTIDY = /\/(?:\.{0,2}(?:\/|$))/u
/** Paths where names can lead elsewhere without a link on any disk. */
const MAY_BE_ALIAS = /\/(?:proc|dev|System|\.vol|\.nofollow|\.resolve)(?:\/|$)/iu

/** Where a path leads. `tilde` (by default true): a leading `~` is the home directory, as it is unquoted in a shell. */
export function locate(text: string, place: Place, options?: { readonly tilde: boolean }): Located {
  try {
    const simple = simplePath(text, place.cwd)
    if (simple !== undefined && isPlainlyThere(simple, place.fs)) return { ok: true, path: simple, real: simple }
    const spelled = spell(text, place, options?.tilde ?? true)
    if (!spelled.ok) return spelled
    const { top, rest } = spelled
    const path = top + (UNTIDY.test(rest) ? tidy(rest) : rest)
    if (place.fs === NO_DISK && !MAY_BE_ALIAS.test(rest)) return { ok: true, path, real: path }
    const resolved = resolveLinks(top, rest, place)
    if (!resolved.ok) return resolved
    if (!isSameComposed(top, rest, resolved.real, place))
      return { ok: false, why: 'the path leads elsewhere for a program that composes its letters' }
    return { ok: true, path, real: resolved.real }
  } catch {
    return { ok: false, why: 'the path could not be looked up' }
  }
}

/** Whether there is no link on the way, nor any name that leads elsewhere without one. */
function isPlainlyThere(path: string, fs: FileSystem): boolean {
  if (fs === NO_DISK) return true
  return !(fs.caseInsensitive && MAY_BE_ALIAS.test(path)) && !leadsElsewhere(path, fs)
}

/**
 * Some agents compose the letters of a path (`e` and an accent) before they use it. That may be another name, and a
 * link.
 */
function isSameComposed(top: string, rest: string, real: string, place: Place): boolean {
  const composed = rest.normalize('NFC')
  if (composed === rest) return true
  const other = resolveLinks(top, composed, place)
  return other.ok && other.real.normalize('NFC') === real.normalize('NFC')
}

/** The path, if neither it nor the folder has anything that `locate` looks for; undefined if there may be something. */
function simplePath(text: string, cwd: string | null): string | undefined {
  if (text.length > LONGEST_SIMPLE || !isSimple(text)) return undefined
  if (cwd !== null && !isSimpleFolder(cwd)) return undefined
  if (codeAt(text, 0) === SLASH) return ALIASES.has(codeAt(text, 1)) ? undefined : text
  return cwd === null ? undefined : `${cwd}/${text}`
}

const LONGEST_SIMPLE = 1000
/** Most calls run in the same folder as the call before. */
let lastFolder = ''
let lastIsSimple = false

function isSimpleFolder(cwd: string): boolean {
  if (cwd !== lastFolder) {
    const simple = cwd.startsWith('/') && cwd.length < LONGEST_SIMPLE && isSimple(cwd)
    lastIsSimple = simple && !ALIASES.has(codeAt(cwd, 1))
    lastFolder = cwd
  }
  return lastIsSimple
}

const SLASH = 0x2f
/** The first letters of the top folders in which names lead elsewhere: `/dev`, `/proc`, `/System`. */
const ALIASES = new Set(Array.from('dpS', (char) => char.charCodeAt(0)))
const BEGINS = 1
const GOES_ON = 2
/** The characters with which an ordinary name may begin, and those with which it may go on. */
const USES = new Uint8Array(128)
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_')
  USES[char.charCodeAt(0)] = BEGINS | GOES_ON
for (const char of '-.') USES[char.charCodeAt(0)] = GOES_ON

/** Whether the text has only segments of ordinary names, which is true of most paths. Takes one pass. */
function isSimple(text: string): boolean {
  const { length } = text
  let begins = true
  for (let at = 0; at < length; at++) {
    const code = codeAt(text, at)
    if (code === SLASH) {
      if (begins && at > 0) return false
      begins = true
      continue
    }
    if (code > 127 || ((USES[code] as number) & (begins ? BEGINS : GOES_ON)) === 0) return false
    begins = false
  }
  return !begins
}

function tidy(path: string): string {
  // A folder with a slash at its end, or `x/.`: most untidy paths are one of these.
  const end = path.endsWith('/.') ? path.length - 2 : path.endsWith('/') ? path.length - 1 : 0
  const folder = path.slice(0, end)
  if (end > 0 && !UNTIDY.test(folder)) return folder
  const names: string[] = []
  for (const name of path.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return `/${names.join('/')}`
}
