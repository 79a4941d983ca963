/** The gate on its default store and audit: SQLite in the home, a signed chain. */

import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore } from '../store/open.ts'
import { openKey } from './audit/key.ts'
import { verifyAudit } from './audit/verify.ts'
import { openGate } from './gate.ts'
import { openManagement } from './management.ts'
import type { Gate } from './gate.ts'
import { bash, eventually, replies, World } from './testing.ts'

let world: World
beforeEach(() => {
  world = new World()
})
afterEach(() => world.end())

const open = (more: Partial<Parameters<typeof openGate>[0]> = {}): Promise<Gate> =>
  openGate({
    cwd: world.root,
    home: world.home,
    managedDir: world.managedDir,
    session: 's1',
    timeout: 120_000,
    ...more,
  })

it('a question of one gate is answered through another, and the chain holds all of it', async () => {
  const asking = await open()
  const answering = await open({ session: 'inbox' })
  const deciding = asking.authorize(bash('npm publish'))
  await eventually(async () => (await answering.approvals.pending()).length === 1)
  const [asked] = await answering.approvals.pending()
  await answering.approvals.answer(asked!.id, { behavior: 'allow', lasts: 'session', digest: asked!.digest, by: 'ann' })
  expect(await deciding).toMatchObject({ behavior: 'allow', by: 'ann' })
  expect(await asking.authorize(bash('npm publish'))).toMatchObject({ behavior: 'allow', code: 'answered' })
  await asking.close()
  await answering.close()

  const file = join(world.home, '.local', 'state', 'countersign', 'countersign.db')
  expect(existsSync(file)).toBe(true)
  const store = await openStore(file)
  const records = await store.audit.read(1, 100)
  expect(records.map(({ kind }) => kind)).toEqual(['answer', 'grant', 'decision', 'decision'])
  const key = openKey(join(world.home, '.local', 'state', 'countersign', 'audit-key.pem'))
  const verified = await verifyAudit(store.audit, { keys: new Map([[key.id, key.publicKey]]) })
  expect(verified).toMatchObject({ ok: true, records: 4, signedTo: 4 })
  expect(await store.grants.list()).toMatchObject([{ useCount: 2 }])
  await store.close()
})

it('a question that another process asked is joined, not asked twice', async () => {
  const first = await open()
  void first.authorize(bash('npm publish'))
  await eventually(async () => (await first.approvals.pending()).length === 1)
  const second = await open({ asker: replies({ behavior: 'allow', by: 'ann' }) })
  const before = await second.approvals.pending()
  expect(await second.authorize(bash('npm publish'))).toMatchObject({ behavior: 'allow', approval: before[0]!.id })
  await first.close()
  await second.close()
})

it('with old records go the questions that ended before, which hold the calls as they were made', async () => {
  const gate = await open({ asker: replies({ behavior: 'deny', by: 'ann' }) })
  await gate.authorize(bash('mysql -phunter2correct db'))
  await gate.close()
  const pruned = async (later: number) => {
    const now = Date.now() + later
    const management = await openManagement({ home: world.home, by: 'ann', now: () => now })
    const { questions } = await management.audit.prune(now)
    const left = await management.approvals.history({ limit: 10 })
    await management.close()
    return { questions, left: left.length }
  }
  expect(await pruned(60_000)).toEqual({ questions: 0, left: 1 })
  expect(await pruned(2 * 60 * 60_000)).toEqual({ questions: 1, left: 0 })
})

it('a store that is deleted under the gate denies, and says what to do', async () => {
  const gate = await open({ policy: { allow: ['shell(ls:*)'] } })
  expect(await gate.authorize(bash('ls'))).toMatchObject({ behavior: 'allow' })
  rmSync(join(world.home, '.local', 'state', 'countersign'), { recursive: true })
  const denied = await gate.authorize(bash('ls'))
  expect(denied).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
  expect(denied.reason).toMatch(/deleted, emptied or replaced.*start it again/)
  await gate.close()
})
