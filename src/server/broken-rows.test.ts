/** A row of the store that cannot be read costs that row, not the page; and nothing broken is ever answered with a yes. */

import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sqliteBinding } from '../store/sqlite-binding.ts'
import type { Database } from '../store/sqlite-binding.ts'
import type { ApprovalList, ApprovalView } from './api/approvals.ts'
import type { GrantList } from './api/permissions.ts'
import { TestPage } from './testing-page.ts'
import { TestServer } from './testing.ts'

const MANY = 1e6
const TEXTS = [
  `'{'`,
  `'null'`,
  `'[]'`,
  `'5'`,
  `'{}'`,
  `'{"tool":5}'`,
  `'{"effects":[null],"dangers":[1]}'`,
  `x'00ff'`,
  `''`,
]
const NUMBERS = [`'abc'`, `x'00ff'`, '1e300', '-1', '0.5', '9007199254740993']

let page: TestPage
let server: TestServer
/** Another process on the same store, as far as the store can tell. */
let other: TestServer
let raw: Database

beforeAll(async () => {
  page = await TestPage.open({ limits: { pageRate: MANY, pageBurst: MANY, agentRate: MANY, agentBurst: MANY } })
  server = page.server
  const file = join(server.home, '.local/state/countersign/countersign.db')
  other = await TestServer.start({ store: file })
  raw = (await sqliteBinding())(file)
  raw.exec('pragma busy_timeout = 5000')
})
afterAll(async () => {
  raw.close()
  await other.stop()
  await server.stop()
})
afterEach(() => expect(server.failures.splice(0)).toEqual([]))

/** Every value for every column of one row, one at a time; the row is as before afterwards. */
async function eachBroken(
  { table, where, columns }: { table: string; where: string; columns: readonly string[] },
  look: (what: string) => Promise<void>,
): Promise<void> {
  for (const column of columns) {
    raw.exec(`create temp table kept as select "${column}" as value from ${table} where ${where}`)
    const isNumber = /_at$|^(?:at|until|uses_left|use_count)$/.test(column)
    try {
      for (const value of isNumber ? NUMBERS : TEXTS) {
        raw.exec(`update ${table} set "${column}" = ${value} where ${where}`)
        await look(`${table}.${column} = ${value}`)
      }
    } finally {
      raw.exec(`update ${table} set "${column}" = (select value from kept) where ${where}`)
      raw.exec('drop table kept')
    }
  }
}

const PAGES = [
  '/v1/session',
  '/v1/approvals',
  '/v1/approvals?state=ended',
  '/v1/grants',
  '/v1/grants?all=1',
  '/v1/profiles',
  '/v1/profiles/mine',
  '/v1/profiles/-/present',
  '/v1/audit',
  '/v1/audit?behavior=allow',
  '/v1/audit?text=publish',
  '/v1/audit/1',
  '/v1/audit/2',
  '/v1/audit/stats',
  '/v1/audit/verify',
  '/v1/rules',
]

const RECORDS = PAGES.filter((path) => /audit|session|rules/.test(path))

async function looksFine(what: string, pages: readonly string[] = PAGES): Promise<void> {
  for (const path of pages) {
    const { status, text } = await page.send('GET', path)
    expect(status, `${what}: ${path}: ${text.slice(0, 300)}`).toBeLessThan(500)
  }
}

const list = async () => (await page.read<ApprovalList>('GET', '/v1/approvals')).approvals
const send = (view: ApprovalView, behavior: 'allow' | 'deny') =>
  page.send('POST', `/v1/approvals/${view.id}/answer`, { behavior, digest: view.digest })

describe('a broken question', () => {
  test('leaves the others as they are, and is never answered with a yes', async () => {
    const { view, answered } = await page.asking('npm publish --tag broken')
    const columns = ['call', 'shown', 'project', 'session', 'agent', 'asked_at']
    const sound = await page.asking('npm publish --tag other')
    let refused = 0
    await eachBroken({ table: 'approvals', where: `id = '${view.id}'`, columns }, async (what) => {
      await looksFine(what, [...PAGES, `/v1/approvals/${view.id}`])
      const open = await list()
      expect(
        open.find(({ id }) => id === sound.view.id),
        what,
      ).toEqual(sound.view)
      const seen = open.find(({ id }) => id === view.id)
      expect(seen, what).toBeDefined()
      if (seen?.broken === null) return
      expect(await send(view, 'allow'), what).toMatchObject({ status: 422 })
      expect((await page.send('POST', `/v1/approvals/${view.id}/extend`, { ms: 60_000 })).status, what).toBe(422)
      refused++
    })
    expect(refused).toBeGreaterThan(15)
    expect((await send(sound.view, 'allow')).status).toBe(200)
    expect((await sound.answered).json).toMatchObject({ behavior: 'allow' })

    raw.exec(`update approvals set call = '{' where id = '${view.id}'`)
    expect((await list()).find(({ id }) => id === view.id)).toMatchObject({
      state: 'pending',
      broken: expect.stringMatching(/^approval .* is damaged in the store: its call \(.*\) cannot be read$/) as string,
      risk: { level: 'high', sentence: expect.stringContaining('deny it, or let it expire') as string },
      shown: { suggestions: [] },
    })
    const batch = [{ id: view.id, digest: view.digest, behavior: 'allow' }]
    expect((await page.send('POST', '/v1/approvals/answers', { answers: batch })).json).toMatchObject({
      results: [{ ok: false, problem: { code: 'not-offered' } }],
    })
    expect((await send(view, 'deny')).status).toBe(200)
    expect((await answered).json).toMatchObject({ behavior: 'deny' })
    await looksFine('a broken question that has ended')
  })

  test('whose state, answer or end is broken does not become a yes, and its call is denied in the end', async () => {
    const broken = async (set: string) => {
      const one = await page.asking(`npm publish --tag ${set.length}-${set.slice(0, 5)}`)
      raw.exec(`update approvals set ${set} where id = '${one.view.id}'`)
      raw.exec(`insert into changes select max(n) + 1, 'approval', '${one.view.id}' from changes`)
      await looksFine(set)
      return (await one.answered).json
    }
    const yes = `'{"behavior":"allow"}'`
    for (const set of [`state = 'allowed'`, `state = 'answered', answer = ${yes}`, `state = 'answered', answer = '{'`])
      expect(await broken(set), set).toMatchObject({ behavior: 'deny' })
    expect(await broken(`expires_at = 'abc'`)).toMatchObject({ behavior: 'deny', code: 'no-answer' })
  })

  test('that is asked about again is asked anew, in a question that can be read', async () => {
    const first = await page.asking('npm publish --tag twice')
    await send(first.view, 'deny')
    await first.answered
    // As a process leaves it that was killed.
    const left = `state = 'pending', answer = null, ended_at = null, shown = '[]'`
    raw.exec(`update approvals set ${left} where id = '${first.view.id}'`)
    const answered = other.ask({ call: server.call('npm publish --tag twice') })
    const again = await vi.waitFor(async () => {
      const found = (await list()).find(({ id, session }) => id !== first.view.id && session === 's1')
      if (found === undefined) throw new Error('it is not asked')
      return found
    }, 60_000)
    expect(await send(again, 'allow')).toMatchObject({ status: 200 })
    expect((await answered).json).toMatchObject({ behavior: 'allow' })
    expect(await send(first.view, 'deny')).toMatchObject({ status: 200 })
  })
})

describe('a broken answer that is remembered', () => {
  const remembered = async (command: string, behavior: 'allow' | 'deny', session: string) => {
    const { view, answered } = await page.asking(command, { session })
    const { rules } = view.shown.suggestions.find(({ lasts }) => lasts.includes('session')) ?? { rules: [] }
    const answer = { behavior, lasts: 'session', digest: view.digest, rules }
    expect((await page.send('POST', `/v1/approvals/${view.id}/answer`, answer)).status).toBe(200)
    await answered
    return view.id
  }
  const judge = async (command: string, session: string, by = server) =>
    (await by.ask({ call: server.call(command, { session }), judge: true, unasked: 'nobody' })).json
  const columns =
    'behavior lasts rules digest session project agent granted_by approval granted_at until uses_left use_count used_at revoked_at'

  test('is shown as broken, costs no page, and allows nothing', async () => {
    const session = 'broken-yes'
    const id = await remembered('make deploy-docs', 'allow', session)
    expect(await judge('make deploy-docs', session)).toMatchObject({ behavior: 'allow' })
    await eachBroken({ table: 'grants', where: `id = '${id}'`, columns: columns.split(' ') }, async (what) => {
      await looksFine(what, ['/v1/session', '/v1/approvals', '/v1/grants', '/v1/profiles/-/present'])
      const { grants } = await page.read<GrantList>('GET', '/v1/grants?all=1')
      const seen = grants.find((grant) => grant.id === id)
      expect(seen, what).toBeDefined()
      // A page of the book may be as old as the last decision that looked.
      await server.ask({ call: server.call(`npm publish --tag ${Math.random()}`, { session }), judge: true })
      if (seen?.broken !== null)
        expect(await judge('make deploy-docs', session), what).toMatchObject({ behavior: 'deny' })
    })
  })

  test('that denied something denies everything in its session until it is revoked, and nothing elsewhere', async () => {
    const session = 'broken-no'
    const id = await remembered('make deploy-site', 'deny', session)
    raw.exec(`update grants set rules = '{' where id = '${id}'`)
    // Who knew it before still keeps to it.
    expect(await judge('make deploy-site', session)).toMatchObject({ behavior: 'deny' })
    expect(await judge('ls', session, other)).toMatchObject({
      behavior: 'deny',
      code: 'gate-failed',
      reason: expect.stringContaining(`countersign grants revoke ${id}`) as string,
    })
    expect(await judge('ls', 'another', other)).toMatchObject({ behavior: 'allow' })
    expect((await page.send('DELETE', `/v1/grants/${id}`)).status).toBe(200)
    expect(await judge('ls', session, other)).toMatchObject({ behavior: 'allow' })
    for (const { failures } of [server, other]) expect(String(failures.splice(0)[0])).toContain('calls are denied')
  })
})

test('a broken profile, record or checkpoint costs no page, and verifying finds what was recorded', async () => {
  await page.send('POST', '/v1/profiles', { name: 'mine' })
  await eachBroken({ table: 'profiles', where: `name = 'mine'`, columns: ['body', 'saved_at'] }, (what) =>
    looksFine(what, ['/v1/profiles', '/v1/profiles/mine']),
  )
  const columns = ['kind', 'at', 'session', 'body', 'previous', 'hash']
  await eachBroken({ table: 'audit', where: 'seq = 1', columns }, async (what) => {
    await looksFine(what, RECORDS)
    expect((await page.send('GET', '/v1/audit/verify')).json, what).toMatchObject({ ok: false })
  })
  const checkpoint = ['hash', 'at', 'key', 'signature']
  raw.exec(`insert or ignore into checkpoints values (1, 'x', 1, 'x', 'x')`)
  await eachBroken({ table: 'checkpoints', where: `hash = 'x'`, columns: checkpoint }, (what) =>
    looksFine(what, RECORDS),
  )
  expect((await page.send('GET', '/v1/audit/verify')).json).toMatchObject({ ok: false })
})
