import { request } from 'node:http'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ServerEvent } from './api/events.ts'
import { headersOf, TestServer } from './testing.ts'
import type { Approver } from './testing.ts'

let now = 1_800_000_000_000
let server: TestServer
let ann: Approver

beforeAll(async () => {
  server = await TestServer.start({ now: () => now })
  ann = await server.open()
})
afterAll(() => server.stop())

interface Listening {
  readonly events: ServerEvent[]
  isOver: boolean
  close(): void
}

function listen(approver: Approver): Promise<Listening> {
  const listening: Listening = { events: [], isOver: false, close: () => undefined }
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: server.server.port,
        path: '/v1/events',
        headers: headersOf(approver) as Record<string, string>,
      },
      (response) => {
        let unread = ''
        response.on('data', (chunk: Buffer) => {
          const frames = (unread + chunk.toString()).split('\n\n')
          unread = frames.pop() ?? ''
          for (const frame of frames) listening.events.push(JSON.parse(frame.split('\ndata: ')[1] ?? '') as ServerEvent)
        })
        response.on('close', () => (listening.isOver = true))
        response.on('error', () => undefined)
        listening.close = () => sent.destroy()
        resolve(listening)
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

const ofType = <T extends ServerEvent['type']>({ events }: Listening, type: T) =>
  events.filter((event): event is ServerEvent & { type: T } => event.type === type)

test('a page is told of what is asked, what ended, what was decided and what changed', async () => {
  const page = await listen(ann)
  await vi.waitFor(() => expect(page.events[0]).toMatchObject({ type: 'hello', now }), 60_000)
  const asked = server.ask({ call: server.call('npm publish') })
  await vi.waitFor(() => expect(ofType(page, 'approval')).toHaveLength(1), 60_000)
  const { id, digest } = ofType(page, 'approval')[0]?.approval ?? {}
  await server.page(ann, 'POST', `/v1/approvals/${id}/answer`, { behavior: 'allow', lasts: 'session', digest })
  await asked
  await vi.waitFor(() => {
    expect(ofType(page, 'ended')).toMatchObject([
      { approval: { id, state: 'answered', answer: { behavior: 'allow' } } },
    ])
    expect(ofType(page, 'changed')).toContainEqual({ type: 'changed', what: 'grants' })
    const kinds = ofType(page, 'audit').flatMap(({ records }) => records.map(({ kind }) => kind))
    expect(kinds).toEqual(expect.arrayContaining(['answer', 'grant', 'decision']))
  }, 60_000)
  let changes = 0
  await vi.waitFor(
    () => {
      // A project is checked once a second, for the first time soon after its first call.
      writeFileSync(join(server.folder, 'countersign.yaml'), `deny: [ "shell(sudo -${++changes}:*)" ]\n`)
      expect(ofType(page, 'changed')).toContainEqual({ type: 'changed', what: 'policy' })
    },
    { timeout: 60_000, interval: 1_200 },
  )
  page.close()
})

test('a page whose session is over hears nothing more', async () => {
  const eve = await server.open()
  const page = await listen(eve)
  await server.page(eve, 'DELETE', '/v1/session')
  await vi.waitFor(() => expect(page.isOver).toBe(true), { timeout: 60_000, interval: 100 })
  now += 13 * 3_600_000
  const late = await server.page(ann, 'GET', '/v1/events')
  expect(late.status).toBe(401)
})

test('a server that stops says so', async () => {
  const other = await TestServer.start()
  const bob = await other.open()
  const before = server
  server = other
  try {
    const page = await listen(bob)
    await vi.waitFor(() => expect(page.events).toHaveLength(1), 60_000)
    await other.server.stop()
    await vi.waitFor(() => expect(page.events.at(-1)).toEqual({ type: 'bye' }), 60_000)
    expect(page.isOver).toBe(true)
  } finally {
    server = before
    await other.stop()
  }
})
