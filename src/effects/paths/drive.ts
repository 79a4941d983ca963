/** Part of reading paths: paths with a drive (`C:\x`), which are read only if the working directory is one. */

import type { Spelled } from './spelling.ts'

const COLON = 0x3a
const DRIVE = /^([A-Za-z]):[\\/]/u
/** `SECRET~1`: a second name that Windows may have given to a longer name. */
const SHORT_NAME = /~\d+(?:\.|$)/u

/** `/c/x`, the form used by shells for Windows such as Git Bash, Cygwin and WSL. */
const MAY_BE_DRIVE = /^[\\/](?:(?:mnt|cygdrive)[\\/])?[A-Za-z][\\/]/iu

export function isDrivePath(text: string): boolean {
  return text.charCodeAt(1) === COLON && DRIVE.test(text)
}

/** Reads `text` as Windows would in `cwd`: either slash, no streams, no trailing dots or blanks. */
export function drivePath(text: string, cwd: string): Spelled {
  if (/^[\\/]{2}/u.test(text)) return { ok: false, why: 'the path names a network share or a device' }
  const rooted = /^[\\/]/u.test(text)
  if (rooted && MAY_BE_DRIVE.test(text)) return { ok: false, why: 'the path names a drive to some programs' }
  const own = isDrivePath(text)
  if (!own && /^[A-Za-z]:/u.test(text))
    return { ok: false, why: 'the path is relative to the current directory of a drive' }
  const whole = own ? text : rooted ? cwd.slice(0, 2) + text : `${cwd}/${text}`
  const names: string[] = []
  for (const written of whole.slice(2).split(/[\\/]/u)) {
    const name = plainName(written)
    if (name === undefined) return { ok: false, why: `"${written}" may be a second name for another file` }
    if (name !== '') names.push(name)
  }
  return { ok: true, top: `${whole.charAt(0).toUpperCase()}:`, rest: `/${names.join('/')}` }
}

function plainName(written: string): string | undefined {
  if (written === '' || written === '.' || written === '..') return written
  if (SHORT_NAME.test(written)) return undefined
  const colon = written.indexOf(':')
  let name = colon < 0 ? written : written.slice(0, colon)
  while (name.endsWith('.') || name.endsWith(' ')) name = name.slice(0, -1)
  return name === '' ? undefined : name
}
