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
import { distrustFolder, isTrusted, readTrust, trustFolder } from './trust.ts'

let home: string
let project: string
const file = () => join(home, '.config/countersign/trusted.json')

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-trust-')))
  project = join(home, 'project')
  mkdirSync(join(project, 'sub'), { recursive: true })
})

afterEach(() => rmSync(home, { recursive: true, force: true }))

test('no folder is trusted until somebody trusts it', () => {
  expect(isTrusted(project, home)).toBe(false)
  expect(readTrust(home).folders).toEqual([])
})

test('a folder is trusted from a moment on, itself and nothing else, until it is not', async () => {
  expect(await trustFolder(project, home, new Date(0))).toEqual({ ok: true, folder: project, wasTrusted: false })
  expect(readTrust(home).folders).toEqual([{ path: project, since: '1970-01-01T00:00:00.000Z' }])
  expect(isTrusted(project, home)).toBe(true)
  expect(isTrusted(join(project, 'sub'), home)).toBe(false)
  expect(isTrusted(home, home)).toBe(false)
  expect(await distrustFolder(project, home)).toEqual({ ok: true, folder: project, wasTrusted: true })
  expect(await distrustFolder(project, home)).toMatchObject({ ok: true, wasTrusted: false })
  expect(isTrusted(project, home)).toBe(false)
})

test('saying it twice is the same as once; others stay', async () => {
  await trustFolder(join(project, 'sub'), home)
  await trustFolder(project, home)
  await trustFolder(project, home)
  expect(readTrust(home).folders.map(({ path }) => path)).toEqual([join(project, 'sub'), project])
})

test('of many changes at once none is lost: what is struck off stays so', async () => {
  const folders = Array.from({ length: 8 }, (_, index) => join(project, `p${index}`))
  for (const folder of folders) mkdirSync(folder)
  for (const folder of folders.slice(4)) await trustFolder(folder, home)
  const [trusted, struck] = [folders.slice(0, 4), folders.slice(4)]
  const changes = folders.map((_, index) =>
    index < 4 ? trustFolder(trusted[index] ?? '', home) : distrustFolder(struck[index - 4] ?? '', home),
  )
  for (const change of await Promise.all(changes)) expect(change).toMatchObject({ ok: true })
  expect(
    readTrust(home)
      .folders.map(({ path }) => path)
      .toSorted(),
  ).toEqual(trusted)
})

test('a change waits for the one that another process makes', async () => {
  mkdirSync(join(home, '.config/countersign'), { recursive: true })
  writeFileSync(`${file()}.lock`, '')
  const change = trustFolder(project, home)
  await new Promise(setImmediate)
  expect(isTrusted(project, home)).toBe(false)
  rmSync(`${file()}.lock`)
  expect(await change).toMatchObject({ ok: true })
  expect(isTrusted(project, home)).toBe(true)
})

test('trust goes by the real folder, not by the link to it', async () => {
  const link = join(home, 'link')
  symlinkSync(project, link)
  expect(await trustFolder(link, home)).toMatchObject({ ok: true, folder: project })
  rmSync(link)
  symlinkSync(join(project, 'sub'), link)
  expect(isTrusted(link, home)).toBe(false)
})

test('the list is for its owner only, and no draft of it stays behind', async () => {
  await trustFolder(project, home)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(home, '.config/countersign'))).toEqual(['trusted.json'])
})

test('a trusted folder that is gone can be struck off', async () => {
  await trustFolder(project, home)
  rmSync(project, { recursive: true })
  await distrustFolder(project, home)
  expect(readTrust(home).folders).toEqual([])
})

describe('refused', () => {
  test('is what holds more than a project: the root, home and what is above it', async () => {
    for (const folder of ['/', home, join(project, '..'), tmpdir()]) {
      expect(await trustFolder(folder, home)).toMatchObject({
        ok: false,
        why: expect.stringContaining('holds more than a project'),
      })
    }
    expect(readTrust(home).folders).toEqual([])
  })

  test('is a path that is not a folder, or is gone', async () => {
    writeFileSync(join(project, 'file'), '')
    expect(await trustFolder(join(project, 'file'), home)).toEqual({
      ok: false,
      why: `\`${join(project, 'file')}\` is not a folder`,
    })
    expect(await trustFolder(join(project, 'gone'), home)).toMatchObject({ ok: false })
  })
})

describe('a list that cannot be relied on', () => {
  beforeEach(async () => void (await trustFolder(project, home)))

  test.each([
    '',
    '{',
    '[]',
    'null',
    '{"folders": {}}',
    '{"folders": ["x"]}',
    '{"folders": [{"path": 1, "since": ""}]}',
  ])('trusts nothing and is not written over: %j', async (text) => {
    writeFileSync(file(), text)
    expect(isTrusted(project, home)).toBe(false)
    expect(await trustFolder(project, home)).toEqual({
      ok: false,
      why: expect.stringContaining('cannot be read, so no folder is trusted; mend or remove it'),
    })
    expect(readFileSync(file(), 'utf8')).toBe(text)
  })

  test('is one that others can write', () => {
    chmodSync(file(), 0o666)
    expect(isTrusted(project, home)).toBe(false)
  })

  test('is one that is a folder', async () => {
    rmSync(file())
    mkdirSync(file())
    expect(isTrusted(project, home)).toBe(false)
    expect((await trustFolder(project, home)).ok).toBe(false)
  })
})
