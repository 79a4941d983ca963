/**
 * Part of reading paths: from the written text to an absolute path, still with its `.` and `..`.
 *
 * INVARIANT: a path that can name different files for different readers (network shares, device namespaces, short
 * names, control characters) is refused with a reason, never guessed.
 */

import { fileUrlPath } from '../url.ts'
import { drivePath, isDrivePath } from './drive.ts'
import type { Place } from './file-system.ts'
import { leadsElsewhere } from './resolve.ts'

/** `top` is empty, or a drive (`C:`); `rest` begins with `/`. */
export type Spelled =
  | { readonly ok: true; readonly top: string; readonly rest: string }
  | { readonly ok: false; readonly why: string }

const COLON = 0x3a
const LONGEST = 4096
const UNPRINTABLE = /[\0-\x1f\x7f\ud800-\udfff]/u
/**
 * `//host.example/share` is a share to some readers. `//etc/passwd` is `/etc/passwd` on every system without drives.
 */
const SHARE = /^\/\/(?!\.{1,2}\/)[^/]*\.[^/]*\//u
const NAMESPACE = /^(?:\\\\|\\\?\?\\)/u

export function spell(text: string, place: Place, tilde: boolean): Spelled {
  if (text === '') return refuse('the path is empty')
  if (text.length > LONGEST) return refuse('the path is too long to be one')
  if (UNPRINTABLE.test(text)) return refuse('the path contains a control character')
  if (isShare(text)) return refuse('the path names a network share or a device')
  if (isFileUrl(text)) {
    if (leadsElsewhere(`${place.cwd ?? ''}/${text}`.replaceAll(/\/{2,}/gu, '/'), place.fs))
      return refuse('the path is a file URL to some programs, and leads through a link for others')
    const path = fileUrlPath(text)
    if (path === undefined) return refuse('the file URL names no file on this machine')
    // On a machine with drives, `/C:/x` is a path with a drive.
    const isDrive = place.cwd !== null && isDrivePath(place.cwd) && isDrivePath(path.slice(1))
    return spell(isDrive ? path.slice(1) : path, place, false)
  }
  const expanded = tilde && text.startsWith('~') ? expandHome(text, place.home) : text
  if (expanded === undefined) return refuse('the path begins with the home directory of another user')
  const { cwd } = place
  if (cwd !== null && isDrivePath(cwd)) return drivePath(expanded, cwd)
  if (isDrivePath(expanded)) return refuse('the path names a drive, and there are none here')
  if (expanded.startsWith('/')) return { ok: true, top: '', rest: expanded }
  if (cwd === null || !cwd.startsWith('/'))
    return refuse('the path is relative, and the working directory is not known')
  return { ok: true, top: '', rest: `${cwd}/${expanded.startsWith('./') ? expanded.slice(2) : expanded}` }
}

function isShare(text: string): boolean {
  return text.startsWith('\\') ? NAMESPACE.test(text) : text.startsWith('//') && SHARE.test(text)
}

function isFileUrl(text: string): boolean {
  return text.charCodeAt(4) === COLON && /^file:[\\/]/iu.test(text)
}

function expandHome(text: string, home: string): string | undefined {
  if (text !== '~' && !text.startsWith('~/') && !text.startsWith('~\\')) return undefined
  return home.startsWith('/') || isDrivePath(home) ? home + text.slice(1) : undefined
}

function refuse(why: string): Spelled {
  return { ok: false, why }
}
