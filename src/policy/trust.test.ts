import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { distrustFolder, isTrusted, listTrusted, trustFolder } from './trust.ts'

let home: string
let project: string
const file = () => join(home, '.config/countersign/trusted.json')

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-trust-')))
  project = join(home, 'project')
  mkdirSync(join(project, 'sub'), { recursive: true })
})

afterEach(() => rmSync(home, { recursive: true, force: true }))

test('nothing is trusted until somebody says so', () => {
  expect(isTrusted(project, home)).toBe(false)
  expect(listTrusted(home)).toEqual([])
})

test('a folder is trusted from a moment on, itself and nothing else, until it is not', () => {
  expect(trustFolder(project, home, new Date(0))).toEqual({ ok: true, folder: project, wasTrusted: false })
  expect(listTrusted(home)).toEqual([{ path: project, since: '1970-01-01T00:00:00.000Z' }])
  expect(isTrusted(project, home)).toBe(true)
  expect(isTrusted(join(project, 'sub'), home)).toBe(false)
  expect(isTrusted(home, home)).toBe(false)
  expect(distrustFolder(project, home)).toEqual({ ok: true, folder: project, wasTrusted: true })
  expect(distrustFolder(project, home)).toMatchObject({ ok: true, wasTrusted: false })
  expect(isTrusted(project, home)).toBe(false)
})

test('saying it twice is the same as once; others stay', () => {
  trustFolder(join(project, 'sub'), home)
  trustFolder(project, home)
  trustFolder(project, home)
  expect(listTrusted(home).map(({ path }) => path)).toEqual([join(project, 'sub'), project])
})

test('trust goes by the real folder, not by the link to it', () => {
  const link = join(home, 'link')
  symlinkSync(project, link)
  expect(trustFolder(link, home)).toMatchObject({ ok: true, folder: project })
  rmSync(link)
  symlinkSync(join(project, 'sub'), link)
  expect(isTrusted(link, home)).toBe(false)
})

test('the list is for its owner only, and no draft of it stays behind', () => {
  trustFolder(project, home)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(home, '.config/countersign'))).toEqual(['trusted.json'])
})

test('a trusted folder that is gone can be struck off', () => {
  trustFolder(project, home)
  rmSync(project, { recursive: true })
  distrustFolder(project, home)
  expect(listTrusted(home)).toEqual([])
})

describe('refused', () => {
  test('is what holds more than a project: the root, home and what is above it', () => {
    for (const folder of ['/', home, join(project, '..'), tmpdir()]) {
      expect(trustFolder(folder, home)).toMatchObject({
        ok: false,
        why: expect.stringContaining('holds more than a project'),
      })
    }
    expect(listTrusted(home)).toEqual([])
  })

  test('is what is no folder', () => {
    writeFileSync(join(project, 'file'), '')
    expect(trustFolder(join(project, 'file'), home)).toEqual({
      ok: false,
      why: `\`${join(project, 'file')}\` is no folder`,
    })
    expect(trustFolder(join(project, 'gone'), home)).toMatchObject({ ok: false })
  })
})

describe('a list that cannot be relied on', () => {
  beforeEach(() => trustFolder(project, home))

  test.each([
    '',
    '{',
    '[]',
    'null',
    '{"folders": {}}',
    '{"folders": ["x"]}',
    '{"folders": [{"path": 1, "since": ""}]}',
  ])('trusts nothing and is not written over: %j', (text) => {
    writeFileSync(file(), text)
    expect(isTrusted(project, home)).toBe(false)
    expect(trustFolder(project, home)).toEqual({
      ok: false,
      why: expect.stringContaining('cannot be read, so no folder is trusted; mend or remove it'),
    })
    expect(readFileSync(file(), 'utf8')).toBe(text)
  })

  test('is one that others can write', () => {
    chmodSync(file(), 0o666)
    expect(isTrusted(project, home)).toBe(false)
  })

  test('is one that is a folder', () => {
    rmSync(file())
    mkdirSync(file())
    expect(isTrusted(project, home)).toBe(false)
    expect(trustFolder(project, home).ok).toBe(false)
  })
})
