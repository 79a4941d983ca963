import { mkdirSync, mkdtempSync, readlinkSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { FileAccess } from '../../engine/effect.ts'
import { compilePath } from '../../engine/match/path.ts'
import { NO_DISK, describedFileSystem } from './file-system.ts'
import { locate } from './locate.ts'
import type { FileSystem, Place } from './file-system.ts'

const PLACE: Place = { cwd: '/srv/project', home: '/home/user', fs: NO_DISK }
const WINDOWS: Place = { cwd: 'C:\\code\\project', home: 'C:\\Users\\user', fs: NO_DISK }
const withLinks = (symlinks: Record<string, string>): Place => ({ ...PLACE, fs: describedFileSystem({ symlinks }) })
const at = (path: string, real = path) => ({ ok: true, path, real })

describe('spellings', () => {
  test.each([
    ['src/a.ts', '/srv/project/src/a.ts'],
    ['./src//a.ts', '/srv/project/src/a.ts'],
    ['src/sub/../a.ts', '/srv/project/src/a.ts'],
    ['../../../../etc/passwd', '/etc/passwd'],
    ['/home/user//.ssh///id_rsa', '/home/user/.ssh/id_rsa'],
    ['//etc/passwd', '/etc/passwd'],
    ['.', '/srv/project'],
    ['/', '/'],
    ['/..', '/'],
    ['src/', '/srv/project/src'],
    ['...', '/srv/project/...'],
    ['~', '/home/user'],
    ['~/x', '/home/user/x'],
    ['$HOME/x', '/srv/project/$HOME/x'],
    ['a\\b', '/srv/project/a\\b'],
    ['C:foo', '/srv/project/C:foo'],
    ['%2e%2e/x', '/srv/project/%2e%2e/x'],
    ['file:///etc/pass%77d', '/etc/passwd'],
    ['/dev/stdout', '/dev/stdout'],
  ])('%s', (text, path) => {
    expect(locate(text, PLACE)).toEqual(at(path))
  })

  test.each([
    '',
    'a\0b',
    'a\nb',
    'a\u007fb',
    'a\ud800b',
    '~other/x',
    '~+/x',
    '\\\\host\\share',
    '\\\\?\\C:\\x',
    '\\??\\UNC\\h\\s',
    '//evil.example/share/x',
    'C:\\x',
    'C:/x',
    'file://host/x',
    'file:///a%2fb',
    '/dev/fd/3',
    '/proc/self/fd/3',
    '/proc/self/exe',
    '/proc/17/cwd/x',
    '/proc/self/task/1/fd/0',
    '/.vol/1/2',
    'x'.repeat(5000),
  ])('%j is refused', (text) => {
    expect(locate(text, PLACE)).toMatchObject({ ok: false })
  })

  test('a quoted tilde is an ordinary character', () => {
    expect(locate('~/x', PLACE, { tilde: false })).toEqual(at('/srv/project/~/x'))
  })

  test('nothing relative is certain where the working directory is unknown', () => {
    const lost: Place = { ...PLACE, cwd: null }
    expect(locate('x', lost)).toMatchObject({ ok: false })
    expect(locate('/x', lost)).toEqual(at('/x'))
    expect(locate('/proc/self/cwd/x', lost)).toMatchObject({ ok: false })
  })

  test.each([
    ['/proc/self/root/etc/passwd', '/etc/passwd'],
    ['/proc/1/root/home/user/.ssh/id', '/home/user/.ssh/id'],
    ['/proc/thread-self/root/x', '/x'],
    ['/proc/self/task/9/root/x', '/x'],
    ['/proc/self/cwd/x', '/srv/project/x'],
    ['/proc/self/cwd/../../etc', '/etc'],
    ['x/../../../proc/self/cwd/../../../etc', '/etc'],
    ['/System/Volumes/Data/Users/x', '/Users/x'],
    ['/proc/self/environ', '/proc/self/environ'],
  ])('the kernel’s own alias %s is seen through', (text, real) => {
    expect(locate(text, PLACE)).toMatchObject({ ok: true, real })
  })
})

describe('links', () => {
  test.each<[string, Record<string, string>, string, string | undefined]>([
    ['a parent', { '/srv/project/src/dir': '/etc' }, 'src/dir/passwd', '/etc/passwd'],
    ['two hops', { '/srv/project/a': '/srv/project/b', '/srv/project/b': 'secrets/k' }, 'a', '/srv/project/secrets/k'],
    ['.. after a link is physical', { '/srv/project/src/up': '/etc/ssl' }, 'src/up/../x', '/etc/x'],
    ['dangling', { '/srv/project/d': '/home/user/new' }, 'd', '/home/user/new'],
    ['in the middle of what does not exist', { '/srv/project/a/b': '/tmp' }, 'a/b/c/new', '/tmp/c/new'],
    ['relative with ..', { '/srv/project/a': '../../etc' }, 'a/x', '/etc/x'],
    ['the working directory itself', { '/srv/project': '/data/p' }, 'x', '/data/p/x'],
    ['a loop', { '/srv/project/l': '/srv/project/l' }, 'l', undefined],
    ['a pair of loops', { '/a': '/b', '/b': '/a' }, '/a/x', undefined],
    ['into the state of a process', { '/srv/project/l': '/proc/self/fd/7' }, 'l', undefined],
    ['through the root of a process', { '/srv/project/l': '/proc/self/root' }, 'l/etc', '/etc'],
  ])('%s', (_, links, text, real) => {
    expect(locate(text, withLinks(links))).toMatchObject(real === undefined ? { ok: false } : { ok: true, real })
  })

  test('the spelled path stays lexical', () => {
    expect(locate('src/up/../x', withLinks({ '/srv/project/src/up': '/etc/ssl' }))).toEqual(
      at('/srv/project/src/x', '/etc/x'),
    )
  })

  test('a disk that ignores case finds its links by any case', () => {
    const fs = describedFileSystem({ symlinks: { '/srv/project/Out': '/etc' }, caseInsensitive: true })
    expect(locate('oUT/x', { ...PLACE, fs })).toMatchObject({ real: '/etc/x' })
  })

  test('a disk that fails is no answer', () => {
    const fs: FileSystem = {
      caseInsensitive: false,
      readlink: () => {
        throw new Error('EIO')
      },
    }
    expect(locate('x', { ...PLACE, fs })).toMatchObject({ ok: false })
  })

  test('a link that grows the path for ever ends', () => {
    const fs: FileSystem = {
      caseInsensitive: false,
      readlink: (path) => (path.endsWith('/a') ? 'b/'.repeat(3000) + 'a' : undefined),
    }
    expect(locate('a', { ...PLACE, fs })).toMatchObject({ ok: false })
  })

  test('forty links in a row are followed, one more is a loop', () => {
    const chain = (length: number) =>
      withLinks(
        Object.fromEntries(Array.from({ length }, (_, n) => [`/c/${n}`, n === length - 1 ? '/end' : `${n + 1}`])),
      )
    expect(locate('/c/0', chain(40))).toMatchObject({ ok: true, real: '/end' })
    expect(locate('/c/0', chain(41))).toMatchObject({ ok: false })
  })

  test('each segment is asked about once', () => {
    const asked: string[] = []
    const fs: FileSystem = { caseInsensitive: false, readlink: (path) => void asked.push(path) }
    locate('src/../src/a', { ...PLACE, fs })
    expect(asked).toEqual(['/srv', '/srv/project', '/srv/project/src', '/srv/project/src', '/srv/project/src/a'])
  })
})

describe('drive paths', () => {
  test.each([
    ['c:\\CODE\\Project\\SRC\\a.ts', 'C:/CODE/Project/SRC/a.ts'],
    ['src\\..\\secret', 'C:/code/project/secret'],
    ['\\x', 'C:/x'],
    ['/x', 'C:/x'],
    ['/Users/user/key', 'C:/Users/user/key'],
    ['D:/x', 'D:/x'],
    ['secrets\\a::$DATA', 'C:/code/project/secrets/a'],
    ['.git. \\config', 'C:/code/project/.git/config'],
    ['~\\x', 'C:/Users/user/x'],
    ['file:///c:/code/project/secret', 'C:/code/project/secret'],
    ['file:///D:/x', 'D:/x'],
    ['C:\\..\\..', 'C:/'],
  ])('%s', (text, path) => {
    expect(locate(text, WINDOWS)).toEqual(at(path))
  })

  test.each([
    '/c/code/project/secret',
    '/mnt/c/x',
    '/cygdrive/C/x',
    'SECRET~1\\a',
    '//evil.example/share/x',
    '\\\\?\\UNC\\h\\s',
    '//host/share',
    'C:x',
    ':stream',
  ])('%s is refused', (text) => {
    expect(locate(text, WINDOWS)).toMatchObject({ ok: false })
  })

  test('links lead to other drives, not to shares', () => {
    const fs = describedFileSystem({ symlinks: { 'C:/code/project/d': 'D:\\data', 'C:/code/project/u': '\\\\h\\s' } })
    expect(locate('d\\x', { ...WINDOWS, fs })).toMatchObject({ real: 'D:/data/x' })
    expect(locate('u\\x', { ...WINDOWS, fs })).toMatchObject({ ok: false })
  })
})

describe('on a real disk full of links', () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-links-')))
  afterAll(() => rmSync(base, { recursive: true, force: true }))
  const disk: FileSystem = {
    caseInsensitive: false,
    readlink: (path) => {
      try {
        return readlinkSync(path)
      } catch {
        return undefined
      }
    },
  }
  const name = fc.constantFrom('a', 'b', 'c', 'd')
  const step = fc.oneof({ weight: 4, arbitrary: name }, { weight: 2, arbitrary: fc.constantFrom('..', '.', '') })
  const target = fc.tuple(fc.boolean(), fc.array(step, { minLength: 1, maxLength: 4 }))
  const tree = fc.record({
    folders: fc.array(fc.array(name, { minLength: 1, maxLength: 3 }), { maxLength: 5 }),
    links: fc.array(fc.tuple(fc.array(name, { minLength: 1, maxLength: 3 }), target), { minLength: 1, maxLength: 6 }),
    paths: fc.array(fc.array(step, { minLength: 1, maxLength: 7 }), { minLength: 10, maxLength: 10 }),
  })
  let round = 0

  test('the real path is the kernel’s, no spelling escapes a deny, none gains an allow', () => {
    fc.assert(
      fc.property(tree, ({ folders, links, paths }) => {
        const root = join(base, String(round++))
        const cwd = join(root, 'b')
        build(root, cwd, folders, links)
        const place: Place = { cwd, home: root, fs: disk }
        const denied = compilePath('a/**', { root, home: root, caseInsensitive: false })
        const anchors = { root: realpathSync(cwd), home: root, caseInsensitive: false }
        const allowed = compilePath('./**', anchors)
        for (const parts of paths) {
          const text = parts.join('/') || '.'
          const truth = kernelPath(`${cwd}/${text.replace(/^\/+/u, '')}`)
          const found = locate(text.replace(/^\/+/u, '') || '.', place)
          if (truth === undefined) continue
          expect(found).toMatchObject({ ok: true, real: truth })
          if (!found.ok) continue
          const access: FileAccess = { ...found, type: 'read', reach: 'exact', certain: true, harmless: false, of: 0 }
          if (truth === `${root}/a` || truth.startsWith(`${root}/a/`)) expect(denied.restricts(access)).toBe(2)
          if (!truth.startsWith(`${anchors.root}/`)) expect(allowed.permits(access)).toBe(false)
        }
      }),
      { numRuns: 150 },
    )
  })

  function build(root: string, cwd: string, folders: string[][], links: [string[], [boolean, string[]]][]): void {
    mkdirSync(cwd, { recursive: true })
    for (const parts of folders) {
      mkdirSync(join(root, ...parts), { recursive: true })
      writeFileSync(join(root, ...parts, 'file'), '')
    }
    for (const [parts, [absolute, steps]] of links) {
      const to = steps.filter((one) => one !== '').join('/') || '.'
      try {
        mkdirSync(join(root, ...parts.slice(0, -1)), { recursive: true })
        symlinkSync(absolute ? `${root}/${to}` : to, join(root, ...parts))
      } catch {
        // There already, or below a link that leads nowhere: this tree goes without it.
      }
    }
  }

  /** `realpath`, and for what does not exist that of the directory it would be created in. */
  function kernelPath(path: string): string | undefined {
    try {
      return realpathSync.native(path)
    } catch {
      const last = path.slice(path.lastIndexOf('/') + 1)
      if (last === '' || last === '.' || last === '..') return undefined
      try {
        readlinkSync(path)
        return undefined
      } catch {
        try {
          return join(realpathSync.native(dirname(path)), last)
        } catch {
          return undefined
        }
      }
    }
  }
})

test('law: the short way for simple paths leads where the long way does', () => {
  const piece = fc.constantFrom(
    'a',
    'src',
    'x.ts',
    'dev',
    'proc',
    'self',
    'root',
    'System',
    '.',
    '..',
    '.env',
    '-',
    '_',
  )
  const odd = fc.constantFrom('/', '//', '~', ':', ' ', '\\', 'é', '*', '\t', '')
  const text = fc.array(fc.oneof({ weight: 3, arbitrary: piece }, { weight: 2, arbitrary: odd }), { maxLength: 6 })
  const cwd = fc.constantFrom('/srv/project', '/', '/proc', '/dev/x', '/srv/.', 'C:\\x', 'relative', null)
  const linkless = describedFileSystem({})
  fc.assert(
    fc.property(text, fc.constantFrom('', '/'), cwd, (pieces, between, folder) => {
      const place = { cwd: folder, home: '/home/user' }
      const written = pieces.join(between)
      expect(locate(written, { ...place, fs: NO_DISK })).toEqual(locate(written, { ...place, fs: linkless }))
    }),
    { numRuns: 5000, seed: 5 },
  )
})
