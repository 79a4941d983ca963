/** Answers for the project or for always are written where the call was asked, whichever process takes them. */

import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Answer, Approval } from '../store/approval.ts'
import type { Store } from '../store/port.ts'
import { Approvals } from './questions/approvals.ts'
import { INBOX } from './askers/inbox.ts'
import { NOBODY } from './askers/none.ts'
import { Grants } from './grants/grants.ts'
import { altered, bash, eventually, replies, World } from './testing.ts'

let world: World
beforeEach(async () => {
  world = new World()
  await world.trust()
})
afterEach(() => world.end())

/** Another process, perhaps on another machine: the same store, another home. */
function elsewhere({ remote }: { readonly remote: boolean }) {
  const home = join(world.base, 'elsewhere')
  mkdirSync(home, { recursive: true })
  const deps = { audit: { append: async () => undefined }, home, now: Date.now }
  const grants = new Grants({ ...deps, grants: world.store.grants, remote })
  const approvals = new Approvals({ ...deps, store: world.store, grants })
  return { approvals, grants, file: join(home, '.config', 'countersign', 'policy.yaml') }
}

async function oldest(): Promise<Approval> {
  await eventually(async () => (await world.store.approvals.pending()).length === 1)
  const [asked] = await world.store.approvals.pending()
  return asked as Approval
}

it('the process that asked writes its own file, and the one that answered writes none', async () => {
  const gate = await world.open({ asker: INBOX })
  const { approvals, file } = elsewhere({ remote: true })
  const deciding = gate.authorize(bash('npm publish'))
  const { id, digest } = await oldest()
  const { note } = await approvals.answer(id, { behavior: 'allow', lasts: 'always', digest, by: 'page' })
  expect(note).toBeUndefined()
  expect(await deciding).toMatchObject({ behavior: 'allow', reason: expect.stringContaining('always') })
  expect(readFileSync(world.user, 'utf8')).toContain('npm publish')
  expect(existsSync(file)).toBe(false)
  expect(await world.store.grants.get(id)).toMatchObject({ lasts: 'always' })
})

it.each(['always', 'project'] as const)(
  'who takes it back on another machine is told that the rule stays: %s',
  async (lasts) => {
    const gate = await world.open({ asker: replies({ behavior: 'allow', lasts }), managedDir: world.managedDir })
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'allow' })
    const [grant] = await gate.grants.list()
    // That machine has no such folder.
    renameSync(world.root, `${world.root}.away`)
    const { grants, file } = elsewhere({ remote: true })
    const revoked = await grants.revoke(grant!.id, 'ann')
    expect(existsSync(world.root)).toBe(false)
    renameSync(`${world.root}.away`, world.root)
    expect(revoked).toMatchObject({
      ok: true,
      note: expect.stringMatching(/npm publish.*another machine/),
      isElsewhere: true,
    })
    expect(existsSync(file)).toBe(false)
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'allow' })
  },
)

it('where that file cannot be written, the answer holds for the session and the one who answered is told', async () => {
  world.write(world.user, 'allow: {}\n')
  const gate = await world.open({ asker: INBOX, managedDir: world.managedDir })
  world.write(world.user, '')
  const deciding = gate.authorize(bash('npm publish'))
  const { id, digest } = await oldest()
  world.write(world.user, 'no policy at all: [\n')
  const { note } = await elsewhere({ remote: true }).approvals.answer(id, {
    behavior: 'deny',
    lasts: 'always',
    digest,
    by: 'page',
  })
  expect(note).toContain('this session only')
  expect(await deciding).toMatchObject({ behavior: 'deny' })
  expect(await world.store.grants.get(id)).toMatchObject({ lasts: 'session', session: 's1' })
})

/** A question asked by a process that has died since. */
async function leftBehind(): Promise<Approval> {
  const gate = await world.open({ asker: NOBODY })
  gate.on('asked', ({ question }) => void world.store.approvals.ask({ ...question, id: 'left-behind' }))
  await gate.authorize(bash('npm publish'))
  return oldest()
}

it('of one who is gone, another on the same machine writes the file', async () => {
  const { id, digest } = await leftBehind()
  const { approvals } = elsewhere({ remote: false })
  expect(await approvals.answer(id, { behavior: 'allow', lasts: 'project', digest, by: 'page' })).not.toHaveProperty(
    'note',
  )
  expect(readFileSync(world.local, 'utf8')).toContain('npm publish')
  expect(await world.store.grants.get(id)).toMatchObject({ lasts: 'project' })
})

it('of one who is gone, another that may be on another machine keeps it for the session, and says so', async () => {
  const { id, digest } = await leftBehind()
  const { approvals, file } = elsewhere({ remote: true })
  const { note } = await approvals.answer(id, { behavior: 'allow', lasts: 'project', digest, by: 'page' })
  expect(note).toContain('this session only')
  expect([existsSync(world.local), existsSync(file)]).toEqual([false, false])
  expect(await world.store.grants.get(id)).toMatchObject({ lasts: 'session', session: 's1', project: world.root })
})

it('one who comes back too late takes the rule out of the file again: the person was told otherwise', async () => {
  const asked = await leftBehind()
  const answer: Answer = {
    behavior: 'allow',
    lasts: 'project',
    digest: asked.digest,
    by: 'page',
    rules: ['shell(npm publish)'],
  }
  const { grants } = world.store
  const overtaken: Store['grants'] = altered(grants, {
    add: async (grant, along) => {
      await grants.add({ ...grant, lasts: 'session', session: 's1' })
      await grants.add(grant, along)
    },
  })
  const late = new Grants({
    grants: overtaken,
    audit: { append: async () => undefined },
    home: world.home,
    now: Date.now,
    remote: true,
  })
  const { grant } = await late.remember({ ...asked, state: 'answered', answer })
  expect(grant.lasts).toBe('session')
  expect(readFileSync(world.local, 'utf8')).not.toContain('npm publish')
})
