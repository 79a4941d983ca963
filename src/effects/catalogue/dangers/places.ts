/** Part of the danger catalogue: what a path stands for, by its spelling alone. */

/** From the most to the least protected; `inside` is below the project, `other` anywhere else. */
export type Place = 'root' | 'system' | 'home' | 'project' | 'git' | 'device' | 'temporary' | 'inside' | 'other'

export interface Places {
  readonly cwd: string
  readonly home: string
  readonly root?: string
}

const TEMPORARY = ['/tmp/', '/var/tmp/', '/dev/shm/', '/private/tmp/', '/private/var/tmp/']
/** Folders whose parts belong to the system or to everybody. */
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
const MOST_BRACES = 32

/** Absolute, without `.`, `..` and doubled slashes; `~` and relative words resolved. */
export function absolute(text: string, places: Places): string {
  if (text === '~' || text.startsWith('~/')) return normal(places.home + text.slice(1))
  if (text.startsWith('~') && /^~[a-z_][\w-]*(?:\/|$)/u.test(text)) return normal(`/home/${text.slice(1)}`)
  return normal(text.startsWith('/') ? text : `${places.cwd}/${text}`)
}

/** What a path stands for; a trailing `/*` counts as the folder it empties. */
export function placeOf(text: string, places: Places): Place {
  if (DRIVE.test(text)) return 'root'
  const spelled = absolute(text, places)
  const path = emptied(spelled)
  if (path !== spelled && TEMPORARY.includes(`${path}/`)) return 'temporary'
  if (path === '/') return 'root'
  if (isDevice(path)) return 'device'
  if (isChildOfRoot(path)) return 'system'
  if (path === remembered(places.home) || isHome(path)) return 'home'
  const root = remembered(places.root ?? places.cwd)
  if (path === root || root.startsWith(`${path}/`)) return 'project'
  if (path.includes('/.git') && (path.endsWith('/.git') || path.includes('/.git/'))) return 'git'
  if (path.startsWith(root) && path.charAt(root.length) === '/') return 'inside'
  if (TEMPORARY.some((folder) => path.startsWith(folder))) return 'temporary'
  return SYSTEM.some((folder) => path.startsWith(folder)) ? 'system' : 'other'
}

const normals = new Map<string, string>()

/** The few folders every call names again: the home, the project. */
function remembered(path: string): string {
  const known = normals.get(path)
  if (known !== undefined) return known
  if (normals.size > 64) normals.clear()
  const made = normal(path)
  normals.set(path, made)
  return made
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

/** A block device, memory or anything else whose overwriting destroys a disk or the machine. */
export function isDevice(path: string): boolean {
  if (path === '/proc/sysrq-trigger' || path === '/proc/kcore') return true
  if (!path.startsWith('/dev/')) return false
  const name = path.slice('/dev/'.length)
  return DEVICES.some((device) => name.startsWith(device))
}

function isChildOfRoot(path: string): boolean {
  return path.lastIndexOf('/') === 0 || path === '/private/etc' || path === '/private/var' || path === '/private/tmp'
}

function isHome(path: string): boolean {
  return /^\/(?:home|Users)\/[^/]+$/u.test(path) || path === '/root'
}

function emptied(path: string): string {
  if (!path.endsWith('*')) return path
  let end = path
  while (/\/(?:\*{1,2}|\.\*|\.\[!?\.?\]\*|\{,\.\}\*)$/u.test(end)) end = end.slice(0, end.lastIndexOf('/'))
  return end === '' ? '/' : end
}

function normal(path: string): string {
  if (!path.includes('/.') && !path.includes('//') && !path.endsWith('/')) return path
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return `/${parts.join('/')}`
}
