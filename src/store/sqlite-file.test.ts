import { mkdtempSync, renameSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openSqlite } from './sqlite.ts'
import { seal } from './seal.ts'
import { asked, record } from './testing/samples.ts'

const top = mkdtempSync(join(tmpdir(), 'countersign-gone-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))

let names = 0
const fresh = () => join(top, `${++names}.db`)
const GONE = {
  name: 'StoreError',
  code: 'unreachable',
  message: expect.stringContaining('deleted, emptied or replaced') as string,
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
