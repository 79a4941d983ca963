/** A client with a prompt of its own: the gate says that a person must be asked, and asks nobody. */

import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Question } from './asker.ts'
import { altered, bash, replies, World } from './testing.ts'

let world: World
beforeEach(() => {
  world = new World()
})
afterEach(() => world.end())

it('says that a person must be asked, with what to show, puts it on record and bothers nobody', async () => {
  const asker = replies({ behavior: 'allow' })
  const gate = await world.open({ asker, policy: { allow: ['shell(npm test)'], deny: ['shell(sudo:*)'] } })
  const asked = await gate.judge(bash('npm publish'))
  expect(asked).toMatchObject({ behavior: 'ask', input: { command: 'npm publish' }, shown: { tool: 'Bash' } })
  expect(asked.shown?.suggestions[0]?.rules).toEqual(['Bash(npm publish)'])
  expect(await gate.judge(bash('npm test'))).toMatchObject({ behavior: 'allow', code: 'allow-rule' })
  expect(await gate.judge(bash('sudo ls'))).toMatchObject({ behavior: 'deny', code: 'deny-rule' })
  expect(asker.questions).toEqual([])
  expect(await world.store.approvals.pending()).toEqual([])
  expect(world.records.map(({ kind, body }) => [kind, body['behavior'], body['id']])).toEqual([
    ['decision', 'ask', asked.id],
    ['decision', 'allow', expect.any(String)],
    ['decision', 'deny', expect.any(String)],
  ])
})

it.each([
  ['nobody', 'and nobody is. The person you work for can allow it by the rule `Bash(npm publish)`.'],
  ['client', 'and codex does not ask here. The person you work for can start `countersign serve`'],
] as const)('denies what would reach no person (%s), and that is what is on record', async (unasked, told) => {
  const gate = await world.open({ agent: 'codex', policy: { allow: ['shell(npm test)'], deny: ['shell(sudo:*)'] } })
  const denied = await gate.judge(bash('npm publish'), { unasked })
  expect(denied).toMatchObject({ behavior: 'deny', code: 'no-channel', reason: expect.stringContaining(told) })
  expect(denied.shown).toBeUndefined()
  const { behavior, reason, code, id } = denied
  expect(world.records.map(({ body }) => body)).toMatchObject([{ behavior, reason, code, id, verdict: 'ask' }])
  expect(await gate.judge(bash('npm test'), { unasked })).toMatchObject({ behavior: 'allow' })
  expect(await gate.judge(bash('sudo ls'), { unasked })).toMatchObject({ code: 'deny-rule' })
})

it('names the rule that asks', async () => {
  const gate = await world.open({ policy: { ask: ['shell(git push:*)'] } })
  expect(await gate.judge(bash('git push'))).toMatchObject({ behavior: 'ask', rule: { rule: 'shell(git push:*)' } })
})

it('rests on an earlier answer as authorize does, and takes its use', async () => {
  const gate = await world.open({ asker: replies({ behavior: 'allow', lasts: 'session', uses: 1 }) })
  await gate.authorize(bash('npm publish'))
  const [grant] = await gate.grants.list()
  expect(grant?.usesLeft).toBe(0)
  expect(await gate.judge(bash('npm publish'))).toMatchObject({ behavior: 'ask' })

  const other = await world.open({ asker: replies({ behavior: 'deny', lasts: 'session' }) })
  await other.authorize(bash('npm version major'))
  expect(await gate.judge(bash('npm version major'))).toMatchObject({ behavior: 'deny' })
})

it('takes the answer that was given to this very call when nobody waited any more, once', async () => {
  const asker = replies(undefined as never)
  const gate = await world.open({ asker })
  await gate.authorize(bash('npm publish'))
  const [question] = asker.questions
  await world.store.approvals.ask({ ...(question as Question), id: 'left-behind' })
  await gate.approvals.answer('left-behind', { behavior: 'allow', digest: question?.digest as string, by: 'ann' })
  expect(await gate.judge(bash('npm publish'))).toMatchObject({ behavior: 'allow', code: 'answered', by: 'ann' })
  expect(await gate.judge(bash('npm publish'))).toMatchObject({ behavior: 'ask' })
})

it('what an adapter knows a person has allowed is allowed by that approval, and on record as that', async () => {
  const asker = replies({ behavior: 'allow', by: 'ann' }, { behavior: 'deny', by: 'ann' })
  const gate = await world.open({ asker, policy: { deny: ['shell(sudo:*)'] } })
  const { approval } = await gate.authorize(bash('npm publish'))
  expect(await gate.judge(bash('npm publish'))).toMatchObject({ behavior: 'ask' })
  expect(await gate.judge(bash('npm publish'), { approval })).toMatchObject({ behavior: 'allow', by: 'ann', approval })
  expect(world.records.at(-1)?.body).toMatchObject({ behavior: 'allow', code: 'answered', approval, verdict: 'ask' })
  expect(await gate.judge(bash('sudo ls'), { approval })).toMatchObject({ behavior: 'deny', code: 'deny-rule' })
  expect(await gate.judge({ ...bash('npm publish'), session: 'another' }, { approval })).toMatchObject({
    behavior: 'ask',
  })
  expect(await gate.judge(bash('npm publish'), { approval: 'none' })).toMatchObject({ behavior: 'ask' })
  const refused = await gate.authorize(bash('npm version major'))
  expect(await gate.judge(bash('npm version major'), { approval: refused.approval })).toMatchObject({ behavior: 'ask' })
})

it('an approval does not count for what leads elsewhere by now, or has become dangerous', async () => {
  const gate = await world.open({ asker: replies({ behavior: 'allow', by: 'ann' }) })
  const write = { tool: 'Write', input: { file_path: 'notes', content: 'x' } }
  const { approval } = await gate.authorize(write)
  expect(await gate.judge(write, { approval })).toMatchObject({ behavior: 'allow', approval })
  symlinkSync(join(world.root, 'other'), join(world.root, 'notes'))
  for (const by of [{ approval }, { named: approval }]) {
    const judged = await gate.judge(write, by)
    expect(judged).toMatchObject({ behavior: 'ask' })
    expect(judged.approval).toBeUndefined()
  }
  expect(await gate.judge(bash('rm -rf ~'), { approval })).toMatchObject({ behavior: 'ask' })
  const elsewhere = { ...write, input: { ...write.input, file_path: 'other' } }
  expect(await gate.judge(elsewhere, { approval })).toMatchObject({ behavior: 'ask' })
})

it('an approval of a whole is one of its parts, the dangerous among them', async () => {
  const asker = replies({ behavior: 'allow', by: 'ann' })
  const gate = await world.open({ asker, policy: { ask: ['shell(git push:*)'] } })
  const { approval } = await gate.authorize(bash('git push; rm -rf ~'))
  for (const part of ['git push', 'rm -rf ~'])
    expect(await gate.judge(bash(part), { approval })).toMatchObject({ behavior: 'allow', approval })
  for (const other of ['git push --force', 'npm publish'])
    expect(await gate.judge(bash(other), { approval })).toMatchObject({ behavior: 'ask' })
})

it('denies what fails: the record, the store, the policy, no call at all, a closed gate', async () => {
  const broken = () => Promise.reject(new Error('disk full'))
  const unrecorded = await world.open({ audit: { append: broken } })
  expect(await unrecorded.judge(bash('npm publish'))).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
  const grants = altered(world.store.grants, { live: broken })
  const unstored = await world.open({ store: { ...world.store, grants } })
  expect(await unstored.judge(bash('npm publish'))).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
  const gate = await world.open()
  expect(await gate.judge(null as never)).toMatchObject({ behavior: 'deny', code: 'bad-call' })
  await gate.close()
  expect(await gate.judge(bash('ls'))).toMatchObject({ behavior: 'deny' })
})

it('takes no folder that is longer than a path can be, of which each part would be looked up', async () => {
  const gate = await world.open()
  for (const named of ['cwd', 'project'])
    expect(await gate.judge({ ...bash('ls'), [named]: '/./a'.repeat(20_000) })).toMatchObject({
      behavior: 'deny',
      code: 'bad-call',
      reason: expect.stringContaining('is longer than a path can be'),
    })
})

it('lets through what the policy only records', async () => {
  const gate = await world.open({ policy: { enforce: false } })
  expect(await gate.judge(bash('npm publish'))).toMatchObject({ behavior: 'allow', verdict: { behavior: 'ask' } })
})

it('what the policy allows is put before a person all the same where one is wanted, for once', async () => {
  const asker = replies({ behavior: 'allow', by: 'ann' }, { behavior: 'deny' }, { behavior: 'allow', lasts: 'session' })
  const gate = await world.open({ asker, policy: { allow: ['shell(npm test)'], deny: ['shell(npm x)'] } })
  const wanted = { person: true }
  expect(await gate.authorize(bash('npm test'), wanted)).toMatchObject({
    behavior: 'allow',
    by: 'ann',
    code: 'answered',
  })
  expect(asker.questions[0]?.shown).toMatchObject({ suggestions: [], limits: expect.stringContaining('only once') })
  expect(await gate.authorize(bash('npm test'), wanted)).toMatchObject({ behavior: 'deny', code: 'answered' })
  expect(await gate.authorize(bash('npm test'), wanted)).toMatchObject({ behavior: 'deny', code: 'no-channel' })
  expect(await gate.authorize(bash('npm x'), wanted)).toMatchObject({ behavior: 'deny', code: 'deny-rule' })
  expect(await gate.authorize(bash('npm test'))).toMatchObject({ behavior: 'allow', code: 'allow-rule' })
  expect(asker.questions).toHaveLength(3)
})

it('an input that only comes back with the answer is no edit', async () => {
  const asker = replies((question) => ({ behavior: 'allow', input: { ...question.call.input } }))
  const gate = await world.open({ asker })
  expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'allow', code: 'answered' })
  expect(asker.questions).toHaveLength(1)
})
