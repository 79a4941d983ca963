/** The gate on a real SQLite file that is in trouble: clear messages, a deny, and nothing lost. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/port.ts'
import { openSqlite } from '../store/sqlite.ts'
import { INBOX } from './askers/inbox.ts'
import { openManagement } from './management.ts'
import { openGate } from './gate.ts'
import type { Gate } from './gate.ts'
import { bash, eventually, World } from './testing.ts'

let world: World
let file: string
beforeEach(() => {
  world = new World()
  file = join(world.base, 'store.db')
})
afterEach(() => world.end())

const open = (store: Store | string): Promise<Gate> =>
  openGate({
    cwd: world.root,
    home: world.home,
    managedDir: world.managedDir,
    session: 's1',
    store,
    asker: INBOX,
    policy: { allow: ['shell(npm test)'] },
  })

async function verified() {
  const management = await openManagement({ home: world.home, store: file, by: 'test' })
  const verification = await management.audit.verify({ keys: new Map() })
  await management.close()
  return verification
}

it('a full disk denies what cannot be recorded, loses nothing, and goes on when there is room', async () => {
  await (await openStore(file)).close()
  const tight = await openSqlite(file, { pragmas: ['max_page_count = 45'] })
  const gate = await open(tight)
  const kept: string[] = []
  for (let n = 0; n < 500; n++) {
    const decided = await gate.authorize(bash('npm test'))
    if (decided.behavior === 'allow') {
      kept.push(decided.id)
      continue
    }
    expect(decided).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
    expect(decided.reason).toMatch(/^Not allowed: it could not be put on record \(.*the disk is full/)
    break
  }
  expect(kept.length).toBeGreaterThan(0)
  expect(await gate.authorize(bash('npm test'))).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
  await gate.close()
  await tight.close()

  const roomy = await openStore(file)
  const again = await open(roomy)
  const decided = await again.authorize(bash('npm test'))
  expect(decided.behavior).toBe('allow')
  const records = await roomy.audit.read(1, 1000)
  const recorded = records.flatMap(({ kind, body }) =>
    kind === 'decision' ? [(JSON.parse(body) as { id: string }).id] : [],
  )
  expect(recorded).toEqual([...kept, decided.id])
  await again.close()
  await roomy.close()
  expect(await verified()).toMatchObject({ ok: true, records: recorded.length })
})

it('an answer that the disk has no room for is not taken: the question stays open for the next', async () => {
  const roomy = await openStore(file)
  const gate = await open(roomy)
  const deciding = gate.authorize(bash('npm publish'))
  await eventually(async () => (await gate.approvals.pending()).length === 1)
  const [asked] = await gate.approvals.pending()
  const full = await openSqlite(file, { pragmas: ['max_page_count = 1'] })
  const face = await open(full)
  const reply = { behavior: 'allow', digest: asked!.digest, by: 'ann', words: 'x'.repeat(10_000) } as const
  await expect(face.approvals.answer(asked!.id, reply)).rejects.toThrow('the disk is full')
  expect(await gate.approvals.get(asked!.id)).toMatchObject({ state: 'pending', answer: null })
  await face.close()
  await full.close()
  await gate.approvals.answer(asked!.id, reply)
  expect(await deciding).toMatchObject({ behavior: 'allow', by: 'ann' })
  await gate.close()
  await roomy.close()
  expect(await verified()).toMatchObject({ ok: true })
})

it('a store that takes no writes denies, and says so', async () => {
  await (await openStore(file)).close()
  const fixed = await openSqlite(file, { pragmas: ['query_only = on'] })
  const gate = await open(fixed)
  const [plain, asked] = [await gate.authorize(bash('npm test')), await gate.authorize(bash('npm publish'))]
  expect(plain.reason).toMatch(/^Not allowed: it could not be put on record \(.*cannot be written by this user/)
  expect(asked.reason).toMatch(
    /^Not allowed: the store of approvals and grants failed \(.*cannot be written by this user/,
  )
  await gate.close()
  await fixed.close()
})

it('what is no database is said to be none, and stays as it is', async () => {
  writeFileSync(file, 'a letter, not a database\n'.repeat(200))
  await expect(open(file)).rejects.toThrow(
    /store\.db: the file is not a SQLite database: give another path, or move it away/,
  )
})

it('ids that nobody knows are refused by name', async () => {
  const gate = await open(file)
  const reply = { behavior: 'allow', digest: 'd', by: 'ann' } as const
  await expect(gate.approvals.answer('nobody', reply)).rejects.toMatchObject({ name: 'Refused', refusal: 'unknown' })
  expect(await gate.approvals.get('nobody')).toBeUndefined()
  expect(await gate.grants.revoke('nobody', 'ann')).toEqual({
    ok: false,
    why: 'There is no grant nobody.',
    unknown: true,
  })
  await gate.close()
})
