/** Part of the danger catalogue: what kind of place a path is, judged by its spelling alone. */

import { codeAt, includes, startsWith } from '../../code-at.ts'

/** From the most to the least protected; `inside` is below the project, `other` anywhere else. */
export type Place = 'root' | 'system' | 'home' | 'project' | 'git' | 'device' | 'temporary' | 'inside' | 'other'

export interface Places {
  readonly cwd: string
  readonly home: string
  readonly root?: string
  /** It is not known in which folder the command runs; `cwd` is the most likely one. */
  readonly lost?: boolean
}

const TEMPORARY = ['/tmp/', '/var/tmp/', '/dev/shm/', '/private/tmp/', '/private/var/tmp/']
/** Folders whose content belongs to the system or to everybody. */
const SYSTEM = [
  '/etc/',
  '/usr/',
  '/bin/',
  '/sbin/',
  '/lib/',
  '/lib64/',
  '/boot/',
  '/sys/',
  '/proc/',
  '/System/',
  '/Library/',
  '/var/lib/',
  '/private/etc/',
]
const DEVICES = [
  'sd',
  'hd',
  'vd',
  'xvd',
  'nvme',
  'mmcblk',
  'disk',
  'rdisk',
  'dm-',
  'md',
  'loop',
  'mapper/',
  'mem',
  'kmem',
  'port',
  'dax',
  'pmem',
  'zd',
  'nbd',
  'sr',
  'block/',
]
const DRIVE = /^[A-Za-z]:[\\/]*\*?$/u
const ON_DRIVE = /^[A-Za-z]:[\\/]*\w/u
const WINDOWS_HOME = /^[A-Za-z]:[\\/]*Users(?:[\\/]+[^\\/]+)?[\\/]*\*?$/iu
const WINDOWS_SYSTEM = /^[A-Za-z]:[\\/]*(?:Windows|Program|System|Boot|Recovery)/iu
/** Where a Windows drive is mounted. */
const MOUNTED_DRIVE = /^\/mnt\/[a-z]$/u
const MOST_BRACES = 512
const SLASH = 0x2f
const COLON = 0x3a
const DOT = 0x2e

/** Names that hardly exist anywhere but directly below the root (`cd "$D"; rm -rf etc`). */
const TELLING = /^(?:\.\/)*(?:etc|usr|home|root|boot|proc|sys|dev|sbin|lib64|Users|System|Applications)(?:\/|$)/u

/** The absolute path, without `.`, `..` and doubled slashes; `~` and relative paths are resolved. */
export function absolute(text: string, places: Places): string {
  if (text === '~' || startsWith(text, '~/')) return normal(places.home + text.slice(1))
  if (startsWith(text, '~') && /^~[a-z_][\w-]*(?:\/|$)/u.test(text)) return normal(`/home/${text.slice(1)}`)
  if (startsWith(text, '/')) return normal(text)
  return normal(places.lost === true && TELLING.test(text) ? `/${text}` : `${places.cwd}/${text}`)
}

/** A path of which only the end is unknown, or a pattern in a home (`$HOME/*`), as it is written. */
export function spelledPath(spelled = ''): string | undefined {
  if (startsWith(spelled, HOME)) return `~${spelled.slice(HOME.length)}`
  return startsWith(spelled, '/') || /^[\w.@${}-]+:[/~]/u.test(spelled) ? spelled : undefined
}

const HOME = '${HOME}'

/** The kind of place a path is; a path that ends in `/*` counts as the folder that it would empty. */
export function placeOf(text: string, places: Places): Place {
  return placeAt(text, absolute(text, places), places)
}

/** The same for a word whose absolute path is already known. */
export function placeAt(text: string, spelled: string, places: Places): Place {
  if (text.charCodeAt(1) === COLON && DRIVE.test(text)) return 'root'
  if (text.charCodeAt(1) === COLON && ON_DRIVE.test(text))
    return WINDOWS_HOME.test(text) ? 'home' : WINDOWS_SYSTEM.test(text) ? 'system' : 'other'
  const path = emptied(spelled)
  if (path !== spelled && TEMPORARY.includes(`${path}/`)) return 'temporary'
  if (path === '/' || MOUNTED_DRIVE.test(path)) return 'root'
  if (isDevice(path)) return 'device'
  if (isChildOfRoot(path)) return 'system'
  if (path === normalFolder(places.home) || isHome(path)) return 'home'
  const root = normalFolder(places.root ?? places.cwd)
  if (path === root || startsWith(root, `${path}/`)) return 'project'
  if (includes(path, '/.git') && (path.endsWith('/.git') || includes(path, '/.git/'))) return 'git'
  if (startsWith(path, root) && path.charCodeAt(root.length) === SLASH) return 'inside'
  if (TEMPORARY.some((folder) => startsWith(path, folder))) return 'temporary'
  return SYSTEM.some((folder) => startsWith(path, folder)) ? 'system' : 'other'
}

const normals = new Map<string, string>()

/** Remembers the few folders that every call names again: the home, the project. */
export function normalFolder(path: string): string {
  const known = normals.get(path)
  if (known !== undefined) return known
  if (normals.size > 64) normals.clear()
  const made = normal(path)
  normals.set(path, made)
  return made
}

/** `folder` is spelled as a person or the environment gives it. */
export function isBelow(path: string, folder: string): boolean {
  const normal = normalFolder(folder)
  return startsWith(path, normal) && path.charCodeAt(normal.length) === SLASH
}

/** The words that brace expansion makes of one, at most a few dozen. */
export function braceWords(text: string): readonly string[] {
  const done: string[] = []
  const open = [text]
  for (let word = open.pop(); word !== undefined && done.length < MOST_BRACES; word = open.pop()) {
    const start = word.indexOf('{')
    const end = word.indexOf('}', start)
    const inner = start < 0 || end < 0 ? '' : word.slice(start + 1, end)
    if (!inner.includes(',') || open.length > MOST_BRACES) {
      done.push(word)
      continue
    }
    for (const part of inner.split(',', MOST_BRACES)) open.push(word.slice(0, start) + part + word.slice(end + 1))
  }
  return done
}

/** A block device, memory or another file whose overwriting destroys a disk or the machine. */
export function isDevice(path: string): boolean {
  if (path === '/proc/sysrq-trigger' || path === '/proc/kcore') return true
  if (!startsWith(path, '/dev/')) return false
  const name = path.slice('/dev/'.length)
  return DEVICES.some((device) => startsWith(name, device))
}

function isChildOfRoot(path: string): boolean {
  return path.lastIndexOf('/') === 0 || path === '/private/etc' || path === '/private/var' || path === '/private/tmp'
}

function isHome(path: string): boolean {
  return /^\/(?:home|Users)\/[^/]+$/u.test(path) || path === '/root'
}

function emptied(path: string): string {
  // `!(keep)`: not every shell knows this pattern, so only its beginning may have been read.
  if (path.endsWith('/!')) return path.slice(0, -2) || '/'
  if (!path.endsWith('*')) return path
  let end = path
  while (/\/(?:\*{1,2}|\.\*|\.\?\?\*|\.\[[!^]?\.?\]\*|\{,\.\}\*)$/u.test(end)) end = end.slice(0, end.lastIndexOf('/'))
  return end === '' ? '/' : end
}

function normal(path: string): string {
  if (isNormal(path)) return path
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return `/${parts.join('/')}`
}

/** Whether no slash is followed by a slash, a dot or nothing. */
function isNormal(path: string): boolean {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const next = path.charCodeAt(at + 1)
    if (next === SLASH || next === DOT || at === path.length - 1) return false
  }
  return true
}

/** A path that bash opens as a network connection. */
export function isNetworkFile(path: string): boolean {
  if (path === '' || codeAt(path, 0) !== SLASH) return false
  return startsWith(path, '/dev/tcp/') || startsWith(path, '/dev/udp/')
}
