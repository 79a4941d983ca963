/**
 * Part of reading paths: follows links as the kernel does, segment by segment.
 *
 * INVARIANT: `..` goes up from where a link leads, not from where it stands. At most 40 links and 4096 segments.
 */

import { foldLoose } from '../../engine/match/fold.ts'
import { isDrivePath } from './drive.ts'
import type { FileSystem, Place } from './file-system.ts'

export type Resolved = { readonly ok: true; readonly real: string } | { readonly ok: false; readonly why: string }

const MOST_LINKS = 40
const MOST_SEGMENTS = 4096

/** Whether there is a link on the way; for tidy absolute paths without names that the kernel makes up. */
export function leadsElsewhere(path: string, fs: FileSystem): boolean {
  for (let slash = 0; slash >= 0;) {
    slash = path.indexOf('/', slash + 1)
    if (fs.readlink(slash < 0 ? path : path.slice(0, slash)) !== undefined) return true
  }
  return false
}

/** The real path of `top` + `rest`; a name that does not exist counts as an ordinary name. */
export function resolveLinks(top: string, rest: string, place: Place): Resolved {
  const waiting = rest.split('/').reverse()
  let at = top
  let links = 0
  for (let steps = 0; waiting.length > 0; steps++) {
    if (steps > MOST_SEGMENTS) return { ok: false, why: 'the path leads through too many directories' }
    const name = waiting.pop() ?? ''
    if (name === '' || name === '.') continue
    if (name === '..') {
      at = at.slice(0, Math.max(top.length, at.lastIndexOf('/')))
      continue
    }
    const magic = alias(at, name, place)
    if (magic?.why !== undefined) return { ok: false, why: magic.why }
    const target = magic === undefined ? place.fs.readlink(`${at}/${name}`) : magic.to
    if (target === undefined) {
      at = `${at}/${name}`
      continue
    }
    if (++links > MOST_LINKS) return { ok: false, why: 'the path leads through a loop of links' }
    const led = top === '' ? target : target.replaceAll('\\', '/')
    if (led === '' || (top !== '' && led.startsWith('//')))
      return { ok: false, why: 'the path leads through a link to nowhere' }
    const drive = top !== '' && isDrivePath(led)
    if (drive) at = led.slice(0, 2).toUpperCase()
    else if (led.startsWith('/')) at = at.slice(0, top.length)
    const names = led.slice(drive ? 2 : 0).split('/')
    for (let last = names.length - 1; last >= 0; last--) waiting.push(names[last] ?? '')
  }
  return { ok: true, real: at.length === top.length ? `${at}/` : at }
}

/**
 * A name that the kernel makes up: `to` is where it leads (undefined: nowhere, it is an ordinary name); `why` is given
 * if that cannot be told.
 */
interface Alias {
  readonly to?: string
  readonly why?: string
}

const ITSELF: Alias = {}
const TO_TOP: Alias = { to: '/' }
const UNTOLD: Alias = { why: 'the path names an open file or the state of another process' }
/** The process number may be left to the shell: `/proc/$$`, `/proc/*`. */
const PROCESS = /^\/proc\/(?:self|thread-self|\d+|[^/]*[*?[][^/]*)(?:\/task\/(?:\d+|[^/]*[*?[][^/]*))?$/u
const OWN = /^\/proc\/(?:self|thread-self)/u
const STREAMS = new Set(['stdin', 'stdout', 'stderr'])
/** Where the whole disk of a Mac appears a second time; in lower case for disks that ignore case. */
const VOLUMES = new Set(['/System/Volumes', '/system/volumes'])
const BY_NUMBER = new Set(['.vol', '.nofollow', '.resolve'])

function alias(at: string, of: string, { cwd, fs }: Place): Alias | undefined {
  const [directory, name] = fs.caseInsensitive ? [foldLoose(at), foldLoose(of)] : [at, of]
  if (directory === '') return BY_NUMBER.has(name) ? UNTOLD : undefined
  if (directory === '/dev') return name === 'fd' ? UNTOLD : STREAMS.has(name) ? ITSELF : undefined
  if (VOLUMES.has(directory)) return name === 'Data' || name === 'data' ? TO_TOP : undefined
  if (directory === '/proc') return name === 'self' || name === 'thread-self' ? ITSELF : undefined
  if (!directory.startsWith('/proc/') || !PROCESS.test(directory)) return undefined
  if (name === 'root') return TO_TOP
  if (name === 'cwd') return cwd !== null && OWN.test(directory) ? { to: cwd } : UNTOLD
  return name === 'fd' || name === 'exe' || name === 'map_files' ? UNTOLD : undefined
}
