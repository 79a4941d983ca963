/** From the spool into the chain, whatever happens in between. */

import { appendFileSync, chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openGate } from '../gate.ts'
import type { Gate } from '../gate.ts'
import { openHouse } from '../house.ts'
import { openManagement } from '../management.ts'
import type { AuditRecord, Management } from '../management.ts'
import { bash, eventually, replies, World } from '../testing.ts'
import { appendToSpool, spoolBeside } from './file.ts'
import type { Spool } from './file.ts'
import { EMPTY } from './line.ts'

const flushed = vi.hoisted(() => ({ after: () => undefined as void }))
const modes = vi.hoisted(() => ({ added: 0n }))
const folder = vi.hoisted(() => ({ isClosed: false }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const fdatasyncSync = (descriptor: number) => (fs.fdatasyncSync(descriptor), flushed.after())
  const fstatSync = (descriptor: number, options: { bigint: true }) => {
    const found = fs.fstatSync(descriptor, options)
    if (modes.added > 0n) found.mode |= modes.added
    return found
  }
  const renameSync = (from: string, to: string) => {
    if (folder.isClosed)
      throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', syscall: 'rename' })
    fs.renameSync(from, to)
  }
  return { ...fs, fdatasyncSync, fstatSync, renameSync }
})

let world: World
let state: string
let spool: string

beforeEach(async () => {
  world = new World()
  state = join(world.home, '.local', 'state', 'countersign')
  flushed.after = () => undefined
  await decide('ls')
  spool = beside().file
})
afterEach(() => world.end())

const beside = (store = join(state, 'countersign.db'), home = world.home): Spool =>
  spoolBeside(store, join(home, '.local', 'state', 'countersign', 'audit-key.pem')) as Spool

const open = (options: Partial<Parameters<typeof openGate>[0]> = {}): Promise<Gate> =>
  openGate({ cwd: world.root, home: world.home, managedDir: world.managedDir, session: 's1', late: true, ...options })

/** Decides one call and closes, as a hook does. */
async function decide(command: string, options: Parameters<typeof open>[0] = {}) {
  const gate = await open(options)
  const decided = await gate.judge(bash(command))
  await gate.close()
  return decided
}

async function managing<T>(work: (management: Management) => Promise<T>): Promise<T> {
  const management = await openManagement({ home: world.home, by: 'test' })
  try {
    return await work(management)
  } finally {
    await management.close()
  }
}

/** The oldest first. */
const records = (): Promise<readonly AuditRecord[]> =>
  managing(async ({ audit }) => {
    const all: AuditRecord[] = []
    let before: number | undefined
    do {
      const page = await audit.search({ limit: 500, ...(before === undefined ? {} : { before }) })
      all.push(...page.records)
      before = page.next
    } while (before !== undefined)
    return all.toReversed()
  })

const commands = async () => (await records()).map(({ kind, body }) => (kind === 'decision' ? commandIn(body) : kind))

const commandIn = (body: string) => (JSON.parse(body) as { call: { input: { command: string } } }).call.input.command

const verified = () => managing(({ audit }) => audit.verify({ keys: new Map() }))

const waiting = () =>
  readFileSync(spool, 'utf8')
    .split('\n')
    .filter((line) => line !== '').length - 1

const leftovers = () => readdirSync(state).filter((name) => name.includes('.spool') && name !== basename(spool))

const SOUND = { ok: true, findings: [] }

describe('what the policy settles', () => {
  it('waits beside the store, which is not opened, and comes into the chain in order, with its own time', async () => {
    const before = Date.now()
    await decide('git status')
    await decide('pwd')
    world.write(world.user, 'deny: [ "shell(sudo:*)" ]\n')
    expect(await decide('sudo ls')).toMatchObject({ behavior: 'deny', code: 'deny-rule' })
    const after = Date.now()
    expect(waiting()).toBe(3)
    expect(await commands()).toEqual(['ls', 'git status', 'pwd', 'sudo ls'])
    for (const { at } of (await records()).slice(1)) expect(at >= before && at <= after).toBe(true)
    expect(await verified()).toMatchObject({ ...SOUND, records: 4, signedTo: 4 })
    expect([statSync(spool).size, leftovers()]).toEqual([EMPTY, []])
  })

  it('is the same record as from a gate that opens its store', async () => {
    world.write(world.user, 'allow: [ "shell(npm run:*)" ]\ndeny: [ "shell(sudo:*)" ]\n')
    for (const late of [true, false])
      for (const line of ['ls -la', 'npm run build', 'sudo ls']) await decide(line, { late })
    const bodies = (await records()).slice(1).map(({ body }) => body.replace(/"id":"[^"]+"/, '"id":""'))
    expect(bodies.slice(0, 3)).toEqual(bodies.slice(3))
  })

  it('what asks opens the store, and an answer of the session counts', async () => {
    await decide('git status')
    const gate = await open({ asker: replies({ behavior: 'allow', lasts: 'session' }) })
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'allow', code: 'answered' })
    await gate.close()
    expect(await decide('npm publish')).toMatchObject({ behavior: 'allow', code: 'answered' })
    expect(await decide('npm publish && git status')).toMatchObject({ behavior: 'allow', code: 'answered' })
    expect(waiting()).toBe(0)
    expect((await commands()).slice(0, 2)).toEqual(['ls', 'git status'])
  })

  it('the use of a rule that an answer wrote is counted once', async () => {
    const gate = await open({ asker: replies({ behavior: 'allow', lasts: 'always' }) })
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'allow' })
    await gate.close()
    const uses = () => managing(async ({ grants }) => (await grants.list()).map(({ useCount }) => useCount))
    const [before] = await uses()
    await decide('npm publish')
    await decide('npm publish')
    expect(waiting()).toBe(2)
    copyFileSync(spool, `${spool}-0again`)
    expect(await uses()).toEqual([(before ?? 0) + 2])
  })

  it('how a call went waits as well, or follows a decision that was taken in', async () => {
    for (const isTaken of [false, true]) {
      const { id } = await decide('git status')
      if (isTaken) await records()
      const gate = await open({ session: 'other' })
      expect(await gate.outcome(id, { ok: true })).toBe(true)
      expect(await gate.outcome('01a1df14-d6cc-7889-94a4-fd841f8d19b5', { ok: true })).toBe(false)
      await gate.close()
      expect((await records()).at(-1)).toMatchObject({ kind: 'outcome', session: 's1' })
    }
  })

  it('is seen by a server that runs meanwhile', async () => {
    const house = await openHouse({ home: world.home, managedDir: world.managedDir, by: 'test' })
    await decide('git status')
    expect(await house.management.audit.verify({ keys: new Map() })).toMatchObject({ ...SOUND, records: 2 })
    await decide('pwd')
    await eventually(async () => (await house.management.audit.search({ limit: 10 })).records.length === 3)
    await house.close()
  })

  it('more than fits opens the store, and is taken in', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => ({
      record: { kind: 'outcome', at: n, session: null, body: `{"n":${n},"x":"${'x'.repeat(1000)}"}` },
    }))
    appendToSpool(beside(), many)
    await decide('pwd')
    expect(waiting()).toBe(0)
    expect(await records()).toHaveLength(1002)
    expect(await verified()).toMatchObject({ ...SOUND, records: 1002 })
  })
})

describe('a folder that cannot be written to', () => {
  afterEach(() => {
    folder.isClosed = false
  })

  it('is told, with what waits there and what to do; nothing is lost, and nothing that asks is let through', async () => {
    await decide('git status')
    folder.isClosed = true
    const told = { name: 'StoreError', code: 'read-only', message: expect.stringContaining(spool) as string }
    await expect(records()).rejects.toMatchObject(told)
    await expect(records()).rejects.toThrow('see that you may write to its folder')
    expect((await decide('npm publish')).behavior).not.toBe('allow')
    expect(await decide('pwd')).toMatchObject({ behavior: 'allow' })
    folder.isClosed = false
    expect(await commands()).toEqual(expect.arrayContaining(['ls', 'git status', 'pwd']))
    expect(await verified()).toMatchObject(SOUND)
  })
})

describe('stopped in the middle', () => {
  it('after it was taken away: the next takes it in', async () => {
    await decide('git status')
    renameSync(spool, `${spool}-01`)
    expect(await decide('pwd')).toMatchObject({ behavior: 'allow' })
    expect(await commands()).toEqual(['ls', 'git status', 'pwd'])
    expect(leftovers()).toEqual([])
  })

  it('after it came into the chain: it is not there twice', async () => {
    await decide('git status')
    copyFileSync(spool, `${spool}-01`)
    for (let time = 0; time < 3; time++) {
      expect(await commands()).toEqual(['ls', 'git status'])
      expect(await verified()).toMatchObject(SOUND)
    }
    expect(leftovers()).toEqual([])
  })

  it('in the middle of a line: nobody was answered by that, and the next opens the store', async () => {
    await decide('git status')
    const { size } = statSync(spool)
    await decide('pwd')
    truncateSync(spool, size + 100)
    expect(await decide('ls -l')).toMatchObject({ behavior: 'allow' })
    expect(await commands()).toEqual(['ls', 'git status', 'ls -l'])
    expect(await verified()).toMatchObject(SOUND)
  })

  it('taken away while it is added to: it is taken in once, whoever has read it', async () => {
    for (const isRead of [true, false]) {
      flushed.after = () => {
        flushed.after = () => undefined
        if (isRead) renameSync(spool, `${spool}-01`)
        else rmSync(spool)
      }
      expect(await decide(`echo ${String(isRead)}`)).toMatchObject({ behavior: 'allow' })
    }
    expect(await commands()).toEqual(['ls', 'echo true', 'echo false'])
  })
})

it('several take it in at once while others add to it: each record once', async () => {
  for (let round = 0; round < 5; round++) {
    const lines = Array.from({ length: 8 }, (_, n) => `echo ${round} ${n}`)
    const taking = [0, 1, 2].map(() => commands())
    for (const { behavior } of await Promise.all(lines.map((line) => decide(line)))) expect(behavior).toBe('allow')
    await Promise.all(taking)
  }
  const all = await commands()
  expect([all.length, new Set(all).size]).toEqual([41, 41])
  expect(await verified()).toMatchObject({ ...SOUND, records: 41 })
  expect(leftovers()).toEqual([])
})

describe('is told by verifying, and kept:', () => {
  const told = async () => {
    const found = await verified()
    expect(found).toMatchObject({ ok: false, findings: [{ what: 'changed' }] })
    expect(await verified()).toEqual(found)
    expect(leftovers()).toEqual([expect.stringMatching(/\.damaged$/)])
    return found.findings[0]?.message
  }

  it('a spool that was changed; what is sound in it is taken in', async () => {
    for (const line of ['git status', 'pwd']) await decide(line)
    writeFileSync(spool, readFileSync(spool, 'utf8').replace('git status', 'git log'))
    expect(await told()).toMatch(/line 3 is not as it was written.*\.spool-.*\.damaged/)
    expect(await commands()).toEqual(['ls', 'pwd', 'damage'])
  })

  it('a spool that was made larger than can be read', async () => {
    await decide('pwd')
    appendFileSync(spool, '\n')
    truncateSync(spool, 600 * 1024 * 1024)
    expect(await told()).toContain('larger than any')
    expect(await commands()).toEqual(['ls', 'pwd', 'damage'])
  })

  it('a record that was taken out', async () => {
    for (const line of ['git status', 'pwd']) await decide(line)
    const lines = readFileSync(spool, 'utf8').split('\n')
    writeFileSync(spool, lines.toSpliced(2, 2).join('\n'))
    expect(await told()).toContain('is gone')
  })

  it('a spool that others may read; it proves itself, and is taken in', async () => {
    await decide('pwd')
    chmodSync(spool, 0o644)
    await told()
    expect(await commands()).toEqual(['ls', 'pwd', 'damage'])
  })

  it.each([
    ['a link', () => symlinkSync(world.user, spool)],
    ['a folder', () => mkdirSync(spool)],
    ['a file that others may read', () => (writeFileSync(spool, 'x'), chmodSync(spool, 0o644))],
    ['a file without anything in it', () => writeFileSync(spool, '', { mode: 0o600 })],
    ['a file as long as an empty one', () => writeFileSync(spool, 'x'.repeat(EMPTY), { mode: 0o600 })],
  ])('%s in its place, which is left alone', async (_, replace) => {
    world.write(world.user, 'allow: []\n')
    rmSync(spool)
    replace()
    expect(await decide('git status')).toMatchObject({ behavior: 'allow' })
    await told()
    expect(await commands()).toEqual(['ls', 'damage', 'git status'])
    expect(readFileSync(world.user, 'utf8')).toBe('allow: []\n')
    expect(statSync(spool).size).toBe(EMPTY)
  })
})

describe('is left alone, to be taken in by those whose it is:', () => {
  const store = () => join(state, 'countersign.db')

  it('the spool of another key; each has its own', async () => {
    const other = join(world.base, 'other')
    await decide('pwd')
    const waits = readFileSync(spool)
    await (await openManagement({ home: other, store: store(), by: 'other' })).close()
    await decide('git status', { home: other, store: store() })
    expect(readFileSync(spool)).toEqual(waits)
    expect(statSync(beside(store(), other).file).size).toBeGreaterThan(EMPTY)
    await (await openManagement({ home: other, store: store(), by: 'other' })).close()
    expect(await commands()).toEqual(['ls', 'git status', 'pwd'])
  })

  it('the spool of a key that was replaced, until that is back', async () => {
    const key = join(state, 'audit-key.pem')
    await decide('pwd')
    renameSync(key, `${key}.old`)
    expect(await commands()).toEqual(['ls'])
    renameSync(`${key}.old`, key)
    expect(await commands()).toEqual(['ls', 'pwd'])
  })

  it('the spool of a store that is another user’s', async () => {
    await decide('pwd')
    const waits = readFileSync(spool)
    const another = vi.spyOn(process, 'getuid').mockReturnValue((process.getuid?.() ?? 0) + 1)
    expect(await commands()).toEqual(['ls'])
    another.mockRestore()
    expect([readFileSync(spool), leftovers()]).toEqual([waits, []])
    expect(await commands()).toEqual(['ls', 'pwd'])
    expect(await verified()).toMatchObject(SOUND)
  })

  it('none is made where the file system knows no modes', async () => {
    rmSync(spool)
    modes.added = 0o777n
    await decide('pwd')
    await decide('git status')
    modes.added = 0n
    expect(existsSync(spool)).toBe(false)
    expect(await commands()).toEqual(['ls', 'pwd', 'git status'])
    expect(await verified()).toMatchObject(SOUND)
  })
})

it('a link to the store is the same store, with the same spool', async () => {
  const link = join(world.base, 'link.db')
  symlinkSync(join(state, 'countersign.db'), link)
  await decide('pwd', { store: link })
  expect(waiting()).toBe(1)
  expect(await commands()).toEqual(['ls', 'pwd'])
})

describe('no record, no allow', () => {
  it('where neither the spool nor the store takes it', async () => {
    rmSync(join(state, 'countersign.db'))
    mkdirSync(join(state, 'countersign.db'))
    expect(await decide('git status')).toMatchObject({ behavior: 'allow' })
    writeFileSync(spool, 'unfinished', { mode: 0o600 })
    expect(await decide('git status')).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
  })

  it('where the disk says that it could not keep it', async () => {
    flushed.after = () => {
      throw new Error('EIO')
    }
    rmSync(join(state, 'countersign.db'))
    mkdirSync(join(state, 'countersign.db'))
    expect(await decide('git status')).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
  })

  it('what asks is denied where the store cannot be opened, and that waits', async () => {
    rmSync(join(state, 'countersign.db'))
    mkdirSync(join(state, 'countersign.db'))
    expect(await decide('npm publish')).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
    expect(waiting()).toBe(1)
  })

  it('what no store would take, or is too large to wait, is not put in the spool', () => {
    const append = (body: string) =>
      appendToSpool(beside(), [{ record: { kind: 'decision', at: 1, session: null, body } }])
    expect(() => append('\0')).toThrow(/without NUL/)
    expect(() => append('x'.repeat(17 * 1024 * 1024))).toThrow(/over the limit/)
    expect(() => append('x'.repeat(5 * 1024 * 1024))).toThrow(/too large/)
    expect(existsSync(spool) && waiting()).toBe(0)
  })

  it('a key that others can read signs nothing: the store is opened', async () => {
    chmodSync(join(state, 'audit-key.pem'), 0o644)
    expect(await decide('git status')).toMatchObject({ behavior: 'allow' })
    expect(waiting()).toBe(0)
  })
})
