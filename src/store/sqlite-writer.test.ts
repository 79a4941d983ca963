/** The thread that appends: what it was handed is settled once, whatever happens to it, and the chain stays one. */

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AuditRecord } from './record.ts'
import { driverOf, sqliteBinding } from './sqlite-binding.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { openSqlite } from './sqlite.ts'
import type { Store } from './port.ts'
import { asked, breakIn, NOW, record, seal } from './testing/samples.ts'

let folder: string
let file: string
let store: Store
const writers: SqliteWriter[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-writer-'))
  file = join(folder, 'store.db')
  store = await openSqlite(file)
})
afterEach(async () => {
  await Promise.all(writers.splice(0).map((writer) => writer.close()))
  await store.close()
  rmSync(folder, { recursive: true })
})

/** One whose thread is there. */
async function started(pragmas: readonly string[] = [], patience = 60_000): Promise<SqliteWriter> {
  const writer = new SqliteWriter({
    file,
    driver: driverOf(),
    pragmas: ['busy_timeout = 2', 'synchronous = full', 'wal_autocheckpoint = 0', ...pragmas],
    patience,
    pause: 6,
    checkpointAfter: 20_000,
    checkpointIdle: 5,
    after: 0,
  })
  writers.push(writer)
  expect(writer.append([record()])).toBeUndefined()
  await vi.waitFor(() => expect(writer.isReady).toBe(true), 60_000)
  return writer
}

const handed = (writer: SqliteWriter, body: string, count = 1) =>
  writer.append(Array.from({ length: count }, () => record({ body }))) as Promise<readonly AuditRecord[]>

it('gives back what it wrote, in the order it was handed over, far beyond one statement and one checkpoint', async () => {
  const writer = await started()
  const bodies = Array.from({ length: 60 }, (_, n) => JSON.stringify({ n, text: 'ü🗝'.repeat(n) }))
  const kept = (await Promise.all(bodies.map((body, n) => handed(writer, body, 1 + (n % 7) * 20)))).flat()
  expect(breakIn(kept)).toBeUndefined()
  expect(await store.audit.read(1, 10_000)).toEqual(kept)
  expect([...new Set(kept.map(({ body }) => body))]).toEqual(bodies)
})

it('kinds, sessions and times of every sort come back as they were, whatever hash went before', async () => {
  const writer = await started()
  await handed(writer, 'the first')
  const raw = (await sqliteBinding())(file)
  raw.exec(`update audit set hash = 'no "hash", ü'`)
  raw.close()
  const sorts = [null, '', 's', 'ü🗝'.repeat(40), '"\\\n'].flatMap((session) =>
    ['x', 'dé"cision', '🗝'.repeat(99)].map((kind) => ({ session, kind })),
  )
  const given = Array.from({ length: 200 }, (_, n) =>
    record({ ...sorts[n % sorts.length], at: (n - 9) * 2 ** 40, body: n % 3 === 0 ? '' : `{"n":${n}}` }),
  )
  const kept = (await writer.append(given)) ?? []
  expect(kept).toMatchObject(given)
  expect(kept[0]).toMatchObject({ seq: 2, previous: 'no "hash", ü' })
  expect(kept.map((one) => seal(one, one.seq, one.previous))).toEqual(kept.map(({ hash }) => hash))
  expect(await store.audit.read(2, 1_000)).toEqual(kept)
})

it('two threads, and answers that bring their record along, make one chain', async () => {
  const [one, two] = [await started(), await started()]
  const ends = async (n: number) => {
    const approval = asked({ id: `a${n}` })
    await store.approvals.ask(approval)
    const along = { record: record({ kind: 'answer' }), seal, kept: () => undefined }
    await store.approvals.end(approval.id, { state: 'cancelled', note: 'x' }, NOW, along)
  }
  const work = Array.from({ length: 40 }, (_, n) => [
    handed(one, '1', 5),
    handed(two, '2', 5),
    n < 8 ? ends(n) : Promise.resolve(),
  ])
  await Promise.all(work.flat())
  const records = await store.audit.read(1, 1_000)
  expect(records).toHaveLength(408)
  expect(breakIn(records)).toBeUndefined()
})

it('a thread that dies fails what it had, once, and is not used again', async () => {
  const writer = await started()
  await handed(writer, 'kept')
  const first = Promise.allSettled([handed(writer, 'kept, whether it is told or not', 2_000)])
  const killed = writer.kill()
  const [second] = await Promise.allSettled([handed(writer, 'lost', 10)])
  await killed
  expect(await first).toHaveLength(1)
  expect(second).toMatchObject({ status: 'rejected', reason: { name: 'StoreError', code: 'unreachable' } })
  expect(writer.append([record()])).toBeUndefined()
  const records = await store.audit.read(1, 10_000)
  expect(records).toHaveLength(2_001)
  expect(breakIn(records)).toBeUndefined()
  await store.audit.append([record({ body: 'after' })], seal)
  expect((await store.audit.head())?.seq).toBe(records.length + 1)
})

it('what is written while the log is copied is kept, and the log does not grow for ever', async () => {
  const writer = await started()
  const body = JSON.stringify('x'.repeat(3_000))
  // Never a pause that is long enough to copy in.
  for (let n = 0; n < 120; n++) await handed(writer, body, 10)
  expect(statSync(`${file}-wal`).size).toBeLessThan(2_000_000)
  const records = await store.audit.read(1, 10_000)
  expect(records).toHaveLength(1_200)
  expect(breakIn(records)).toBeUndefined()
})

it('one that cannot start leaves the ordinary way', async () => {
  const elsewhere = new SqliteWriter({
    file: join(folder, 'nowhere', 'store.db'),
    driver: driverOf(),
    pragmas: [],
    patience: 100,
    pause: 6,
    checkpointAfter: 1,
    checkpointIdle: 5,
    after: 0,
  })
  expect(elsewhere.append([record()])).toBeUndefined()
  await elsewhere.close()
  expect(elsewhere.append([record()])).toBeUndefined()
})

it('waits for others no longer than it may, and goes on after them', async () => {
  const other = (await sqliteBinding())(file)
  other.exec('begin immediate')
  const writer = await started([], 60)
  await expect(handed(writer, 'held')).rejects.toMatchObject({ message: expect.stringContaining('locked') as string })
  other.exec('rollback')
  other.close()
  expect((await handed(writer, 'free')).map(({ seq }) => seq)).toEqual([1])
})

it('a full disk is told as such, nothing of it is kept, and what was before stays', async () => {
  await store.audit.append([record()], seal)
  await store.close()
  store = await openSqlite(file, { threadAfter: 0, pragmas: ['max_page_count = 60'] })
  await store.audit.append([record({ body: 'starts the thread' })], seal)
  let kept = 2
  for (;;) {
    const appended = await store.audit
      .append([record({ body: 'x'.repeat(9_000) })], seal)
      .catch((error: unknown) => error)
    if (!Array.isArray(appended)) {
      expect(appended).toMatchObject({ name: 'StoreError', code: 'full' })
      break
    }
    kept++
  }
  const records = await store.audit.read(1, 1_000)
  expect(records).toHaveLength(kept)
  expect(breakIn(records)).toBeUndefined()
})

it('closing keeps what was appended before', async () => {
  const busy = await openSqlite(file, { threadAfter: 0 })
  await busy.audit.append([record()], seal)
  await new Promise((resolve) => setTimeout(resolve, 300))
  const appended = Array.from({ length: 50 }, (_, n) => busy.audit.append([record({ body: String(n) })], seal))
  await busy.close()
  expect((await Promise.all(appended)).map(([one]) => one?.seq)).toEqual(Array.from({ length: 50 }, (_, n) => n + 2))
  expect(breakIn(await store.audit.read(1, 100))).toBeUndefined()
  await expect(busy.audit.append([record()], seal)).rejects.toMatchObject({ code: 'closed' })
})
