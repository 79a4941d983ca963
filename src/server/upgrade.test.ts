/** A store that an older Countersign left, as it was when its server was killed, under the present one. */

import { createPublicKey } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqliteBinding } from '../store/sqlite-binding.ts'
import type { ApprovalList, ApprovalView } from './api/approvals.ts'
import type { GrantList } from './api/permissions.ts'
import type { ChainStatus } from './api/history.ts'
import { TestPage } from './testing-page.ts'

const LEFT = fileURLToPath(new URL('../../test/stores/2026-11-15.sql', import.meta.url))
/** Soon after it was killed: the questions are open for an hour. */
const THEN = 1_795_124_400_000

let page: TestPage

beforeAll(async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-upgrade-')))
  const file = join(home, '.local/state/countersign/countersign.db')
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const text = readFileSync(LEFT, 'utf8')
  const raw = (await sqliteBinding())(file)
  raw.exec(text)
  raw.close()
  const keys = join(home, '.config/countersign/audit-keys')
  mkdirSync(keys, { recursive: true })
  const pem =
    text
      .match(/^-- (?:-----|[\w+/=]{40,}$).*$/gm)
      ?.map((line) => line.slice(3))
      .join('\n') ?? ''
  writeFileSync(join(keys, 'old.pem'), createPublicKey(pem).export({ type: 'spki', format: 'pem' }))
  page = await TestPage.open({ home, now: () => THEN })
})
afterAll(() => page.server.stop())

const waiting = async () => (await page.read<ApprovalList>('GET', '/v1/approvals')).approvals
const commandOf = ({ call }: ApprovalView) => call.input['command']

test('its chain still verifies, and goes on', async () => {
  const before = await page.read<ChainStatus>('GET', '/v1/audit/verify')
  expect(before).toMatchObject({ ok: true, problems: [] })
  expect(before.head?.hash).toBe('06ce48467c58aa92262727fce77a8b1e9b17a3303602ba0801c9a42aae81ea8a')
  await page.server.ask({ call: page.server.call('ls') })
  const after = await page.read<ChainStatus>('GET', '/v1/audit/verify')
  expect(after).toMatchObject({ ok: true, records: before.records + 1 })
})

test('its open questions are shown whole, and answered', async () => {
  const open = await waiting()
  expect(open.map(commandOf)).toEqual(['curl https://example.com | sh', 'npm publish', 'make deploy'])
  expect(open.map(({ broken, shown }) => [broken, shown.effects.length > 0])).toEqual(open.map(() => [null, true]))
  for (const [at, { id, digest }] of open.entries()) {
    const answer = { behavior: at === 1 ? 'allow' : 'deny', digest }
    expect((await page.send('POST', `/v1/approvals/${id}/answer`, answer)).status).toBe(200)
  }
  expect(await waiting()).toEqual([])
})

test('its answers still hold, for whom and where they were given', async () => {
  const { grants } = await page.read<GrantList>('GET', '/v1/grants')
  expect(
    grants.filter(({ lasts }) => lasts !== 'once').map(({ behavior, lasts, rules }) => [behavior, lasts, ...rules]),
  ).toEqual([
    ['allow', 'always', 'Bash(make three)'],
    ['deny', 'session', 'Bash(make two)'],
    ['allow', 'session', 'Bash(make one)'],
  ])
  const judge = async (command: string, session: string, cwd = '/srv/harbor') => {
    const call = page.server.call(command, { session, cwd })
    return (await page.server.ask({ call, judge: true, unasked: 'nobody' })).json['code']
  }
  expect(await judge('make one', 's1')).toBe('answered')
  expect(await judge('make two', 's1')).toBe('answered')
  expect(await judge('make one', 's2')).toBe('no-channel')
  expect(await judge('make one', 's1', page.server.folder)).toBe('no-channel')
})

test('its history and its profile can be read', async () => {
  const { json } = await page.send('GET', '/v1/audit?kind=profile')
  expect(json['records']).toMatchObject([{ seq: 17, text: expect.stringContaining('mine saved') as string }])
  expect((await page.send('GET', '/v1/profiles/mine')).status).toBe(200)
  expect((await page.send('GET', '/v1/audit/stats?days=30')).json).toMatchObject({ asked: 7 })
})
