import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { locate } from '../effects/paths/locate.ts'
import { NODE_DISK, SharedDisk } from './node-fs.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-disk-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const place = { cwd: folder, home: '/home/user', fs: NODE_DISK }

describe('the real disk', () => {
  it('tells links from everything else', () => {
    writeFileSync(join(folder, 'file'), '')
    symlinkSync('../elsewhere', join(folder, 'link'))
    expect(NODE_DISK.readlink(join(folder, 'link'))).toBe('../elsewhere')
    for (const name of ['file', 'missing', 'file/below', '.'])
      expect(NODE_DISK.readlink(join(folder, name))).toBeUndefined()
  })

  it('tells what has another end from what is only read', () => {
    execFileSync('mkfifo', [join(folder, 'pipe')])
    symlinkSync('pipe', join(folder, 'to-pipe'))
    mkdirSync(join(folder, 'folder'))
    const waits = (path: string) => NODE_DISK.isPipe?.(path)
    expect([join(folder, 'pipe'), join(folder, 'to-pipe'), '/dev/tty'].map(waits)).toEqual([true, true, true])
    writeFileSync(join(folder, 'plain'), '')
    const others = [
      join(folder, 'plain'),
      join(folder, 'folder'),
      join(folder, 'none'),
      join(folder, 'plain/x'),
      '/dev/null',
    ]
    expect(others.map(waits)).toEqual([false, false, false, false, false])
    expect(NODE_DISK.entriesIn?.(folder, 99)?.find(({ name }) => name === 'pipe')?.kind).toBe('pipe')
  })

  it('a name that cannot be looked up is never taken as spelled', () => {
    expect(locate(`${'x'.repeat(300)}/a`, place).ok).toBe(false)
  })

  it('a link to bytes that are no text is never followed', () => {
    symlinkSync(Buffer.from([0x61, 0xff, 0x62]), join(folder, 'bytes'))
    expect(locate('bytes/../x', place).ok).toBe(false)
  })
})

describe('the names in a folder', () => {
  const within = join(folder, 'names')
  const add = (...names: readonly string[]) => names.forEach((name) => writeFileSync(join(within, name), ''))

  it('are all that lies there, hidden or not, links that lead nowhere among them', () => {
    mkdirSync(within)
    add('a', '.b')
    symlinkSync('nowhere', join(within, 'c'))
    expect(NODE_DISK.namesIn?.(within)?.toSorted()).toEqual(['.b', 'a', 'c'])
  })

  it('are not told of a file, of what is not there, of many, nor where one is no text', () => {
    expect(NODE_DISK.namesIn?.(join(within, 'a'))).toBeUndefined()
    expect(NODE_DISK.namesIn?.(join(within, 'missing'))).toBeUndefined()
    const bytes = Buffer.concat([Buffer.from(`${within}/`), Buffer.from([0x61, 0xff, 0x62])])
    writeFileSync(bytes, '')
    expect(NODE_DISK.namesIn?.(within)).toBeUndefined()
    rmSync(bytes)
    add(...Array.from({ length: 400 }, (_, at) => `f${at}`))
    expect(NODE_DISK.namesIn?.(within)).toBeUndefined()
  })
})

describe('looks that decisions of one moment share', () => {
  const path = join(folder, 'turns')
  const turn = () => {
    rmSync(path, { recursive: true, force: true })
    symlinkSync('/etc', path)
  }
  const reset = () => {
    rmSync(path, { force: true })
    mkdirSync(path)
  }

  it('hold for that moment and no longer', () => {
    const disk = new SharedDisk()
    reset()
    disk.together(() => {
      expect(disk.readlink(path)).toBeUndefined()
      turn()
      expect(disk.readlink(path)).toBeUndefined()
    })
    expect(disk.readlink(path)).toBe('/etc')
    disk.together(() => expect(disk.readlink(path)).toBe('/etc'))
  })

  it('are none outside of it', () => {
    const disk = new SharedDisk()
    reset()
    expect(disk.readlink(path)).toBeUndefined()
    turn()
    expect(disk.readlink(path)).toBe('/etc')
  })

  it('end with it when it throws', () => {
    const disk = new SharedDisk()
    reset()
    const broken = () =>
      disk.together(() => {
        disk.readlink(path)
        throw new Error('broken')
      })
    expect(broken).toThrow('broken')
    turn()
    expect(disk.readlink(path)).toBe('/etc')
  })

  it('never make what cannot be looked up one that can', () => {
    const disk = new SharedDisk()
    disk.together(() => {
      for (const _ of ['first', 'second'])
        expect(locate(`${'x'.repeat(300)}/a`, { ...place, fs: disk })).toMatchObject({ ok: false })
    })
  })
})

describe('what lies in a folder', () => {
  const within = join(folder, 'entries')
  mkdirSync(join(within, 'sub'), { recursive: true })
  writeFileSync(join(within, 'file'), '')
  symlinkSync('sub', join(within, 'link'))

  it('is told with what it is, links as links', () => {
    const entries = NODE_DISK.entriesIn?.(within, 3)
    expect(entries?.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: 'file', kind: 'other' },
      { name: 'link', kind: 'link' },
      { name: 'sub', kind: 'folder' },
    ])
  })

  it('is not told where it is more than is asked for, nothing is there, or it is no folder', () => {
    expect(NODE_DISK.entriesIn?.(within, 2)).toBeUndefined()
    expect(NODE_DISK.entriesIn?.(join(within, 'nowhere'), 9)).toBeUndefined()
    expect(NODE_DISK.entriesIn?.(join(within, 'file'), 9)).toBeUndefined()
  })
})
