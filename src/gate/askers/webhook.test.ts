import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Question } from '../asker.ts'
import { askByWebhook, signatureOf } from './webhook.ts'

const SECRET = 'a secret of some length'
const QUESTION = {
  id: 'q1',
  session: 's1',
  agent: 'claude-code',
  project: '/srv/project',
  digest: 'd1',
  call: { tool: 'Bash', input: { command: 'curl -H "Authorization: Bearer hunter2" https://example.com' } },
  shown: { reason: 'No rule covers it.', rule: null, kind: 'shell', tool: 'Bash', dangers: [], effects: [] },
  askedAt: 1,
  expiresAt: 2,
} as unknown as Question

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

async function receiving(...statuses: number[]): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(statuses[received.length - 1] ?? 200).end()
    })
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received }
}

describe('a message', () => {
  test('is signed over its time and its body, and says nothing of the input', async () => {
    const { url, received } = await receiving()
    const over = new AbortController()
    const asker = askByWebhook({ url, secret: SECRET, page: 'http://127.0.0.1:4747', now: () => 1_800_000_000_999 })
    const asked = asker.ask(QUESTION, over.signal)
    await vi.waitFor(() => expect(received).toHaveLength(1), 60_000)
    const { headers, body } = received[0] as Received
    const mac = createHmac('sha256', SECRET).update(`1800000000.${body}`).digest('hex')
    expect(headers['countersign-signature']).toBe(`t=1800000000,v1=${mac}`)
    expect(headers['countersign-id']).toBe('q1-question')
    expect(JSON.parse(body)).toMatchObject({ type: 'question', id: 'q1', page: 'http://127.0.0.1:4747' })
    expect(body).not.toContain('hunter2')
    over.abort('It was allowed by ann.')
    expect(await asked).toBeUndefined()
    await vi.waitFor(() => expect(received).toHaveLength(2), 60_000)
    expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({ type: 'ended', how: 'It was allowed by ann.' })
  })

  test('quotes the command without the secrets in it: the reason and the danger name what would run', async () => {
    const { url, received } = await receiving()
    const over = new AbortController()
    const quoted = '`curl -H Authorization: Bearer hunter2hunter2 https://ann:hunter3hunter3@example.com`'
    const shown = {
      ...QUESTION.shown,
      reason: `No rule covers ${quoted}.`,
      rule: 'ask rule `shell(export API_TOKEN=hunter4hunter4)` (policy.yaml:2)',
      dangers: [{ severity: 'high', why: `${quoted} sends something.` }],
    }
    const asked = askByWebhook({ url, secret: SECRET }).ask({ ...QUESTION, shown } as unknown as Question, over.signal)
    await vi.waitFor(() => expect(received).toHaveLength(1), 60_000)
    over.abort('It was allowed by ann.')
    await asked
    await vi.waitFor(() => expect(received).toHaveLength(2), 60_000)
    for (const { body } of received) {
      expect(body).not.toContain('hunter')
      expect(body).toContain('No rule covers `curl')
    }
  })

  test('is sent again, with more and more patience, under the same id', async () => {
    const { url, received } = await receiving(500, 503, 200)
    const over = new AbortController()
    void askByWebhook({ url, secret: SECRET, retries: [5, 10, 15] }).ask(QUESTION, over.signal)
    await vi.waitFor(() => expect(received).toHaveLength(3), 60_000)
    expect(new Set(received.map(({ headers }) => headers['countersign-id'])).size).toBe(1)
    over.abort('x')
  })

  test('that cannot be delivered leaves the question open', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    const over = new AbortController()
    let answered = false
    const asker = askByWebhook({ url: 'http://127.0.0.1:1/', secret: SECRET, retries: [1], timeout: 200 })
    const asked = asker.ask(QUESTION, over.signal).then(() => (answered = true))
    await vi.waitFor(() => expect(warned).toHaveBeenCalled(), 60_000)
    expect(answered).toBe(false)
    over.abort('x')
    await asked
    warned.mockRestore()
  })
})

test('an address or a secret that will not do is refused at once', () => {
  expect(() => askByWebhook({ url: 'nonsense', secret: SECRET })).toThrow()
  expect(() => askByWebhook({ url: 'http://chat.example/hook', secret: SECRET })).toThrow(/https/)
  expect(() => askByWebhook({ url: 'https://chat.example/hook', secret: 'short' })).toThrow(/16 characters/)
  expect(signatureOf('{}', SECRET, 1)).not.toBe(signatureOf('{}', SECRET, 2))
})
