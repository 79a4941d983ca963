import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { intercept } from './interceptor.ts'
import { discoverServer, remoteGate } from './remote.ts'

const CALL = { tool: 'Bash', input: { command: 'ls' }, cwd: '/srv/project' }
const ALLOW = { behavior: 'allow', code: 'read-only', reason: 'Read-only.', id: '1', input: { command: 'ls' } }
const open: Server[] = []

async function serving(handle: RequestListener): Promise<{ url: string; token: string }> {
  const server = createServer(handle)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 't' }
}

/** Answers each request with the next of these; the last one goes on. */
function saying(...answers: readonly (readonly [status: number, body: unknown])[]): RequestListener {
  let at = 0
  return (request, response) => {
    request.resume()
    request.on('end', () => {
      const [status, body] = answers[Math.min(at++, answers.length - 1)] ?? [500, '']
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  }
}

afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

describe('a decision of the server', () => {
  test('is passed on, with the token and the folder sent along', async () => {
    const seen: unknown[] = []
    const server = await serving((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        seen.push(request.headers.authorization, (JSON.parse(text) as { call: { cwd: string } }).call.cwd)
        response.end(JSON.stringify(ALLOW))
      })
    })
    const gate = remoteGate(server, { cwd: '/here' })
    expect(await gate.authorize({ tool: 'Bash', input: { command: 'ls' } })).toMatchObject(ALLOW)
    expect(await gate.judge(CALL)).toMatchObject(ALLOW)
    expect(seen).toEqual(['Bearer t', '/here', 'Bearer t', '/srv/project'])
  })

  test('is waited for, again and again', async () => {
    const server = await serving(saying([200, { pending: 'p1' }], [200, { pending: 'p1' }], [200, ALLOW]))
    expect(await remoteGate(server).authorize(CALL)).toMatchObject(ALLOW)
  })

  test('is asked for anew when the server has forgotten it, or is starting again', async () => {
    const server = await serving(saying([200, { pending: 'p1' }], [404, {}], [503, {}], [200, ALLOW]))
    expect(await remoteGate(server).authorize(CALL)).toMatchObject(ALLOW)
  })
})

describe('never an allow', () => {
  test.each([
    ['no JSON', 200, 'nonsense'],
    ['nothing', 200, ''],
    ['a list', 200, [ALLOW]],
    ['an allow with another status', 201, ALLOW],
    ['an allow that fails', 500, ALLOW],
    ['an allow without an input', 200, { ...ALLOW, input: undefined }],
    ['an allow of a list', 200, { ...ALLOW, input: [] }],
    ['an allow without an id', 200, { ...ALLOW, id: undefined }],
    ['another word', 200, { ...ALLOW, behavior: 'yes' }],
    ['an empty ticket', 200, { pending: '' }],
    ['a refusal', 401, { detail: 'Who are you?' }],
    ['too large', 200, 'x'.repeat(9 * 1024 * 1024)],
  ])('%s', async (_, status, body) => {
    const server = await serving(saying([status, body]))
    const gate = remoteGate(server, { timeout: 2_000 })
    expect(await gate.authorize(CALL)).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
    expect(await gate.judge(CALL)).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
  })

  test('`ask` where nobody would ask', async () => {
    const server = await serving(saying([200, { ...ALLOW, behavior: 'ask' }]))
    expect(await remoteGate(server).authorize(CALL)).toMatchObject({ behavior: 'deny' })
    expect(await remoteGate(server).judge(CALL)).toMatchObject({ behavior: 'ask' })
  })

  test('a server that is not there', async () => {
    const gate = remoteGate({ url: 'http://127.0.0.1:1', token: 't' })
    const { behavior, reason } = await gate.authorize(CALL)
    expect(behavior).toBe('deny')
    expect(reason).toMatch(/cannot be reached.*countersign serve/)
    expect(await remoteGate({ socket: '/nowhere/at/all' }).judge(CALL)).toMatchObject({ behavior: 'deny' })
    expect(await remoteGate({ url: 'no address' }).judge(CALL)).toMatchObject({ behavior: 'deny' })
  })

  test('a server that hangs, breaks off, or trickles', async () => {
    const hangs = await serving(() => undefined)
    const breaks = await serving((request) => request.socket.destroy())
    const trickles = await serving((_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    })
    expect(await remoteGate(breaks).judge(CALL)).toMatchObject({ behavior: 'deny' })
    for (const server of [hangs, trickles]) {
      const enough = new AbortController()
      const longer = remoteGate(server).judge(CALL, { signal: enough.signal })
      const judged = remoteGate(server, { timeout: 200 }).judge(CALL)
      const first = await Promise.race([judged, longer.then(() => 'the one that may wait longer')])
      expect(first).toMatchObject({ behavior: 'deny', reason: expect.stringContaining('in time') as string })
      enough.abort()
      await longer
    }
  })

  test('a call that is given up', async () => {
    const server = await serving(() => undefined)
    const stop = new AbortController()
    const asked = remoteGate(server).authorize(CALL, { signal: stop.signal })
    setTimeout(() => stop.abort(), 30)
    expect(await asked).toMatchObject({ behavior: 'deny', code: 'cancelled' })
  })

  test('a person who never answers', async () => {
    const server = await serving(saying([200, { pending: 'p' }]))
    expect(await remoteGate(server, { patience: 100 }).authorize(CALL)).toMatchObject({ behavior: 'deny' })
  })

  test('a call that cannot be sent', async () => {
    const server = await serving(saying([200, ALLOW]))
    const loop: Record<string, unknown> = {}
    loop['self'] = loop
    expect(await remoteGate(server).judge({ ...CALL, input: loop })).toMatchObject({ behavior: 'deny' })
    const through = intercept(remoteGate(server), { agent: 'claude-code' })
    expect(await through.authorize(undefined as never)).toMatchObject({ behavior: 'deny' })
  })
})

describe('tools and outcomes', () => {
  test('a tool is visible only when the server said so', async () => {
    const gate = remoteGate(await serving(saying([200, { tools: ['Bash'] }], [500, {}])))
    const tools = [{ name: 'Bash' }, { name: 'WebSearch' }]
    expect(gate.visible(tools)).toEqual([])
    expect(await gate.look(tools)).toBe(true)
    expect(gate.visible(tools)).toEqual([{ name: 'Bash' }])
    expect(await gate.look(tools)).toBe(false)
    expect(gate.visible(tools)).toEqual([])
  })

  test('an outcome that was not taken is false', async () => {
    expect(await remoteGate(await serving(saying([200, { recorded: true }]))).outcome('1', { ok: true })).toBe(true)
    expect(await remoteGate({ url: 'http://127.0.0.1:1' }).outcome('1', { ok: true })).toBe(false)
  })
})

describe('finding the server', () => {
  let home: string
  let state: string
  const FOUND = JSON.stringify({ version: 1, url: 'http://127.0.0.1:4747', socket: '/s', pid: 1 })

  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-discovery-')))
    state = join(home, '.local/state/countersign')
    mkdirSync(state, { recursive: true })
    writeFileSync(join(state, 'agent-token'), 'secret\n', { mode: 0o600 })
  })
  afterEach(() => rmSync(home, { recursive: true }))

  test('by the file it leaves in the state folder', () => {
    writeFileSync(join(state, 'server.json'), FOUND, { mode: 0o600 })
    expect(discoverServer(home)).toEqual({ url: 'http://127.0.0.1:4747', socket: '/s', token: 'secret' })
  })

  test.each([
    ['no file', undefined],
    ['garbage', 'x'],
    ['another version', '{"version":2}'],
    ['a list', '[]'],
    ['half of it', '{"version":1,"url":"http://127.0.0.1:1"}'],
  ])('not by %s', (_, text) => {
    if (text !== undefined) writeFileSync(join(state, 'server.json'), text, { mode: 0o600 })
    expect(discoverServer(home)).toBeUndefined()
  })

  test('not in a home that is no absolute path: it would be one of whatever project this is', () => {
    writeFileSync(join(state, 'server.json'), FOUND, { mode: 0o600 })
    expect(discoverServer(relative(process.cwd(), home))).toBeUndefined()
    expect(discoverServer('')).toBeUndefined()
  })

  test('not by a file that others can write', () => {
    writeFileSync(join(state, 'server.json'), FOUND)
    chmodSync(join(state, 'server.json'), 0o666)
    expect(discoverServer(home)).toBeUndefined()
  })
})
