import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryStore } from '../store/memory-store.ts'
import type { Store } from '../store/port.ts'
import { Health } from './health.ts'
import { TestPage } from './testing-page.ts'
import { headersOf, TestServer } from './testing.ts'

const TOKEN = 'm'.repeat(43)
/** Long, because the machine may be busy. */
const SOON = { timeout: 60_000, interval: 100 }

describe('is it well', () => {
  let server: TestServer
  beforeEach(async () => {
    server = await TestServer.start()
  })
  afterEach(() => server.stop())
  const file = () => join(server.home, '.local/state/countersign/countersign.db')
  const asked = () => server.send('GET', '/v1/health')
  /** The store of a busy machine may not answer in time. */
  const well = () =>
    vi.waitFor(async () => {
      const answer = await asked()
      expect(answer.status).toBe(200)
      return answer
    }, SOON)

  test('anybody may ask, and learns nothing else', async () => {
    const { text, headers } = await well()
    expect([text, headers['cache-control']]).toEqual(['{"status":"ok"}', 'no-store'])
    await vi.waitFor(async () => expect((await server.send('HEAD', '/v1/health')).status).toBe(200), SOON)
    const local = { headers: { host: 'localhost' }, socket: server.server.socket }
    const there = () => server.send('GET', '/v1/health', local)
    await vi.waitFor(async () => expect(await there()).toMatchObject({ status: 200, text }), SOON)
  })

  test('a store that is gone is told, without a word about where it was, and so is that it is back', async () => {
    renameSync(file(), `${file()}.away`)
    const gone = await vi.waitFor(async () => {
      const answer = await asked()
      expect(answer.status).toBe(503)
      return answer
    }, SOON)
    expect(gone.headers['content-type']).toBe('application/problem+json')
    expect(gone.json).toEqual({
      type: 'about:blank',
      status: 503,
      code: 'unwell',
      title: 'The server is not well',
      detail: 'Calls are denied at present: the store does not answer. The server\u2019s own log says more.',
    })
    expect(gone.text).not.toContain(server.home)
    renameSync(`${file()}.away`, file())
    await well()
  })

  test('calls that are denied because something fails are told until one is decided again', async () => {
    const ls = () => server.ask({ call: server.call('ls') })
    server.write('countersign.yaml', 'allow: []\n')
    renameSync(file(), `${file()}.away`)
    expect((await ls()).json).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
    renameSync(`${file()}.away`, file())
    await vi.waitFor(async () => expect((await asked()).text).toContain('something of Countersign fails'), SOON)
    expect((await ls()).json).toMatchObject({ behavior: 'allow' })
    await well()
  })
})

test('a store that never answers is asked once, however many want to know, and they are not kept waiting', async () => {
  let probes = 0
  let answer = (): void => undefined
  const health = new Health({
    probe: () => {
      probes++
      return new Promise<void>((resolve) => (answer = resolve))
    },
    isFailing: () => false,
  })
  vi.useFakeTimers()
  try {
    const told: unknown[] = []
    for (let n = 0; n < 500; n++) void health.trouble().then((trouble) => told.push(trouble))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(told).toEqual(Array(500).fill('Calls are denied at present: the store does not answer.'))
    expect(probes).toBe(1)
    answer()
    expect(await health.trouble()).toBeUndefined()
    expect(probes).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

describe('what it counts', () => {
  let page: TestPage
  let server: TestServer
  let store: Store
  let isFull = false
  beforeEach(async () => {
    isFull = false
    const memory = createMemoryStore()
    const append: Store['audit']['append'] = (...given) =>
      isFull ? Promise.reject(new Error('no room')) : memory.audit.append(...given)
    store = {
      ...memory,
      audit: new Proxy(memory.audit, { get: (audit, name) => (name === 'append' ? append : Reflect.get(audit, name)) }),
    }
    page = await TestPage.open({ store, metricsToken: TOKEN, version: '1.2.3' })
    server = page.server
  })
  afterEach(() => server.stop())

  const read = () => server.send('GET', '/v1/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  const values = async (): Promise<Readonly<Record<string, number>>> => {
    const { text } = await read()
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return Object.fromEntries(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
    )
  }

  test('is text that Prometheus reads, and every series has its help and its type', async () => {
    const { status, headers, text } = await read()
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    const told = new Set<string>()
    for (const line of text.trimEnd().split('\n')) {
      const [, kind, name = ''] = /^# (HELP|TYPE) ([a-z_]+) \S/.exec(line) ?? []
      if (kind !== undefined) told.add(`${kind} ${name}`)
      else {
        expect(line).toMatch(/^[a-z_]+(\{[a-z]+="[^"\\\n]*"(,[a-z]+="[^"\\\n]*")*\})? (-?\d+(\.\d+)?(e[+-]?\d+)?)$/)
        const family = line.replace(/[{ ].*/, '').replace(/_(bucket|sum|count)$/, '')
        expect(told.has(`HELP ${family}`) && told.has(`TYPE ${family}`), line).toBe(true)
      }
    }
    expect(text).toContain('countersign_build_info{version="1.2.3"} 1\n')
    expect(text.length).toBeLessThan(16_000)
  })

  test('decisions, questions, answers and the time until then', async () => {
    await server.ask({ call: server.call('ls') })
    await server.ask({ call: server.call('rm -rf x'), judge: true })
    const first = await page.asking('npm publish --tag one')
    const second = await page.asking('npm publish --tag two')
    expect(await values()).toMatchObject({
      countersign_questions_asked_total: 2,
      countersign_questions_pending: 2,
      'countersign_decisions_total{behavior="allow"}': 1,
      'countersign_decisions_total{behavior="ask"}': 1,
    })
    for (const [{ view, answered }, behavior] of [
      [first, 'allow'],
      [second, 'deny'],
    ] as const) {
      await page.send('POST', `/v1/approvals/${view.id}/answer`, { behavior, digest: view.digest })
      await answered
    }
    const after = await values()
    expect(after).toMatchObject({
      countersign_questions_pending: 0,
      'countersign_questions_ended_total{how="allowed"}': 1,
      'countersign_questions_ended_total{how="denied"}': 1,
      'countersign_questions_ended_total{how="expired"}': 0,
      countersign_answer_seconds_count: 2,
      'countersign_answer_seconds_bucket{le="+Inf"}': 2,
      'countersign_decisions_total{behavior="deny"}': 1,
      countersign_store_up: 1,
      'countersign_store_failures_total{operation="append"}': 0,
    })
    expect(after['countersign_audit_records_total']).toBe((await store.audit.head())?.seq)
    expect(after['countersign_store_seconds_count{operation="append"}']).toBeGreaterThan(2)
    expect(after['process_resident_memory_bytes']).toBeGreaterThan(1e7)
  })

  test('a record that cannot be written is counted, and so is the call that is denied for it', async () => {
    isFull = true
    expect((await server.ask({ call: server.call('ls') })).json).toMatchObject({
      behavior: 'deny',
      code: 'gate-failed',
    })
    isFull = false
    const after = await values()
    expect(after['countersign_store_failures_total{operation="append"}']).toBeGreaterThan(0)
    expect(after['countersign_decisions_failed_total']).toBe(1)
  })

  test('no agent can make a series, and nothing tells of a call', async () => {
    const names = async () => Object.keys(await values())
    const before = await names()
    for (const n of [1, 2, 3]) {
      const more = { agent: `agent-${n}`, session: `session-${n}`, tool: `Tool${n}`, input: { secret: `hunter${n}` } }
      await server.ask({ call: server.call('x', more), judge: true })
    }
    await server.ask({ call: { tool: 'Bash' } })
    expect(await names()).toEqual(before)
    expect((await read()).text).not.toMatch(/hunter|agent-1|session-1|Tool1|project|countersign-server/)
  })

  test('its token is good for nothing else, and no other token is good for it', async () => {
    const watcher = { authorization: `Bearer ${TOKEN}` }
    const call = { call: server.call('ls') }
    expect((await server.send('POST', '/v1/authorize', { body: call, headers: watcher })).status).toBe(401)
    for (const path of ['/v1/approvals', '/v1/audit', '/v1/session', '/v1/events'])
      expect((await server.send('GET', path, { headers: watcher })).status, path).toBe(401)
    const status = async (headers: Readonly<Record<string, string | undefined>>) =>
      (await server.send('GET', '/v1/metrics', { headers })).status
    expect(await status({})).toBe(401)
    expect(await status({ authorization: `Bearer ${'x'.repeat(43)}` })).toBe(401)
    expect(await status({ authorization: `Bearer ${server.token}` })).toBe(403)
    expect(await status({ ...watcher, origin: 'https://evil.example' })).toBe(403)
    expect(await status(page.headers)).toBe(200)
  })
})

test('without a token for them only approvers read the metrics', async () => {
  const server = await TestServer.start()
  try {
    const { status, json } = await server.send('GET', '/v1/metrics', { headers: { authorization: 'Bearer undefined' } })
    expect(status).toBe(401)
    expect(json['detail']).toContain('--metrics-token FILE')
    expect((await server.send('GET', '/v1/metrics', { headers: headersOf(await server.open()) })).status).toBe(200)
  } finally {
    await server.stop()
  }
})
