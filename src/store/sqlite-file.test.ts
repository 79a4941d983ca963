import { execFileSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openSqlite } from './sqlite.ts'
import { seal } from './seal.ts'
import { sqliteBinding } from './sqlite-binding.ts'
import { asked, breakIn, record } from './testing/samples.ts'

const top = mkdtempSync(join(tmpdir(), 'countersign-gone-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))

let names = 0
const fresh = () => join(top, `${++names}.db`)
const GONE = {
  name: 'StoreError',
  code: 'unreachable',
  message: expect.stringContaining('deleted, emptied or replaced') as string,
}

/** By another connection, as a tool would. */
async function copied(file: string, how: 'full' | 'truncate' = 'full'): Promise<void> {
  const raw = (await sqliteBinding())(file)
  raw.prepare(`pragma wal_checkpoint(${how})`).all([])
  raw.close()
}

const WAYS: readonly (readonly [string, (file: string) => void])[] = [
  ['deleted', (file) => rmSync(file)],
  ['deleted with its log', (file) => ['', '-wal', '-shm'].forEach((end) => rmSync(file + end))],
  ['left without its log', (file) => rmSync(`${file}-wal`)],
  ['emptied', (file) => truncateSync(file)],
  ['moved away', (file) => renameSync(file, `${file}.away`)],
]

/** Records after which a thread appends: by it, and without. */
describe.each([0, 1000])('a file whose appends go by a thread after %d records', (threadAfter) => {
  test.each(WAYS)('that was %s takes nothing more', async (_, undo) => {
    const file = fresh()
    const store = await openSqlite(file, { threadAfter })
    for (let at = 0; at < 5; at++) await store.audit.append([record()], seal)
    undo(file)
    await expect(store.audit.append([record()], seal)).rejects.toMatchObject(GONE)
    await expect(store.approvals.ask(asked())).rejects.toMatchObject(GONE)
    await expect(store.grants.list()).rejects.toMatchObject(GONE)
    await store.close()
  })

  test('that was replaced by another takes nothing more, and the other is left alone', async () => {
    const [file, other] = [fresh(), fresh()]
    const [store, second] = [await openSqlite(file, { threadAfter }), await openSqlite(other)]
    await store.audit.append([record()], seal)
    await second.close()
    renameSync(other, file)
    await expect(store.audit.append([record()], seal)).rejects.toMatchObject(GONE)
    await store.close()
  })

  test.each([
    ['a byte', 1],
    ['half', 0.5],
    ['all', Number.POSITIVE_INFINITY],
  ])('whose log lost %s at its end takes nothing more, and is not damaged by it', async (_, lost) => {
    const file = fresh()
    const store = await openSqlite(file, { threadAfter })
    await store.approvals.ask(asked())
    await (await openSqlite(file)).close()
    for (let at = 0; at < 5; at++) await store.audit.append([record()], seal)
    await copied(file)
    for (let at = 0; at < 20; at++) await store.audit.append([record()], seal)
    const { size } = statSync(`${file}-wal`)
    truncateSync(`${file}-wal`, Math.max(0, Math.floor(lost < 1 ? size * lost : size - lost)))
    const cut = {
      name: 'StoreError',
      code: 'corrupt',
      message: expect.stringContaining('made shorter while it was open') as string,
    }
    await expect(store.audit.append([record()], seal)).rejects.toMatchObject(cut)
    await expect(store.approvals.pending()).rejects.toMatchObject(cut)
    await expect(store.audit.head()).rejects.toMatchObject(cut)
    // What a process finds that starts when all others have ended.
    const copy = fresh()
    for (const end of ['', '-wal']) execFileSync('cp', [file + end, copy + end])
    await store.close()
    const again = await openSqlite(copy)
    const kept = await again.audit.read(1, 100)
    expect(breakIn(kept)).toBeUndefined()
    expect(kept.length).toBeGreaterThanOrEqual(5)
    expect(await again.approvals.pending()).toHaveLength(1)
    await again.close()
  })

  test('whose log somebody copied and emptied in the ordinary way goes on', async () => {
    const file = fresh()
    const store = await openSqlite(file, { threadAfter })
    for (let round = 1; round <= 3; round++) {
      await store.audit.append([record()], seal)
      await copied(file, 'truncate')
      expect(statSync(`${file}-wal`).size).toBe(0)
      expect((await store.audit.head())?.seq).toBe(round)
    }
    await store.close()
  })

  test('that others open and close stays the same', async () => {
    const file = fresh()
    const store = await openSqlite(file, { threadAfter })
    for (let at = 0; at < 3; at++) {
      const second = await openSqlite(file, { threadAfter })
      await Promise.all([store.audit.append([record()], seal), second.audit.append([record()], seal)])
      await second.close()
    }
    expect((await store.audit.append([record()], seal))[0]?.seq).toBe(7)
    await store.close()
  })
})
