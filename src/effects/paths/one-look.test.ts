import { expect, test } from 'vitest'
import type { Entry, FileSystem } from './file-system.ts'
import { OneLook } from './one-look.ts'

/** A disk that changes whenever it is asked. */
function changing(): { readonly disk: FileSystem; readonly asked: string[] } {
  const asked: string[] = []
  const entry = (name: string, kind: Entry['kind']): Entry => ({ name, kind })
  const disk: FileSystem = {
    caseInsensitive: true,
    readlink: (path) => {
      asked.push(path)
      return path.endsWith('link') ? '/x' : undefined
    },
    entriesIn: (path, most) => {
      asked.push(`${path} ${asked.length}`)
      return most < 3 ? undefined : [entry('file', 'other'), entry('link', 'link'), entry('folder', 'folder')]
    },
  }
  return { disk, asked }
}

test('a folder is listed once for a decision, and anew for the next one', () => {
  const { disk, asked } = changing()
  const look = new OneLook(disk)
  look.during(() => {
    expect(look.entriesIn?.('/a', 2)).toBeUndefined()
    expect(look.entriesIn?.('/a', 9)).toBe(look.entriesIn?.('/a', 9))
    expect(look.entriesIn?.('/a', 2)).toBeUndefined()
  })
  look.during(() => look.entriesIn?.('/a', 9))
  expect(asked).toEqual(['/a 0', '/a 1', '/a 2'])
})

test('nothing is kept outside of a decision, nor of one that failed', () => {
  const { disk, asked } = changing()
  const look = new OneLook(disk)
  look.entriesIn?.('/a', 9)
  const fails = () =>
    look.during(() => {
      look.entriesIn?.('/a', 9)
      throw new Error('failed')
    })
  expect(fails).toThrow('failed')
  look.during(() => look.entriesIn?.('/a', 9))
  expect(asked).toEqual(['/a 0', '/a 1', '/a 2'])
})

test('a listing tells which names are no links; links, and names in another spelling, are asked about', () => {
  const { disk, asked } = changing()
  const look = new OneLook(disk)
  look.during(() => {
    look.entriesIn?.('/a', 9)
    expect(look.readlink('/a/file')).toBeUndefined()
    expect(look.readlink('/a/folder')).toBeUndefined()
    expect(look.readlink('/a/link')).toBe('/x')
    expect(look.readlink('/a/FILE')).toBeUndefined()
    expect(look.readlink('/b/file')).toBeUndefined()
  })
  expect(asked.slice(1)).toEqual(['/a/link', '/a/FILE', '/b/file'])
  look.readlink('/a/file')
  expect(asked.at(-1)).toBe('/a/file')
})

test('a disk that cannot list is still none that can', () => {
  const look = new OneLook({ caseInsensitive: false, readlink: () => undefined })
  expect([look.entriesIn, look.isThere, look.namesIn, look.bytesOf]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
