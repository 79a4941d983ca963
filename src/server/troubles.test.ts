import { join } from 'node:path'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Judgement } from '../gate/authorization.ts'
import type { Listener } from '../gate/events.ts'
import { openSqlite } from '../store/sqlite.ts'
import { TestServer } from './testing.ts'
import { Troubles } from './troubles.ts'

let home: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-troubles-')))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

test('whoever runs the server is told that a full disk denies every call', async () => {
  const file = join(home, 'tight.db')
  await (await openSqlite(file)).close()
  const store = await openSqlite(file, { pragmas: ['max_page_count = 1'] })
  const server = await TestServer.start({ home, store })
  const long = server.call(`echo ${'x'.repeat(50_000)}`)
  let code: unknown
  for (let n = 0; n < 50 && code !== 'gate-failed'; n++) code = (await server.ask({ call: long })).json['code']
  expect(code).toBe('gate-failed')
  expect(server.failures).toEqual([expect.stringMatching(/^calls are denied, .*the disk is full/)])
  await server.stop()
  await store.close()
})

test('the same trouble is told once a minute, another at once, and that it is over', () => {
  let at = 0
  let decided: Listener<'decided'> = () => undefined
  const told: string[] = []
  new Troubles(
    (text) => told.push(text),
    () => at,
  ).watch({
    on: (_, listener) => {
      decided = listener as typeof decided
      return () => undefined
    },
  })
  const say = (code: string, reason = '') =>
    decided({ id: '1', call: undefined, authorization: { code, reason } as Judgement })
  say('allow-rule')
  say('gate-failed', 'a')
  say('gate-failed', 'a')
  say('bad-call')
  say('gate-failed', 'b')
  at = 61_000
  say('gate-failed', 'b')
  say('read-only')
  say('read-only')
  const words = 'calls are denied, in these words:'
  expect(told).toEqual([`${words} a`, `${words} b`, `${words} b`, 'calls are decided again'])
})
