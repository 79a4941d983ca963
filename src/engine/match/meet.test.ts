import { expect, test } from 'vitest'
import type { FileAccess } from '../effect.ts'
import { compileMeeting, compileNames } from './meet.ts'
import { compilePath } from './path.ts'
import { readSpecifier } from './path-specifier.ts'
import { DEEP } from './segment.ts'
import type { Segment } from './segment.ts'

const anchors = { root: '/srv/project', home: '/home/user', caseInsensitive: false }

function restricts(specifier: string, path: string, more: Partial<FileAccess> = {}): number {
  const access: FileAccess = {
    type: 'read',
    path,
    real: path,
    reach: 'exact',
    glob: true,
    certain: true,
    harmless: true,
    of: 0,
    ...more,
  }
  return compilePath(specifier, anchors).restricts(access)
}

test.each([
  ['secret.txt', '/srv/project/secre?.txt', 1],
  ['secret.txt', '/srv/project/*.txt', 1],
  ['secret.txt', '/srv/project/[s]ecret.txt', 1],
  ['secret.txt', '/srv/pro*/secret.txt', 2],
  ['secret.txt', '/srv/project/*.ts', 0],
  ['secret.txt', '/srv/project/x*', 0],
  ['.env', '/srv/project/*', 0],
  ['.env', '/srv/project/.e*', 1],
  ['src/**', '/srv/project/s*/a.ts', 1],
  ['src/**', '/srv/project/d*/a.ts', 0],
  ['*.pem', '/srv/project/key.p*', 1],
  ['*.pem', '/srv/project/key.txt*', 1],
  ['*.pem', '/srv/project/key.t?t', 0],
  ['~/.ssh/**', '/home/*/.ssh/id_rsa', 1],
  ['src/a/b/c.txt', '/srv/project/src/**/c.txt', 1],
  ['src/c.txt', '/srv/project/src/**/c.txt', 1],
  ['src/a/b/c.txt', '/srv/project/**', 1],
  ['src/a/b/c.txt', '/srv/project/**/b/**/c.*', 1],
  ['src/a/b/c.txt', '/srv/project/**/d/**/c.*', 0],
  ['src/a/b/c.txt', '/srv/project/src/*/c.txt', 0],
  ['src/.a/c.txt', '/srv/project/src/**/c.txt', 0],
  ['src/.a/c.txt', '/srv/project/**/.a/c.txt', 1],
  ['*.pem', '/srv/project/src/*/index.ts', 0],
  ['*.pem', '/srv/project/src/**/*.ts', 0],
  ['*.pem', '/srv/project/src/*', 1],
  ['*.pem', '/srv/project/src/**', 1],
  ['*.pem', '/srv/project/*/a.p*', 1],
  ['*.pem', '/srv/project/*.pem/a', 2],
  ['*.pem', '/srv/project/a.*/a', 1],
  ['keys', '/srv/project/*/a', 1],
  ['secret*', '/srv/project/*/a', 1],
  ['*.d', '/srv/project/*/a', 1],
  ['config/a.json', '/srv/project/config/*/b.json', 0],
  ['config/a.json', '/srv/project/*/a.json', 1],
  ['config/a.json', '/srv/project/*/*', 1],
])('deny %s and the pattern %s: %d', (specifier, path, expected) => {
  expect(restricts(specifier, path)).toBe(expected)
})

test('what lies below a pattern that is deleted as a tree may be meant', () => {
  expect(restricts('src/keys/k', '/srv/project/sr*', { type: 'write', reach: 'tree' })).toBe(1)
  expect(restricts('src/keys/k', '/srv/project/sr*', { type: 'write' })).toBe(0)
})

test.each([
  ['*env', 'a[**'],
  ['?a*', '[ab]b'],
  ['*.[ab]', 'x/*[^.]'],
  ['*{a,b}', 'x[{a,b}/y'],
  ['*a\\*', 'b[*/a'],
])('the quick look does not say no where %s and %s meet', (specifier, path) => {
  const { names, rest } = readSpecifier(specifier)
  const segments: readonly Segment[] = [DEEP, ...names, ...rest]
  expect(compileMeeting(path)(segments)).toBe(2)
  expect(compileNames(path)(segments.at(-1) ?? DEEP)).toBe(true)
})
