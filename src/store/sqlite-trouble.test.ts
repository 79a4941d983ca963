import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from './open.ts'
import { openSqlite } from './sqlite.ts'
import { sqliteBinding } from './sqlite-binding.ts'
import { Processes } from './testing/processes.ts'
import { answer, asked, breakIn, NOW, record, seal } from './testing/samples.ts'

const top = mkdtempSync(join(tmpdir(), 'countersign-trouble-'))
chmodSync(top, 0o755)
afterAll(() => rmSync(top, { recursive: true, force: true }))

let names = 0
const fresh = () => join(top, `${++names}.db`)
const problem = (code: string, message: RegExp) => ({
  name: 'StoreError',
  code,
  message: expect.stringMatching(message) as string,
})

describe('the file', () => {
  test('it and the folders made for it are this user’s alone', async () => {
    const file = join(top, 'a', 'b', 'store.db')
    const store = await openStore(`sqlite:${file}`)
    await store.audit.append([record()], seal)
    const mode = (path: string) => statSync(path).mode & 0o777
    expect([join(top, 'a'), join(top, 'a', 'b')].map(mode)).toEqual([0o700, 0o700])
    expect([file, `${file}-wal`].map(mode)).toEqual([0o600, 0o600])
    await store.close()
  })

  test.each([0o620, 0o602, 0o666])(
    'one that others may write (%o) is not used: they could write what is allowed',
    async (mode) => {
      const file = fresh()
      await (await openStore(file)).close()
      chmodSync(file, mode)
      await expect(openStore(file)).rejects.toMatchObject(problem('invalid', /others may write it.*chmod 600/))
      chmodSync(file, 0o640)
      await (await openStore(file)).close()
    },
  )

  test('a folder, a path through a file and another kind of store are refused in words', async () => {
    writeFileSync(join(top, 'plain'), '')
    await expect(openStore(top)).rejects.toMatchObject(problem('invalid', /it is a folder/))
    await expect(openStore(join(top, 'plain', 'x.db'))).rejects.toMatchObject(problem('invalid', /part of the path/))
    await expect(openStore('mysql://localhost/x')).rejects.toMatchObject(problem('invalid', /mysql:\/\//))
    await expect(openStore('')).rejects.toMatchObject(problem('invalid', /path of a file/))
    await expect(openStore('sqlite:')).rejects.toMatchObject(problem('invalid', /path of a file/))
    await expect(openStore('a\0b')).rejects.toMatchObject(problem('invalid', /path of a file/))
  })

  test('every way to write its address is the same file', async () => {
    const file = fresh()
    for (const address of [file, `sqlite:${file}`, `sqlite://${file}`]) {
      const store = await openStore(address)
      await store.audit.append([record()], seal)
      await store.close()
    }
    const store = await openStore(file)
    expect((await store.audit.head())?.seq).toBe(3)
    await store.close()
  })

  test('a store in memory is its own', async () => {
    const [one, two] = [await openStore(':memory:'), await openStore('sqlite::memory:')]
    await one.audit.append([record()], seal)
    expect(await two.audit.head()).toBeUndefined()
    await one.close()
    await two.close()
  })
})

describe('damage', () => {
  test('what is no database is not taken for an empty one', async () => {
    const file = fresh()
    writeFileSync(file, 'this is a letter, not a database\n'.repeat(200))
    await expect(openStore(file)).rejects.toMatchObject(problem('corrupt', /not a SQLite database/))
    expect(statSync(file).size).toBe(6600)
  })

  test('pages that were overwritten are noticed when they are read', async () => {
    const file = fresh()
    const store = await openStore(file)
    await store.audit.append(
      Array.from({ length: 500 }, () => record()),
      seal,
    )
    await store.close()
    const raw = (await sqliteBinding())(file)
    raw.exec('pragma wal_checkpoint(truncate)')
    raw.close()
    const handle = openSync(file, 'r+')
    const { size } = statSync(file)
    writeSync(handle, Buffer.alloc(size - 4096, 0xaa), 0, size - 4096, 4096)
    closeSync(handle)
    const read = async () => {
      const again = await openStore(file)
      try {
        return await again.audit.read(1, 1000)
      } finally {
        await again.close()
      }
    }
    await expect(read()).rejects.toMatchObject(problem('corrupt', /damaged/))
  })

  test('an approval whose text was changed from outside says so, and can be denied but not allowed', async () => {
    const file = fresh()
    const store = await openStore(file)
    const [one, other] = [asked(), asked()]
    await store.approvals.ask(one)
    const raw = (await sqliteBinding())(file)
    raw.exec(`update approvals set shown = '{'`)
    raw.close()
    await store.approvals.ask(other)
    const broken = expect.stringMatching(new RegExp(`^approval ${one.id} is damaged in the store: its shown`)) as string
    expect(await store.approvals.get(one.id)).toMatchObject({ broken, shown: {}, state: 'pending' })
    expect(await store.approvals.pending()).toMatchObject([{ broken }, other])
    const allowing = store.approvals.end(one.id, { state: 'answered', answer: answer() }, NOW)
    await expect(allowing).rejects.toMatchObject(problem('corrupt', /it can only be denied/))
    expect(await store.approvals.get(one.id)).toMatchObject({ state: 'pending' })
    const denial = answer({ behavior: 'deny' })
    const denied = await store.approvals.end(one.id, { state: 'answered', answer: denial }, NOW)
    expect(denied).toMatchObject({ won: true, approval: { state: 'answered', answer: denial, broken } })
    await store.close()
  })

  test('a log torn in the middle of a write keeps what was whole', async () => {
    const file = fresh()
    const copy = fresh()
    const store = await openStore(file)
    await store.audit.append([record(), record()], seal)
    // By another process: closing a file that SQLite has open here would drop its locks.
    execFileSync('cp', [file, copy])
    execFileSync('cp', [`${file}-wal`, `${copy}-wal`])
    appendFileSync(`${copy}-wal`, Buffer.alloc(3000, 1))
    const torn = await openStore(copy)
    const kept = await torn.audit.read(1, 10)
    expect(kept).toHaveLength(2)
    expect(breakIn(kept)).toBeUndefined()
    await torn.close()
    await store.close()
  })

  test('a newer version’s file is not touched', async () => {
    const file = fresh()
    await (await openStore(file)).close()
    const raw = (await sqliteBinding())(file)
    raw.exec(`insert into kysely_migration values ('9999-from-the-future', 'now')`)
    raw.close()
    await expect(openStore(file)).rejects.toMatchObject(problem('newer', /9999-from-the-future.*update/))
  })
})

describe('no room, no turn', () => {
  test('a full disk is said, nothing acknowledged is lost, and it goes on when there is room', async () => {
    const file = fresh()
    await (await openStore(file)).close()
    const store = await openSqlite(file, { pragmas: ['max_page_count = 60'] })
    let acknowledged = 0
    const fill = async () => {
      for (;;) {
        await store.audit.append([record({ body: JSON.stringify('x'.repeat(3000)) })], seal)
        acknowledged++
      }
    }
    await expect(fill()).rejects.toMatchObject(problem('full', /disk is full; nothing of this was written/))
    const large = asked({ shown: { text: 'x'.repeat(100_000) } })
    await expect(store.approvals.ask(large)).rejects.toMatchObject(problem('full', /disk is full/))
    expect(await store.approvals.pending()).toEqual([])
    await store.close()

    const roomy = await openStore(file)
    await roomy.audit.append([record()], seal)
    const kept = await roomy.audit.read(1, 1000)
    expect(acknowledged).toBeGreaterThan(5)
    expect(kept).toHaveLength(acknowledged + 1)
    expect(breakIn(kept)).toBeUndefined()
    await roomy.close()
  })

  test('another that holds the file for too long is said, and waited for when it is not', async () => {
    const file = fresh()
    const store = await openSqlite(file, { patience: 150 })
    const holder = (await sqliteBinding())(file)
    holder.exec('begin immediate')
    await expect(store.approvals.ask(asked())).rejects.toMatchObject(problem('busy', /held it for too long/))
    expect(await store.approvals.pending()).toEqual([])
    const patient = await openSqlite(file, { patience: 100_000 })
    const waiting = patient.approvals.ask(asked())
    setTimeout(() => holder.exec('commit'), 50)
    await waiting
    expect(await store.approvals.pending()).toHaveLength(1)
    holder.close()
    await patient.close()
    await store.close()
  })
})

describe('another user, another machine', () => {
  const NOBODY = 65534
  const root = process.getuid?.() === 0
  let processes: Processes
  let bare: Processes
  beforeAll(async () => {
    processes = await Processes.build()
    bare = await Processes.build({ bare: true })
  })
  afterAll(() => {
    processes.remove()
    bare.remove()
  })
  /** Root may write everything: a user who may not has to look. */
  const openAsUser = (file: string) => processes.run(file, root ? { do: 'open', user: NOBODY } : { do: 'open' })
  const give = (path: string) => root && chownSync(path, NOBODY, NOBODY)

  test('a file that cannot be written is said to be so', async () => {
    const file = join(top, 'read-only-file', 'store.db')
    await (await openStore(file)).close()
    chmodSync(join(top, 'read-only-file'), 0o755)
    chmodSync(file, 0o444)
    expect(await openAsUser(file)).toMatchObject([problem('read-only', /cannot be written by this user/)])
  })

  test('a folder that cannot be written is said to be so, whether the file is there or not', async () => {
    const folder = join(top, 'read-only-folder')
    const file = join(folder, 'store.db')
    await (await openStore(file)).close()
    give(file)
    chmodSync(folder, 0o555)
    expect(await openAsUser(file)).toMatchObject([problem('read-only', /cannot be written by this user/)])
    expect(await openAsUser(join(folder, 'new.db'))).toMatchObject([problem('read-only', /cannot be written/)])
    chmodSync(folder, 0o755)
  })

  test('the same user in a folder of their own may write', async () => {
    const folder = join(top, 'own')
    mkdirSync(folder)
    give(folder)
    expect(await openAsUser(join(folder, 'store.db'))).toEqual(['opened'])
  })

  test('without any SQLite the error says what to install', async () => {
    const said = await bare.run(fresh(), { do: 'open', libsql: true })
    expect(said).toMatchObject([problem('driver', /^SQLite needs Node 22 or the optional package libsql/)])
  })

  test('a link to a file is the file', async () => {
    const [file, link] = [fresh(), join(top, 'link.db')]
    await (await openStore(file)).close()
    symlinkSync(file, link)
    const [store, linked] = [await openStore(file), await openStore(link)]
    await store.audit.append([record()], seal)
    await linked.audit.append([record()], seal)
    expect(breakIn(await store.audit.read(1, 10))).toBeUndefined()
    expect((await store.audit.head())?.seq).toBe(2)
    await store.close()
    await linked.close()
  })
})
