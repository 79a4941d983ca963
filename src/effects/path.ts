/**
 * Part of reading calls: from a path as written to the path it spells and the file it really is.
 *
 * INVARIANT: never throws. `path` is absolute and tidy, as spelled; `real` has every link of it resolved. What cannot
 * be told for certain is not ok, with the reason.
 */

import { NO_DISK } from './paths/place.ts'
import type { Located, Place } from './paths/place.ts'
import { resolveLinks } from './paths/resolve.ts'
import { spell } from './paths/spelling.ts'

export { NO_DISK, describedFileSystem } from './paths/place.ts'
export type { DescribedDisk, FileSystem, Located, Place } from './paths/place.ts'

/** Empty, `.` and `..` segments, and a trailing slash. */
const UNTIDY = /\/(?:\.{0,2}(?:\/|$))/u
/** Where names can lead elsewhere without a link on any disk. */
const MAY_BE_ALIAS = /\/(?:proc|dev|System|\.vol|\.nofollow|\.resolve)(?:\/|$)/u

/** Where a path leads. `tilde` (by default true): a leading `~` is the home directory, as unquoted in a shell. */
export function locate(text: string, place: Place, options?: { readonly tilde: boolean }): Located {
  try {
    const spelled = spell(text, place, options?.tilde ?? true)
    if (!spelled.ok) return spelled
    const { top, rest } = spelled
    const path = top + (UNTIDY.test(rest) ? tidy(rest) : rest)
    if (place.fs === NO_DISK && !MAY_BE_ALIAS.test(rest)) return { ok: true, path, real: path }
    const resolved = resolveLinks(top, rest, place)
    return resolved.ok ? { ok: true, path, real: resolved.real } : resolved
  } catch {
    return { ok: false, why: 'the path could not be looked up' }
  }
}

function tidy(path: string): string {
  const names: string[] = []
  for (const name of path.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return `/${names.join('/')}`
}
