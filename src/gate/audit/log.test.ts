import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openStore } from '../../store/open.ts'
import type { Store } from '../../store/port.ts'
import { asked } from '../../store/testing/samples.ts'
import { createMemoryStore } from '../../store/memory-store.ts'
import { canonicalJson } from './canonical.ts'
import { exportAudit } from './export.ts'
import { openKey } from './key.ts'
import { createAuditLog } from './log.ts'
import { dropOld } from './retention.ts'
import { StillAudit, testKey } from './testing.ts'
import { verifyAudit } from './verify.ts'

const key = testKey()
const keys = new Map([[key.id, key.publicKey]])
const entry = (n: number) => ({ kind: 'decision', body: { n }, session: 's' })

describe('the log', () => {
  it('writes what comes while a transaction runs into the next one, in order', async () => {
    const store = new SlowAudit()
    const log = createAuditLog(store, { key: () => key })
    const first = log.append(entry(0))
    await vi.waitFor(() => expect(store.sizes).toEqual([1]), 60_000)
    const others = Array.from({ length: 700 }, (_, n) => log.append(entry(n + 1)))
    store.go()
    await Promise.all([first, ...others])
    expect(store.sizes).toEqual([1, 512, 188])
    expect(store.records.map(({ body }) => (JSON.parse(body) as { n: number }).n)).toEqual(
      Array.from({ length: 701 }, (_, n) => n),
    )
    await log.close()
    expect(await verifyAudit(store, { keys })).toMatchObject({ ok: true, records: 701, signedTo: 701 })
  })

  it('does not resolve before the store has', async () => {
    const store = new SlowAudit()
    const log = createAuditLog(store, { key: () => key })
    let done = false
    const append = log.append(entry(1)).then(() => (done = true))
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(done).toBe(false)
    store.go()
    await append
    expect(done).toBe(true)
  })

  it('rejects when the store fails, and goes on when it works again', async () => {
    const store = new StillAudit()
    const append = vi.spyOn(store, 'append').mockRejectedValueOnce(new Error('the disk is full'))
    const log = createAuditLog(store, { key: () => key })
    await expect(Promise.all([log.append(entry(1)), log.append(entry(2))])).rejects.toThrow('the disk is full')
    await log.append(entry(3))
    expect(append).toHaveBeenCalledTimes(2)
    expect(store.records.map(({ body }) => body)).toEqual(['{"n":3}'])
    await log.close()
    await expect(log.append(entry(4))).rejects.toThrow('closed')
  })

  it('signs at once, then every so many records, and at the end', async () => {
    const store = new StillAudit()
    const log = createAuditLog(store, { key: () => key, checkpointEvery: 3 })
    for (let n = 1; n <= 8; n++) await log.append(entry(n))
    await log.close()
    expect(store.signed.map(({ seq }) => seq)).toEqual([1, 4, 7, 8])
  })

  it('signs for the last records after a while without any', async () => {
    const store = new StillAudit()
    const log = createAuditLog(store, { key: () => key, checkpointAfter: 20 })
    for (let n = 1; n <= 3; n++) await log.append(entry(n))
    await vi.waitFor(() => expect(store.signed.at(-1)?.seq).toBe(3), 60_000)
    await log.close()
  })

  it('a checkpoint that cannot be kept is told and tried again; the records stand', async () => {
    const store = new StillAudit()
    vi.spyOn(store, 'addCheckpoint').mockRejectedValueOnce(new Error('busy'))
    const told: unknown[] = []
    const log = createAuditLog(store, {
      key: () => key,
      onProblem: (error) => {
        told.push(error)
        throw new Error('and so does the listener')
      },
    })
    await log.append(entry(1))
    await log.append(entry(2))
    await log.close()
    expect(told).toHaveLength(1)
    expect(store.signed.at(-1)?.seq).toBe(2)
  })

  it('nothing secret reaches the store', async () => {
    const store = new StillAudit()
    const log = createAuditLog(store, { key: () => key, now: () => 5 })
    await log.append({
      kind: 'decision',
      session: null,
      body: { input: { command: 'TOKEN=hunter2 make', b: 1, a: 2 } },
    })
    expect(store.records).toMatchObject([
      { at: 5, session: null, body: '{"input":{"a":2,"b":1,"command":"TOKEN=[redacted] make"}}' },
    ])
    await log.close()
  })
})

describe('a chain that is cut back to what is signed, while a log is open', () => {
  const log = (store: StillAudit) => createAuditLog(store, { key: () => key })
  const cutTo = (store: StillAudit, seq: number) => {
    store.records = store.records.slice(0, seq)
    store.signed = store.signed.filter((checkpoint) => checkpoint.seq <= seq)
  }
  const told = (seq: number) => ({
    ok: false,
    findings: [{ what: 'changed', message: expect.stringContaining(`record ${seq} (`) as string }],
  })

  it.each([
    ['and is continued by it', 1],
    ['and is continued past what was cut off', 9],
  ])('%s', async (_, more) => {
    const store = new StillAudit()
    const open = log(store)
    for (let n = 0; n < 6; n++) await open.append(entry(n))
    cutTo(store, 1)
    for (let n = 0; n < more; n++) await open.append(entry(n))
    await open.close()
    expect(await verifyAudit(store, { keys })).toMatchObject(told(6))
  })

  it('and is continued by others first', async () => {
    const store = new StillAudit()
    const [open, other] = [log(store), log(store)]
    for (let n = 0; n < 6; n++) await open.append(entry(n))
    cutTo(store, 1)
    for (let n = 0; n < 9; n++) await other.append(entry(n))
    await open.append(entry(6))
    await open.close()
    await other.close()
    expect(await verifyAudit(store, { keys })).toMatchObject(told(6))
  })

  it('and not continued', async () => {
    const store = new StillAudit()
    const open = log(store)
    for (let n = 0; n < 6; n++) await open.append(entry(n))
    await open.flush()
    cutTo(store, 1)
    await open.close()
    expect(await verifyAudit(store, { keys })).toMatchObject(told(6))
  })

  it('is not taken for one from which retention removed what is old', async () => {
    const store = new StillAudit()
    const [open, other] = [log(store), log(store)]
    for (let n = 0; n < 6; n++) await open.append(entry(n))
    await other.append(entry(6))
    await dropOld(store, { before: Number.MAX_SAFE_INTEGER, key, now: Date.now() })
    await open.append(entry(7))
    await open.close()
    await other.close()
    expect(await verifyAudit(store, { keys })).toMatchObject({ ok: true, records: 2 })
  })
})

it('a record that the store wrote along with something else is signed for, and appends go on meanwhile', async () => {
  const store = createMemoryStore()
  const log = createAuditLog(store.audit, { key: () => key, now: () => 1 })
  const open = asked()
  await store.approvals.ask(open)
  const along = await log.along({ kind: 'answer', session: 's1', body: { password: 'hunter22' } })
  const ending = { state: 'cancelled', note: 'gone' } as const
  const appends = [log.append({ kind: 'decision', session: 's1', body: {} })]
  await store.approvals.end(open.id, ending, 1, along)
  appends.push(log.append({ kind: 'decision', session: 's1', body: {} }))
  await Promise.all(appends)
  await log.close()
  expect((await store.audit.read(1, 10)).map(({ kind }) => kind).toSorted()).toEqual(['answer', 'decision', 'decision'])
  expect(JSON.stringify(await store.audit.read(1, 10))).not.toContain('hunter22')
  expect(await verifyAudit(store.audit, { keys })).toMatchObject({ ok: true, signedTo: 3 })
  await expect(log.along({ kind: 'answer', session: null, body: {} })).rejects.toThrow('closed')
})

it('two logs on one database, as of two processes, make one chain that verifies', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-chain-'))
  const stores = [await openStore(join(folder, 'a.db')), await openStore(join(folder, 'a.db'))]
  const logs = stores.map(({ audit }) => createAuditLog(audit, { key: () => key, checkpointEvery: 50 }))
  try {
    await Promise.all(logs.flatMap((log) => Array.from({ length: 150 }, (_, n) => log.append(entry(n)))))
    await Promise.all(logs.map((log) => log.close()))
    const found = await verifyAudit((stores[0] as Store).audit, { keys })
    expect(found).toMatchObject({ ok: true, records: 300, signedTo: 300 })
  } finally {
    for (const store of stores) await store.close()
    rmSync(folder, { recursive: true })
  }
})

describe('export', () => {
  it('as JSON lines holds all that the hash was made of', async () => {
    const store = new StillAudit()
    const log = createAuditLog(store, { key: () => key, now: () => 5 })
    await log.append({ kind: 'decision', session: 's', body: { b: 'ü', a: [1] } })
    await log.close()
    const lines = await all(exportAudit(store, { format: 'jsonl' }))
    expect(Object.keys(lines[0] ?? {})).toEqual(['seq', 'kind', 'at', 'session', 'body', 'previous', 'hash'])
    const { body } = lines[0] as { body: unknown }
    expect(canonicalJson(body)).toBe(store.records[0]?.body)
  })

  it('as CloudEvents has what the format requires', async () => {
    const store = new StillAudit()
    const log = createAuditLog(store, { key: () => key, now: () => Date.UTC(2026, 0, 2) })
    for (let n = 0; n < 3; n++) await log.append(entry(n))
    await log.close()
    const events = (await all(exportAudit(store, { format: 'cloudevents', from: 2 }))) as Record<string, unknown>[]
    expect(events).toHaveLength(2)
    expect(events[0]).toMatchObject({
      specversion: '1.0',
      source: 'urn:countersign:audit',
      type: 'dev.countersign.decision',
      time: '2026-01-02T00:00:00.000Z',
      subject: 's',
      datacontenttype: 'application/json',
      data: { n: 1 },
    })
    expect(new Set(events.map(({ id }) => id)).size).toBe(2)
    for (const name of Object.keys(events[0] ?? {})) expect(name).toMatch(/^[a-z0-9]{1,20}$/)
  })
})

describe('the signing key', () => {
  let folder: string
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'countersign-key-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is made on first use, for its owner alone, and found again', () => {
    const file = join(folder, 'deep', 'audit-key.pem')
    const made = openKey(file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(openKey(file).id).toBe(made.id)
    expect(readdirSync(join(folder, 'deep'))).toEqual(['audit-key.pem'])
  })

  it('is refused if others can read it, or if the file holds no key', () => {
    const file = join(folder, 'audit-key.pem')
    writeFileSync(file, 'no key', { mode: 0o600 })
    expect(() => openKey(file)).toThrow('is not an Ed25519 key')
    writeFileSync(join(folder, 'open.pem'), 'no key', { mode: 0o644 })
    expect(() => openKey(join(folder, 'open.pem'))).toThrow('chmod 600')
  })
})

/** Waits for a signal before it writes the first batch. */
class SlowAudit extends StillAudit {
  readonly sizes: number[] = []
  go: () => void = () => undefined
  readonly #gate = new Promise<void>((resolve) => void (this.go = resolve))

  override async append(...args: Parameters<StillAudit['append']>): ReturnType<StillAudit['append']> {
    this.sizes.push(args[0].length)
    await this.#gate
    return super.append(...args)
  }
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
