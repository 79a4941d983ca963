import { Agent, request } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ApprovalView } from './api/approvals.ts'
import type { Problem } from './api/problem.ts'
import { headersOf, TestServer } from './testing.ts'
import type { Approver } from './testing.ts'

const CALLS = 1_000
const ROUNDS = [300, CALLS]
/** The limits for calls that go through the store one by one, each durably, on a machine that may be busy. */
const PATIENCE = { timeout: 600_000, interval: 250 }
const PAGES = 50
const LONGEST_WAIT = 120_000
/** No question ends because the machine is slow. */
const OPEN = 3_600_000

let server: TestServer
let ann: Approver
const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })

beforeAll(async () => {
  server = await TestServer.start({ timeout: OPEN, limits: { pageRate: 100_000, pageBurst: 100_000 } })
  ann = await server.open()
})
afterAll(async () => {
  agent.destroy()
  await server.stop()
})

test(`${CALLS} calls wait, ${PAGES} pages listen: no answer is lost, and memory comes back`, async () => {
  const pages = await Promise.all(Array.from({ length: PAGES }, () => listen()))
  let before = 0
  let asked = 0
  for (const [round, calls] of ROUNDS.entries()) {
    const told = Array.from({ length: calls }, (_, n) => waiting(`npm publish --tag r${round}-n${n}`, `s${n % 20}`))
    asked += calls
    await vi.waitFor(() => expect(pages[0]?.asked.size).toBe(asked), PATIENCE)
    const { json } = await server.page(ann, 'GET', '/v1/approvals')
    const views = json['approvals'] as ApprovalView[]
    expect(views).toHaveLength(calls)
    const expected = new Map(views.map(({ id }, n) => [id, n % 2 === 0 ? 'allow' : 'deny']))
    for (let from = 0; from < calls; from += 250) {
      const answers = views
        .slice(from, from + 250)
        .map(({ id, digest }) => ({ id, digest, behavior: expected.get(id) }))
      const { json } = await server.page(ann, 'POST', '/v1/approvals/answers', { answers })
      expect((json['results'] as { ok: boolean }[]).every(({ ok }) => ok)).toBe(true)
    }
    const answered = await Promise.all(told)
    expect(answered.filter(({ behavior, approval }) => expected.get(approval) !== behavior)).toEqual([])
    await vi.waitFor(() => {
      for (const page of pages) expect([page.asked.size, page.ended.size]).toEqual([asked, asked])
    }, PATIENCE)
    if (round === 0) before = await heap()
  }
  for (const page of pages) page.close()
  expect(server.failures).toEqual([])
  // The first round leaves warm code and caches; the second must leave nothing. The pages are in this process, too, and
  // their connections may take a moment to be gone.
  await vi.waitFor(async () => expect((await heap()) - before).toBeLessThan(30 * 1024 * 1024), PATIENCE)
}, 1_800_000)

interface Told {
  readonly behavior: string
  readonly approval: string
}

/**
 * Like a client, it asks again when its request has waited for the longest time, and sends the call again when the server
 * has forgotten it because that took long.
 */
async function waiting(command: string, session: string): Promise<Told> {
  const asked = { call: server.call(command, { session }), wait: LONGEST_WAIT }
  let told = await send(asked)
  while (!('behavior' in told))
    told = await send('pending' in told ? { pending: told.pending, wait: LONGEST_WAIT } : asked)
  return told
}

function send(asked: Readonly<Record<string, unknown>>): Promise<Told | { readonly pending: string } | Problem> {
  const body = JSON.stringify(asked)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        method: 'POST',
        host: '127.0.0.1',
        port: server.server.port,
        path: '/v1/authorize',
        headers: {
          authorization: `Bearer ${server.token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () => resolve(JSON.parse(text) as Told | { readonly pending: string } | Problem))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** A page that reads its events and keeps only the ids. */
function listen(): Promise<{ asked: Set<string>; ended: Set<string>; close: () => void }> {
  const [asked, ended] = [new Set<string>(), new Set<string>()]
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: server.server.port,
        path: '/v1/events',
        headers: headersOf(ann) as Record<string, string>,
      },
      (response) => {
        let unread = ''
        response.on('data', (chunk: Buffer) => {
          unread += chunk.toString()
          const frames = unread.split('\n\n')
          unread = frames.pop() ?? ''
          for (const frame of frames) {
            const id = /^event: (approval|ended)\ndata: \{"type":"\w+","approval":\{"id":"([^"]+)"/.exec(frame)
            if (id !== null) (id[1] === 'approval' ? asked : ended).add(ownCopy(id[2] ?? ''))
          }
        })
        response.on('error', () => undefined)
        resolve({ asked, ended, close: () => sent.destroy() })
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

/** A copy, because a slice of a text keeps the whole text in memory. */
function ownCopy(text: string): string {
  return Buffer.from(text).toString()
}

async function heap(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let i = 0; i < 3; i++) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return process.memoryUsage().heapUsed
}
