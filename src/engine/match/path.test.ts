import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FileAccess } from '../effect.ts'
import { PatternError } from './glob.ts'
import { compilePath } from './path.ts'
import type { Anchors } from './path.ts'

const ANCHORS: Anchors = { root: '/srv/project', home: '/home/user', caseInsensitive: false }
const IGNORING_CASE: Anchors = { ...ANCHORS, caseInsensitive: true }

function access(path: string, more: Partial<FileAccess> = {}): FileAccess {
  return { type: 'read', path, real: path, reach: 'exact', certain: true, harmless: false, of: 0, ...more }
}
const permits = (specifier: string, path: string, more?: Partial<FileAccess>, anchors = ANCHORS) =>
  compilePath(specifier, anchors).permits(access(path, more))
const restricts = (specifier: string, path: string, more?: Partial<FileAccess>, anchors = ANCHORS) =>
  compilePath(specifier, anchors).restricts(access(path, more))

test.each([
  ['app/[id]/page.tsx', '/srv/project/app/[id]/page.tsx'],
  ['app/[id]/**', '/srv/project/app/[id]/deep/page.tsx'],
  ['[slug].tsx', '/srv/project/app/[slug].tsx'],
  ['a/[...all]/**', '/srv/project/a/[...all]/x'],
  ['a/[x{,*?]/b', '/srv/project/a/[x{,*?]/b'],
  ['a/[!b]/{c,d}', '/srv/project/a/[!b]/d'],
  ['a/[]b]/c', '/srv/project/a/[]b]/c'],
])('%s as a restriction is also about the name it spells', (specifier, path) => {
  expect(restricts(specifier, path)).toBe(2)
  expect(permits(specifier, path)).toBe(false)
})

test('a class of letters still matches as a class', () => {
  expect(restricts('app/[id]/page.tsx', '/srv/project/app/d/page.tsx')).toBe(2)
  expect(permits('app/[id]/page.tsx', '/srv/project/app/d/page.tsx')).toBe(true)
  expect(restricts('app/[id]/page.tsx', '/srv/project/app/id/page.tsx')).toBe(0)
  expect(restricts('app/\\[id]/page.tsx', '/srv/project/app/d/page.tsx')).toBe(0)
})

describe('where a specifier starts', () => {
  test.each([
    ['src/**', '/srv/project/src/a/b', '/srv/project/lib/src/a'],
    ['./src/**', '/srv/project/src/a', '/src/a'],
    ['src/', '/srv/project/lib/src/a', '/srv/project/srcx/a'],
    ['*.md', '/srv/project/docs/a.md', '/srv/project/a.mdx'],
    ['.env', '/srv/project/p/.env', '/srv/project/.envx'],
    ['/etc/**', '/etc/passwd', '/srv/project/etc/x'],
    ['//etc/**', '/etc/passwd', '/etcx/passwd'],
    ['/**', '/etc/passwd', undefined],
    ['~/notes/**', '/home/user/notes/a', '/home/other/notes/a'],
    ['~/', '/home/user/x', '/home/userx'],
    ['**/x', '/opt/a/x', '/opt/a/xx'],
    ['../lib/**', '/srv/lib/a', '/srv/project/lib/a'],
    ['../../**', '/etc/x', undefined],
    ['{src,test}/**', '/srv/project/test/a', '/srv/project/x/a'],
    ['app/\\[id\\]/*', '/srv/project/app/[id]/x', '/srv/project/app/i/x'],
    ['./', '/srv/project/a/b', '/srv/x'],
    ['a+b/**', '/srv/project/a+b/x', '/srv/project/aab/x'],
    ['config?json', '/srv/project/config.json', '/srv/project/configjson'],
  ])('%s', (specifier, inside, outside) => {
    expect(permits(specifier, inside)).toBe(true)
    expect(restricts(specifier, inside)).toBe(2)
    if (outside === undefined) return
    expect(permits(specifier, outside)).toBe(false)
    expect(restricts(specifier, outside)).toBe(0)
  })

  test.each(['', '!x', '~other/x', 'a/*/../b', '[', 'a\nb', 'x'.repeat(5000)])('%j is refused', (specifier) => {
    expect(() => compilePath(specifier, ANCHORS)).toThrow(PatternError)
  })

  test('without a slash a permission stays in the project, a restriction does not', () => {
    expect(permits('.env', '/etc/.env')).toBe(false)
    expect(restricts('.env', '/etc/.env')).toBe(2)
    expect(permits('**', '/etc/x')).toBe(false)
    expect(restricts('**', '/etc/x')).toBe(2)
  })
})

describe('permissions', () => {
  test('a link gains nothing: spelled and real path must match', () => {
    expect(permits('src/**', '/srv/project/src/a', { real: '/etc/a' })).toBe(false)
    expect(permits('src/**', '/srv/project/a', { real: '/srv/project/src/a' })).toBe(false)
    expect(permits('src/**', '/srv/project/src/a', { real: '/srv/project/src/b' })).toBe(true)
  })

  test('match the path itself, never by a directory above it', () => {
    expect(permits('src', '/srv/project/src/a')).toBe(false)
    expect(permits('src/*', '/srv/project/src/a/b')).toBe(false)
    expect(permits('src/**', '/srv/project/src')).toBe(false)
  })

  test('cover a tree only if they cover all that is in it', () => {
    const tree = { reach: 'tree' } as const
    expect(permits('src/**', '/srv/project/src/x', tree)).toBe(true)
    expect(permits('src/**', '/srv/project/src', tree)).toBe(true)
    expect(permits('src/', '/srv/project/src', tree)).toBe(true)
    expect(permits('src/**/*', '/srv/project/src', tree)).toBe(true)
    expect(permits('src/**', '/srv/project', tree)).toBe(false)
    expect(permits('src/*', '/srv/project/src', tree)).toBe(false)
    expect(permits('src/**/*.ts', '/srv/project/src', tree)).toBe(false)
    expect(permits('src', '/srv/project/src', tree)).toBe(false)
    expect(permits('src/*/**', '/srv/project/src', tree)).toBe(false)
    expect(permits('src/**', '/srv/project/src', { ...tree, real: '/etc' })).toBe(false)
  })
})

describe('restrictions', () => {
  test('match by the spelled or the real path', () => {
    expect(restricts('secrets/**', '/srv/project/a', { real: '/srv/project/secrets/k' })).toBe(2)
    expect(restricts('secrets/**', '/srv/project/secrets/k', { real: '/x' })).toBe(2)
  })

  test('match by any directory above', () => {
    expect(restricts('secrets', '/srv/project/p/secrets/deep/k')).toBe(2)
    expect(restricts('secrets/*', '/srv/project/secrets/a/b')).toBe(2)
  })

  test('of a directory’s content cover the directory itself', () => {
    expect(restricts('src/**', '/srv/project/src', { type: 'write', how: 'delete' })).toBe(2)
    expect(restricts('src/**', '/srv/project/src', { reach: 'tree' })).toBe(2)
    expect(restricts('src/*', '/srv/project/src', { reach: 'tree' })).toBe(2)
    expect(restricts('src/**', '/srv/project', { type: 'write' })).toBe(0)
  })

  test('match a written tree that could hold what they name, a read tree only for certain', () => {
    const written = { type: 'write', reach: 'tree' } as const
    expect(restricts('src/a/**', '/srv/project', written)).toBe(1)
    expect(restricts('.env', '/srv/project/build', written)).toBe(1)
    expect(restricts('src/*.pem', '/srv/project/src', written)).toBe(1)
    expect(restricts('src/*.pem', '/srv/project/src', { reach: 'tree' })).toBe(0)
    expect(restricts('src/a/**', '/srv/project/lib', written)).toBe(0)
    expect(restricts('/etc/**', '/', written)).toBe(1)
  })
})

describe('one name, many spellings', () => {
  test('case counts only where the disk says so', () => {
    expect(restricts('Secrets/**', '/srv/project/secrets/a')).toBe(0)
    expect(restricts('Secrets/**', '/SRV/Project/sECRETS/a', {}, IGNORING_CASE)).toBe(2)
    expect(permits('Src/**', '/srv/project/sRC/a', {}, IGNORING_CASE)).toBe(true)
  })

  test('Unicode is compared composed', () => {
    expect(restricts('caf\u00e9/**', '/srv/project/cafe\u0301/x')).toBe(2)
  })

  test('a doubtful spelling costs a permission and wins none', () => {
    expect(restricts('.git/**', '/srv/project/.git\u200c/config', {}, IGNORING_CASE)).toBe(2)
    expect(restricts('secrets/**', '/srv/project/\u017fecrets/k', {}, IGNORING_CASE)).toBe(2)
    expect(permits('src/**', '/srv/project/\u017frc/a', {}, IGNORING_CASE)).toBe(false)
    expect(permits('src/**', '/srv/project/src\u200c/a', {}, IGNORING_CASE)).toBe(false)
  })

  test('drive paths compare without case', () => {
    const windows: Anchors = { root: 'C:\\code\\project', home: 'C:\\Users\\user', caseInsensitive: false }
    expect(permits('src/**', 'c:/CODE/project/SRC/a.ts', {}, windows)).toBe(true)
    expect(permits('src/**', 'D:/code/project/src/a.ts', {}, windows)).toBe(false)
    expect(restricts('C:\\data\\**', 'C:/Data/x', {}, windows)).toBe(2)
    expect(restricts('~/.ssh/**', 'C:/users/User/.ssh/x', {}, windows)).toBe(2)
  })
})

describe('anchors that are links themselves', () => {
  const links: Record<string, string> = {
    '/srv/project': '/data/p',
    '/srv/project/secrets': '/vault',
    '/srv/project/src': '/etc',
  }
  const anchors: Anchors = { ...ANCHORS, realpath: (path) => links[path] ?? path }

  test('a linked project root keeps its permissions', () => {
    expect(permits('src/**', '/srv/project/src/a', { real: '/data/p/src/a' }, anchors)).toBe(true)
    expect(permits('*.md', '/data/p/a.md', {}, anchors)).toBe(true)
  })

  test('a link below the root does not gain the allow, but does not shed the deny', () => {
    expect(permits('src/**', '/srv/project/src/shadow', { real: '/etc/shadow' }, anchors)).toBe(false)
    expect(restricts('secrets/**', '/vault/k', {}, anchors)).toBe(2)
  })
})

test('whatever a text permits, the same text restricts', () => {
  const name = fc.constantFrom('a', 'b', 'ab', '.a', 'A', '\u017f', 's', '\u00df', 'a\u200cb')
  const part = fc.constantFrom('a', 'b', '*', '**', '?', 'a*', '[ab]', '{a,b}', '.*', 'S', '\u00df', '??', 'a?b')
  const specifier = fc
    .tuple(fc.constantFrom('', './', '/', '~/', '**/', '../'), fc.array(part, { minLength: 1, maxLength: 4 }))
    .map(([start, parts]) => start + parts.join('/'))
  const path = fc
    .tuple(fc.constantFrom('/r', '/h', '', '/r/p'), fc.array(name, { minLength: 1, maxLength: 4 }))
    .map(([start, parts]) => `${start}/${parts.join('/')}`)
  fc.assert(
    fc.property(specifier, path, path, fc.boolean(), fc.boolean(), (text, spelled, real, tree, caseInsensitive) => {
      const pattern = compilePath(text, { root: '/r/p', home: '/h', caseInsensitive })
      const one = access(spelled, { real, reach: tree ? 'tree' : 'exact' })
      if (pattern.permits(one)) expect(pattern.restricts(one)).toBe(2)
    }),
    { numRuns: 5000 },
  )
})
