/** What git really leaves out is the judge: whatever counts as left out here, git leaves out. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { NODE_DISK } from '../../gate/node-fs.ts'
import { describedFileSystem } from './file-system.ts'
import { Ignored } from './ignored.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-ignored-')))
const env = { PATH: process.env['PATH'], HOME: root, GIT_CONFIG_NOSYSTEM: '1' }
const git = (input: string, ...words: string[]) =>
  spawnSync('git', ['-C', root, ...words], { encoding: 'utf8', env, input })

afterAll(() => rmSync(root, { recursive: true }))

const NAMES = ['a', 'b', 'ab', 'a.b', '.a', 'a+b', 'a b', 'node_modules']
const FOLDERS = ['', ...NAMES, 'a/b', 'b/a']
const PATHS = FOLDERS.flatMap((folder) => NAMES.map((name) => (folder === '' ? name : `${folder}/${name}`)))

const piece = fc.constantFrom('a', 'b', '*', '**', 'a*', '*b', '*.b', '.', '+', '?', '[ab]', '\\a', ' ', '.a', 'a b')
const line = fc
  .tuple(
    fc.constantFrom('', '', '!', '/', '#', '**/', ' '),
    fc.array(piece, { minLength: 1, maxLength: 3 }).chain((parts) => fc.constantFrom(parts.join('/'), parts.join(''))),
    fc.constantFrom('', '', '/', '/**', '/*', ' ', '\r'),
  )
  .map((parts) => parts.join(''))

describe('what a .gitignore leaves out', () => {
  it('git leaves out as well, whatever the lines say', () => {
    git('', 'init', '-q')
    mkdirSync(join(root, 'a'))
    let left = 0
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), fc.array(line, { maxLength: 3 }), (top, below) => {
        writeFileSync(join(root, '.gitignore'), top.join('\n'))
        writeFileSync(join(root, 'a/.gitignore'), below.join('\n'))
        const { stdout } = git(PATHS.map((path) => `${path}\0`).join(''), 'check-ignore', '--no-index', '-z', '--stdin')
        const really = new Set(stdout.split('\0'))
        const atTop = Ignored.from(root, NODE_DISK)
        const inside = atTop.in(join(root, 'a'), [{ name: '.gitignore', kind: 'other' }], NODE_DISK)
        for (const path of PATHS) {
          const ignored = path.startsWith('a/') ? inside : atTop
          // Nothing of these is there, so git takes none of them for a folder but `a`.
          if (ignored.says(join(root, path), path === 'a') !== 'leaves out') continue
          left++
          expect(really.has(path), `${path} by ${JSON.stringify([top, below])}`).toBe(true)
        }
      }),
      { numRuns: 150 },
    )
    expect(left).toBeGreaterThan(50)
  }, 120_000)

  const said = (files: readonly string[], contents: Record<string, string | Uint8Array>, path: string, folder = '/r') =>
    Ignored.from(folder, describedFileSystem({ files: [...files, ...Object.keys(contents)], contents })).says(
      path,
      false,
    )

  it('is left out below, until a line lets it in again', () => {
    const ask = (path: string) =>
      said(
        ['/r/.git/HEAD', '/r/d/x'],
        { '/r/.gitignore': 'dist/\n*.log\n/top\n!kept.log\n.env*\n!.env.example\n' },
        path,
      )
    expect(ask('/r/d/dist')).toBeUndefined()
    expect(ask('/r/d/a.log')).toBe('leaves out')
    expect(ask('/r/d/kept.log')).toBe('lets in')
    expect(ask('/r/top')).toBe('leaves out')
    expect(ask('/r/d/top')).toBeUndefined()
    expect(ask('/r/.env')).toBe('leaves out')
    expect(ask('/r/.env.example')).toBe('lets in')
  })

  it('is nothing outside of a repository', () => {
    expect(said(['/r/x'], { '/r/.gitignore': '*.log\n' }, '/r/a.log')).toBeUndefined()
  })

  it('is not known beside files for other programs, where it cannot be read, and where it is no text', () => {
    const contents = { '/r/.gitignore': '*.log\n' }
    expect(said(['/r/.git/HEAD', '/r/.ignore'], contents, '/r/a.log')).toBe('lets in')
    expect(said(['/r/.git/HEAD', '/r/d/.rgignore'], contents, '/r/d/a.log', '/r/d')).toBe('lets in')
    expect(said(['/r/.git/HEAD', '/r/.gitignore'], {}, '/r/a.log')).toBe('lets in')
    const broken = Uint8Array.from([0xff, 0x0a, ...new TextEncoder().encode('*.log\n')])
    expect(said(['/r/.git/HEAD'], { '/r/.gitignore': broken }, '/r/a.log')).toBe('lets in')
    expect(said(['/r/.git/HEAD'], { '/r/.gitignore': '\ufeffa.log\n' }, '/r/a.log')).toBeUndefined()
  })

  it('of a folder around counts only for names, not for places, and not in another repository', () => {
    const contents = { '/r/.gitignore': '*.log\nd/*.pem\n!d/x.log\n' }
    expect(said(['/r/.git/HEAD', '/r/d/x'], contents, '/r/d/a.pem')).toBe('leaves out')
    expect(said(['/r/.git/HEAD', '/r/d/x'], contents, '/r/d/a.pem', '/r/d')).toBe('lets in')
    const fs = describedFileSystem({ files: ['/r/.git/HEAD', '/r/d/.git/HEAD', '/r/.gitignore'], contents })
    const inside = Ignored.from('/r', fs).in('/r/d', [{ name: '.git', kind: 'folder' }], fs)
    expect(inside.says('/r/d/a.log', false)).toBeUndefined()
  })

  it('is told in time, however many lines and stars there are', () => {
    const lines = Array.from({ length: 2000 }, (_, at) => `*x${at}\n*a*a*a*b\n`).join('')
    expect(said(['/r/.git/HEAD'], { '/r/.gitignore': lines }, `/r/${'a'.repeat(250)}`)).toBeUndefined()
  })
})
