import { describe, expect, it } from 'vitest'
import { describedFileSystem } from './file-system.ts'
import { PlainNames } from './plain-names.ts'
import type { Search } from './plain-names.ts'

function disk(files: readonly string[], symlinks = {}) {
  const fs = describedFileSystem({ files, symlinks })
  return (root: string, search: Partial<Search> = {}) =>
    new PlainNames(fs).areAllBelow(root, { endings: ['.ts'], skips: [], skipsFirst: [], isBare: false, ...search })
}

describe('names that are taken apart', () => {
  it('count where they are those of folders, or of files that are sought', () => {
    const ask = disk(['/good/a/b.ts', '/good/My File.pdf', '/bad/a/x .env y.ts', '/folder/a b/x.pdf'])
    expect(ask('/good')).toBe(true)
    expect(ask('/good', { endings: [''] })).toBe(false)
    expect(ask('/bad')).toBe(false)
    expect(ask('/folder')).toBe(false)
  })

  it('do not count in folders that the search leaves out, at the top or anywhere', () => {
    const ask = disk(['/some/x/skip/a b.ts'])
    expect(ask('/some')).toBe(false)
    expect(ask('/some', { skips: ['skip'] })).toBe(true)
    expect(ask('/some', { skipsFirst: ['skip'] })).toBe(false)
    expect(ask('/some/x', { skipsFirst: ['skip'] })).toBe(true)
  })

  it('count as well as links that are sought, and what is not there or not known', () => {
    const ask = disk(['/d/a.ts'], { '/d/b.ts': '../.env' })
    expect(ask('/d')).toBe(false)
    expect(ask('/d', { endings: ['a.ts'] })).toBe(true)
    expect(
      new PlainNames(describedFileSystem({})).areAllBelow('/d', {
        endings: [],
        skips: [],
        skipsFirst: [],
        isBare: false,
      }),
    ).toBe(false)
  })

  it('are those of a folder that a shell takes for another, where nobody has looked: a link, or one that is left out', () => {
    expect(disk(['/app/[id]/page.ts', '/app/i/page.ts'])('/app')).toBe(true)
    expect(disk(['/app/[id]/page.ts'], { '/app/i': '/secret' })('/app')).toBe(false)
    expect(disk(['/app/[A]/page.ts'], { '/app/a': '/secret' })('/app')).toBe(false)
    expect(disk(['/app/[a]/[b]/page.ts', '/app/a/x.ts'], { '/app/a/b': '/secret' })('/app')).toBe(false)
    expect(disk(['/app/[id]/page.ts'], { '/app/other': '/secret' })('/app')).toBe(true)
    expect(disk(['/app/[id]/a.ts', '/app/i/a b.ts'])('/app', { skips: ['i'] })).toBe(false)
    expect(disk(['/app/[id]/a.ts', '/app/node_modules/a b.ts'])('/app', { skips: ['node_modules'] })).toBe(true)
  })

  it('are names with nothing before them that say something to a program', () => {
    for (const name of ['@a.ts', 'x=a.ts', 'HEAD:a.ts', ':a.ts', '+a.ts']) {
      expect(disk([`/d/${name}`, '/d/b.ts'])('/d', { isBare: true }), name).toBe(false)
      expect(disk([`/d/x/${name}`])('/d', { isBare: true }), name).toBe(true)
    }
    expect(disk(['/d/HEAD:x/a.ts'])('/d', { isBare: true })).toBe(false)
  })

  it('are told as they are spelled where a disk makes no difference between capitals and small letters', () => {
    const fs = describedFileSystem({ files: ['/D/a.TS', '/D/x y.TS'], symlinks: {}, caseInsensitive: true })
    const search = { endings: ['.TS'], skips: [], skipsFirst: [], isBare: false }
    expect(new PlainNames(fs).areAllBelow('/d', search)).toBe(false)
  })

  it('may be hidden: which of those are there is looked up by themselves', () => {
    const ask = disk(['/b/.x.ts', '/c/d/.x/k/a.ts', '/e/.x y/a.ts'])
    expect(ask('/b')).toBe(true)
    expect(ask('/c')).toBe(true)
    expect(ask('/e')).toBe(false)
  })

  it('count where a shell may take them for patterns', () => {
    expect(disk(['/d/(group)/@x/[id]/a.ts'])('/d')).toBe(true)
    for (const name of ['@(x)', '!(x)', '+(x)']) expect(disk([`/d/${name}/a.ts`])('/d'), name).toBe(false)
  })

  it('may be among too many to go through, in one search or in several', () => {
    const many = Array.from({ length: 1500 }, (_, at) => `/many/d${at}/x`)
    const names = new PlainNames(describedFileSystem({ files: many }))
    const search: Search = { endings: ['.ts'], skips: [], skipsFirst: [], isBare: false }
    expect(names.areAllBelow('/many', search)).toBe(true)
    expect(names.areAllBelow('/many', search)).toBe(false)
  })
})
