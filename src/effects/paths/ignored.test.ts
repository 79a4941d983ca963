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
        const inside = atTop?.in(join(root, 'a'), [{ name: '.gitignore', kind: 'other' }], NODE_DISK)
        for (const path of PATHS) {
          const ignored = path.startsWith('a/') ? inside : atTop
          // Nothing of these is there, so git takes none of them for a folder but `a`.
          if (ignored?.has(join(root, path), path === 'a') !== true) continue
          left++
          expect(really.has(path), `${path} by ${JSON.stringify([top, below])}`).toBe(true)
        }
      }),
      { numRuns: 150 },
    )
    expect(left).toBeGreaterThan(300)
  }, 120_000)

  const from = (files: readonly string[], contents: Record<string, string>, folder = '/r') =>
    Ignored.from(folder, describedFileSystem({ files: [...files, ...Object.keys(contents)], contents }))

  it('is left out below, until a line lets it in again', () => {
    const ignored = from(['/r/.git/HEAD', '/r/d/x'], { '/r/.gitignore': 'dist/\n*.log\n/top\n!kept.log\n' })
    expect(ignored?.has('/r/d/dist', true)).toBe(true)
    expect(ignored?.has('/r/d/dist', false)).toBe(false)
    expect(ignored?.has('/r/d/a.log', false)).toBe(true)
    expect(ignored?.has('/r/d/kept.log', false)).toBe(false)
    expect(ignored?.has('/r/top', false)).toBe(true)
    expect(ignored?.has('/r/d/top', false)).toBe(false)
  })

  it('is not known outside of a repository, beside files for other programs, or where it cannot be read', () => {
    const contents = { '/r/.gitignore': '*.log\n' }
    expect(from(['/r/x'], contents)).toBeUndefined()
    expect(from(['/r/.git/HEAD', '/r/.ignore'], contents)).toBeUndefined()
    expect(from(['/r/.git/HEAD', '/r/.gitignore'], {})).toBeUndefined()
    expect(from(['/r/.git/HEAD', '/r/d/x'], contents, '/r/d')?.has('/r/d/a.log', false)).toBe(true)
    expect(from(['/r/.git/HEAD', '/r/d/.rgignore'], contents, '/r/d')).toBeUndefined()
  })
})
