import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { intercept } from '../adapters/interceptor.ts'
import { remoteGate } from '../adapters/remote.ts'
import type { Call } from '../engine/call.ts'
import type { AuditPage } from './api/history.ts'
import { Authorize } from './http/authorize.ts'
import { TestServer } from './testing.ts'
import type { Approver } from './testing.ts'

let server: TestServer
let approver: Approver

beforeAll(async () => {
  server = await TestServer.start()
  approver = await server.open()
})
afterAll(() => server.stop())
afterEach(() => expect(server.failures).toEqual([]))

interface Pending {
  readonly id: string
  readonly digest: string
  readonly call: { readonly input: { readonly command: string } }
}

async function pendingOf(command: string, of = server, by = approver): Promise<Pending> {
  return vi.waitFor(async () => {
    const { json } = await of.page(by, 'GET', '/v1/approvals')
    const found = (json['approvals'] as Pending[]).find(({ call }) => call.input.command === command)
    if (found === undefined) throw new Error(`nobody asks about ${command}`)
    return found
  }, 60_000)
}

const answer = ({ id, digest }: Pending, more: object = {}) =>
  server.page(approver, 'POST', `/v1/approvals/${id}/answer`, { behavior: 'allow', digest, ...more })

describe('a call', () => {
  test('that needs nobody is answered at once', async () => {
    const { status, json } = await server.ask({ call: server.call('ls') })
    expect(status).toBe(200)
    expect(json).toMatchObject({ behavior: 'allow', code: 'read-only', input: { command: 'ls' } })
  })

  test('that says a key twice is refused, since its client may read the other value', async () => {
    const { folder, token } = server
    const headers = { authorization: `Bearer ${token}` }
    for (const said of [
      `"tool":"Bash","input":{"command":"rm -r x","command":"ls"}`,
      `"tool":"Bash","t\\u006fol":"Read","input":{"command":"ls"}`,
    ]) {
      const body = `{"call":{${said},"cwd":${JSON.stringify(folder)}}}`
      const { status, json } = await server.send('POST', '/v1/authorize', { body, headers })
      expect({ status, detail: json['detail'] }).toEqual({
        status: 400,
        detail: expect.stringMatching(/^The body cannot be relied on: it says "(?:command|tool)" twice\.$/) as string,
      })
    }
  })

  test('is judged without asking anybody', async () => {
    const { json } = await server.ask({ call: server.call('npm publish --judge'), judge: true })
    expect(json).toMatchObject({ behavior: 'ask', shown: { suggestions: expect.any(Array) as unknown } })
    const { json: list } = await server.page(approver, 'GET', '/v1/approvals')
    expect(list['approvals']).toEqual([])
  })

  test('is not allowed by an approval that its agent names: what a person has said yes to is not the agent’s to say', async () => {
    const asked = server.ask({ call: server.call('npm publish --named') })
    const { id } = await pendingOf('npm publish --named')
    await answer(await pendingOf('npm publish --named'))
    expect((await asked).json).toMatchObject({ behavior: 'allow', approval: id })
    const again = await server.ask({ call: server.call('npm publish --named'), judge: true, approval: id })
    expect(again.json).toMatchObject({ behavior: 'ask' })
  })

  test('that is looked at again is on record with the yes its client goes by, if that is one of this session', async () => {
    const call = (command: string, session: string) => ({ ...(server.call(command) as Call), session })
    const whole = 'npm publish --twice; npm publish --later'
    const asked = server.ask({ call: call(whole, 'mine') })
    const { id } = await pendingOf(whole)
    await answer(await pendingOf(whole))
    await asked
    const remote = remoteGate({ socket: server.server.socket })
    const judged = await remote.judge(call('npm publish --later', 'mine'), { approval: id })
    expect(judged).toMatchObject({ behavior: 'ask', approval: id })
    expect(judged.by).toBeUndefined()
    await remote.judge(call('npm publish --later', 'another'), { approval: id })
    await remote.judge(call('npm publish --later', 'mine'), { approval: 'made up' })
    await remote.judge(call('npm publish --later --other', 'mine'), { approval: id })
    const { json } = await server.page(approver, 'GET', '/v1/audit?text=--later&kind=decision')
    const bodies = (json['records'] as { body: Record<string, unknown> }[]).map(({ body }) => body)
    expect(bodies.map(({ approval }) => approval)).toEqual([undefined, undefined, undefined, id, id])
    expect(bodies[3]?.['reason']).toMatch(/The client goes by an earlier yes of \w[^.]* to another call\.$/)
    const same = await remote.judge(call(whole, 'mine'), { approval: id })
    expect(same.reason).toMatch(/The client goes by an earlier yes of \w[^.]*(?<!to another call)\.$/)
    expect((await server.ask({ call: server.call('ls'), judge: true, approval: 7 })).status).toBe(400)
  })

  test('is denied where its client finds nobody to ask, and that is on record', async () => {
    const call = server.call('npm publish --unasked') as Call
    const { socket } = server.server
    const judged = await remoteGate({ socket }).judge(call, { unasked: 'nobody' })
    expect(judged).toMatchObject({ behavior: 'deny', code: 'no-channel' })
    const { json } = await server.page(approver, 'GET', '/v1/audit?text=--unasked&kind=decision')
    expect(json['records']).toMatchObject([{ body: { behavior: 'deny', reason: judged.reason } }])
    expect((await server.ask({ call, judge: true, unasked: 'Ann has allowed it' })).status).toBe(400)
  })

  test('waits for a person, and is told what they said', async () => {
    const asked = server.ask({ call: server.call('npm publish --tag a') })
    await answer(await pendingOf('npm publish --tag a'), { words: 'go on' })
    expect((await asked).json).toMatchObject({
      behavior: 'allow',
      code: 'answered',
      by: 'ann at the page',
      words: 'go on',
    })
  })

  test('that waits longer than its request is pending, and gets its answer later', async () => {
    const call = server.call('npm publish --tag b')
    const first = await server.ask({ call, wait: 0 })
    expect(first.json).toEqual({ pending: expect.stringMatching(/^[\w-]{43}$/) as string })
    const again = await server.ask({ pending: first.json['pending'], wait: 0 })
    expect(again.json).toEqual(first.json)
    await answer(await pendingOf('npm publish --tag b'))
    const last = await server.ask({ pending: first.json['pending'] })
    expect(last.json).toMatchObject({ behavior: 'allow', code: 'answered' })
    expect((await server.ask({ pending: first.json['pending'] })).status).toBe(404)
  })

  test('that was allowed before its answer is fetched is denied when the policy denies it by then', async () => {
    const fetched = async (tag: string, deny: boolean) => {
      const command = `npm publish --tag ${tag}`
      const { json } = await server.ask({ call: server.call(command), wait: 0 })
      await answer(await pendingOf(command))
      await vi.waitFor(async () => {
        const { text } = await server.page(approver, 'GET', '/v1/audit')
        expect(text).toMatch(new RegExp(`"kind":"decision".*${tag}`))
      }, 60_000)
      if (deny) server.write('countersign.yaml', 'deny: [ "shell(npm publish:*)" ]\n')
      return (await server.ask({ pending: json['pending'] })).json
    }
    expect(await fetched('kept', false)).toMatchObject({ behavior: 'allow', code: 'answered' })
    const { records } = (await server.page(approver, 'GET', '/v1/audit')).json as unknown as AuditPage
    const kept = records.flatMap(({ text, decision }) => (text.endsWith('kept') ? (decision?.behavior ?? []) : []))
    expect(kept).toEqual(['allow', 'allow'])
    try {
      expect(await fetched('late', true)).toMatchObject({ behavior: 'deny', code: 'deny-rule' })
    } finally {
      rmSync(join(server.folder, 'countersign.yaml'), { force: true })
    }
  })

  test('that was allowed before its answer is fetched is to be sent again when it leads elsewhere by then', async () => {
    const { json } = await server.ask({ call: server.call('touch left'), wait: 0 })
    await answer(await pendingOf('touch left'))
    await vi.waitFor(async () => {
      const { text } = await server.page(approver, 'GET', '/v1/audit')
      expect(text).toMatch(/"kind":"decision".*touch left/)
    }, 60_000)
    symlinkSync('/etc/hosts', join(server.folder, 'left'))
    try {
      expect(await server.ask({ pending: json['pending'] })).toMatchObject({ status: 404 })
    } finally {
      rmSync(join(server.folder, 'left'))
    }
  })

  test('whose connection broke finds the same question again', async () => {
    const call = server.call('npm publish --tag c', { id: 'toolu_1' })
    const gone = new AbortController()
    const broken = server.ask({ call }, gone.signal).catch(() => 'broken')
    const { id } = await pendingOf('npm publish --tag c')
    gone.abort()
    expect(await broken).toBe('broken')
    const again = server.ask({ call })
    const question = await pendingOf('npm publish --tag c')
    expect(question.id).toBe(id)
    await answer(question)
    expect((await again).json).toMatchObject({ behavior: 'allow', approval: id })
  })

  test.each([
    ['no JSON', 'nonsense', 400],
    ['a list', '[]', 400],
    ['no call', '{}', 400],
    ['no folder', '{"call":{"tool":"Bash","input":{"command":"ls"}}}', 400],
    ['a strange wait', '{"call":{"tool":"Bash","input":{},"cwd":"/"},"wait":"long"}', 400],
    ['an unknown ticket', '{"pending":"nothing"}', 404],
    ['a ticket that is not text', '{"pending":7}', 404],
  ])('that is %s is a problem, never an answer', async (_, body, status) => {
    const answered = await server.send('POST', '/v1/authorize', {
      body,
      headers: { authorization: `Bearer ${server.token}` },
    })
    expect(answered.status).toBe(status)
    expect(answered.headers['content-type']).toBe('application/problem+json')
    expect(answered.json).toMatchObject({ type: 'about:blank', status, detail: expect.any(String) as string })
    expect(answered.json).not.toHaveProperty('behavior')
  })

  test.each([
    ['a tool without a name', { tool: '' }],
    ['a relative folder', { cwd: 'project' }],
    ['an input that is a list', { input: [] }],
  ])('with %s is denied by the gate', async (_, more) => {
    const { json } = await server.ask({ call: server.call('ls', more) })
    expect(json).toMatchObject({ behavior: 'deny', code: 'bad-call' })
  })

  test('cannot vouch for its own MCP server', async () => {
    const authorize = vi.fn(() => Promise.resolve({ behavior: 'deny', code: 'x', reason: '', id: '1', input: {} }))
    const call = server.call('ls', { annotations: { readOnlyHint: true }, strange: 1 })
    const route = new Authorize({
      gate: { authorize, judge: authorize } as never,
      limits: { body: 1000, waiting: 10 } as never,
      bucket: { take: () => true } as never,
      onFailure: () => undefined,
    })
    const { request, response } = wire(JSON.stringify({ call, judge: true }))
    route.handle(request, response)
    await vi.waitFor(() => expect(authorize).toHaveBeenCalled(), 60_000)
    const vouched = expect.not.objectContaining({ annotations: expect.anything() as unknown }) as unknown
    expect(authorize).toHaveBeenCalledWith(vouched, {})
  })
})

describe('through the socket', () => {
  test('an agent asks without a token', async () => {
    const { socket } = server.server
    const { json } = await server.send('POST', '/v1/authorize', { socket, body: { call: server.call('ls') } })
    expect(json).toMatchObject({ behavior: 'allow' })
  })

  test('which tools may be seen, and how a call went', async () => {
    const { socket } = server.server
    server.write('countersign.yaml', 'tools: { disallowed: [WebSearch] }\n')
    const seen = await server.send('POST', '/v1/visible', {
      socket,
      body: { tools: ['Bash', 'WebSearch'], cwd: server.folder },
    })
    expect(seen.json).toEqual({ tools: ['Bash'] })
    const { json } = await server.ask({ call: server.call('ls') })
    const told = await server.send('POST', '/v1/outcome', { socket, body: { id: json['id'], ok: true } })
    expect(told.json).toEqual({ recorded: true })
    const strange = await server.send('POST', '/v1/outcome', { socket, body: { id: 'nobody', ok: true } })
    expect(strange.json).toEqual({ recorded: false })
  })

  test('a policy that only watches is told as one, so that the client goes on asking by itself', async () => {
    const watching = await TestServer.start()
    try {
      watching.write('../.config/countersign/policy.yaml', 'enforce: false\ndeny: [ "shell(npm publish)" ]\n')
      const gate = intercept(remoteGate({ socket: watching.server.socket }), { agent: 'claude-code' })
      const call = watching.call('npm publish') as Call
      expect(await gate.judge(call)).toMatchObject({ behavior: 'allow', enforced: false })
      expect(await gate.authorize(call)).toMatchObject({ behavior: 'allow', enforced: false })
    } finally {
      await watching.stop()
    }
  })

  test("a session does not shed its project's rules by going elsewhere, whoever tells where it was started", async () => {
    const { socket } = server.server
    server.write('countersign.yaml', 'deny: [ "shell(git status)" ]\n')
    const decided = async (cwd: string | undefined, session_id: string, command = 'git status') => {
      const input = { tool_name: 'Bash', tool_input: { command } }
      const body = { hook_event_name: 'PreToolUse', session_id, ...(cwd === undefined ? {} : { cwd }), ...input }
      const { json } = await server.send('POST', '/v1/hooks/claude-code', { socket, body })
      return (json['hookSpecificOutput'] as Record<string, unknown>)['permissionDecision']
    }
    expect(await decided(server.folder, 'moving', 'ls')).toBe('allow')
    expect(await decided('/etc', 'moving')).toBe('deny')
    expect(await decided(undefined, 'moving')).toBe('deny')
    expect(await decided('/etc', 'another')).toBe('allow')
    expect(await decided(undefined, 'nowhere')).toBe('deny')
  })

  test('hooks are answered in their own words, with 200 whatever comes', async () => {
    const { socket } = server.server
    const payload = {
      hook_event_name: 'PreToolUse',
      session_id: 's9',
      cwd: server.folder,
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    }
    const allowed = await server.send('POST', '/v1/hooks/claude-code', { socket, body: payload })
    expect(allowed.status).toBe(200)
    expect(allowed.json).toMatchObject({ hookSpecificOutput: { permissionDecision: 'allow' } })
    for (const path of ['//v1/hooks/claude-code', '/v1//hooks//claude-code', '/V1/Hooks/Claude-Code?x'])
      expect((await server.send('POST', path, { socket, body: payload })).json, path).toEqual(allowed.json)
    for (const path of ['/v1/hooks', '/v1/hooks/', '/v1/hooks//', '/v1/hooks/claude-code/', '/v1/hooks/%63laude'])
      expect((await server.send('POST', path, { socket, body: payload })).text, path).toContain('deny')
    for (const body of ['', 'garbage', '{}', '[]', '"x"']) {
      const refused = await server.send('POST', '/v1/hooks/claude-code', { socket, body })
      expect(refused.status, body).toBe(200)
      expect(refused.headers['x-countersign-exit'], body).toBe('2')
      expect(refused.text, body).toContain('deny')
    }
  })
})

describe('limits', () => {
  test('a body that is too large is not read', async () => {
    const small = await TestServer.start({ limits: { body: 1000 } })
    try {
      const call = small.call(`echo ${'x'.repeat(5000)}`)
      const { status } = await small.ask({ call }).catch(() => ({ status: 413 }))
      expect(status).toBe(413)
      expect((await small.ask({ call: small.call('ls') })).status).toBe(200)
    } finally {
      await small.stop()
    }
  })

  test('a call nested too deep to be written down again is refused, and ends no server', async () => {
    const { input: _input, ...call } = server.call('ls') as Call
    const body = `{"call":${JSON.stringify(call).slice(0, -1)},"input":{"a":${'['.repeat(2e5)}${']'.repeat(2e5)}}},"wait":0}`
    const { status, json } = await server.ask(body as never)
    expect({ status, detail: json['detail'] }).toEqual({
      status: 400,
      detail: 'The body cannot be relied on: it is nested more than 200 deep.',
    })
    expect((await server.ask({ call: server.call('ls') })).status).toBe(200)
  })

  test('agents that ask too often, and too many that wait, are sent away', async () => {
    const busy = await TestServer.start({ limits: { agentRate: 0.001, agentBurst: 5, waiting: 2 } })
    try {
      const pending = []
      for (const tag of ['a', 'b', 'c'])
        pending.push(await busy.ask({ call: busy.call(`npm publish --tag ${tag}`), wait: 0 }))
      expect(pending.map(({ status }) => status)).toEqual([200, 200, 429])
      const rest = []
      for (let i = 0; i < 4; i++) rest.push((await busy.ask({ call: busy.call('ls'), judge: true })).status)
      expect(rest).toEqual([200, 200, 429, 429])
    } finally {
      await busy.stop()
    }
  })

  test('no more pages listen than may', async () => {
    const quiet = await TestServer.start({ limits: { listeners: 0 } })
    try {
      expect((await quiet.page(await quiet.open(), 'GET', '/v1/events')).status).toBe(429)
    } finally {
      await quiet.stop()
    }
  })
})

test('a hook that waits when the server stops is told so, and denied', async () => {
  const stopping = await TestServer.start()
  const body = {
    hook_event_name: 'PreToolUse',
    session_id: 's9',
    cwd: stopping.folder,
    tool_name: 'Bash',
    tool_input: { command: 'npm publish --tag hook' },
  }
  const { socket } = stopping.server
  const answered = stopping.send('POST', '/v1/hooks/claude-code', { socket, body })
  await pendingOf('npm publish --tag hook', stopping, await stopping.open())
  await stopping.stop()
  const { status, text } = await answered
  expect(status).toBe(200)
  expect(text).toContain('"deny"')
})

test('a server that stops sends its callers away, and the next one knows their questions', async () => {
  const first = await TestServer.start()
  const { home } = first
  const call = first.call('npm publish --tag z')
  const asked = first.ask({ call })
  const { id } = await pendingOf('npm publish --tag z', first, await first.open())
  await first.server.stop()
  const sent = await asked
  expect(sent.status).toBe(503)
  expect(sent.headers['retry-after']).toBe('1')
  const second = await TestServer.start({ home })
  try {
    const by = await second.open()
    expect((await pendingOf('npm publish --tag z', second, by)).id).toBe(id)
    const again = second.ask({ call })
    const { digest } = await pendingOf('npm publish --tag z', second, by)
    await second.page(by, 'POST', `/v1/approvals/${id}/answer`, { behavior: 'allow', digest })
    expect((await again).json).toMatchObject({ behavior: 'allow', approval: id })
  } finally {
    await second.stop()
  }
})

/** A request and a response without a connection. */
function wire(text: string) {
  const listeners = new Map<string, (chunk?: Buffer) => void>()
  const request = { headers: {}, on: (name: string, listener: () => void) => listeners.set(name, listener) }
  setImmediate(() => {
    listeners.get('data')?.(Buffer.from(text))
    listeners.get('end')?.()
  })
  const response = {
    headersSent: false,
    destroyed: false,
    writeHead: () => undefined,
    end: () => undefined,
    on: () => undefined,
  }
  return { request: request as never, response: response as never }
}
