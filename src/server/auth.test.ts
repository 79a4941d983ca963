import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from './app.ts'
import type { Deps } from './deps.ts'
import { Bucket, LIMITS } from './limits.ts'
import { headersOf, secretOf, TestServer } from './testing.ts'
import type { Approver, Headers } from './testing.ts'

/** Every route of the server and who may use it. `app.ts` is compared with this list below. */
const ROUTES: readonly (readonly [method: string, path: string, role: 'all' | 'agent' | 'approver', body?: object])[] =
  [
    ['GET', '/', 'all'],
    ['GET', '/v1/hello', 'all'],
    ['GET', '/v1/health', 'all'],
    ['GET', '/v1/metrics', 'approver'],
    ['POST', '/v1/authorize', 'agent', {}],
    ['POST', '/v1/outcome', 'agent', {}],
    ['POST', '/v1/visible', 'agent', {}],
    ['GET', '/v1/session', 'approver'],
    ['POST', '/v1/session/link', 'approver', {}],
    ['GET', '/v1/approvals', 'approver'],
    ['POST', '/v1/approvals/answers', 'approver', {}],
    ['GET', '/v1/approvals/x', 'approver'],
    ['POST', '/v1/approvals/x/answer', 'approver', {}],
    ['POST', '/v1/approvals/x/extend', 'approver', {}],
    ['POST', '/v1/approvals/x/rules', 'approver', {}],
    ['GET', '/v1/rules', 'approver'],
    ['POST', '/v1/rules', 'approver', {}],
    ['DELETE', '/v1/rules', 'approver', {}],
    ['POST', '/v1/rules/try', 'approver', {}],
    ['GET', '/v1/grants', 'approver'],
    ['DELETE', '/v1/grants/x', 'approver'],
    ['GET', '/v1/profiles', 'approver'],
    ['POST', '/v1/profiles', 'approver', {}],
    ['POST', '/v1/profiles/import', 'approver', {}],
    ['GET', '/v1/profiles/-/present', 'approver'],
    ['GET', '/v1/profiles/x', 'approver'],
    ['DELETE', '/v1/profiles/x', 'approver'],
    ['POST', '/v1/profiles/x/use', 'approver', {}],
    ['GET', '/v1/audit', 'approver'],
    ['GET', '/v1/audit/stats', 'approver'],
    ['GET', '/v1/audit/verify', 'approver'],
    ['GET', '/v1/audit/1', 'approver'],
    ['GET', '/v1/policy', 'approver'],
    ['PUT', '/v1/policy', 'approver', {}],
    ['POST', '/v1/policy/check', 'approver', {}],
    ['POST', '/v1/policy/replay', 'approver', {}],
    ['POST', '/v1/playground', 'approver', {}],
    ['PUT', '/v1/mode', 'approver', {}],
    ['POST', '/v1/undo/x', 'approver', {}],
  ]

/** Routes tested separately, because they open or end a session or stay open. */
const UNLISTED = new Set(['POST /v1/session', 'DELETE /v1/session', 'GET /v1/events', 'POST /v1/hooks/:agent'])

let now = 1_800_000_000_000
let server: TestServer
let approver: Approver
let expired: Approver

beforeAll(async () => {
  server = await TestServer.start({ now: () => now, limits: { pageBurst: 10_000, opening: 1_000 } })
  expired = await server.open()
  now += 13 * 3_600_000
  approver = await server.open()
})
afterAll(() => server.stop())

describe('each route takes only the one it is for', () => {
  test.each(ROUTES.map((route) => ({ what: `${route[0]} ${route[1]}: ${route[2]}`, route })))(
    '$what',
    async ({ route }) => {
      const [method, path, role, body] = route
      const wrongKey = { ...approver, key: 'x'.repeat(43) }
      const carried: Readonly<Record<string, Headers>> = {
        none: {},
        agent: { authorization: `Bearer ${server.token}` },
        approver: headersOf(approver),
        'wrong token': { authorization: `Bearer ${'x'.repeat(43)}` },
        'token of another length': { authorization: 'Bearer x' },
        'cookie without key': { cookie: approver.cookie },
        'key without cookie': { 'x-countersign-key': approver.key },
        'cookie with another key': headersOf(wrongKey),
        'session that is over': headersOf(expired),
        'agent token as a key': { cookie: approver.cookie, 'x-countersign-key': server.token },
      }
      const answered = await Promise.all(
        Object.entries(carried).map(async ([who, headers]) => {
          const { status, json } = await server.send(method, path, { body, headers })
          return [who, status, json['code']] as const
        }),
      )
      for (const [who, status, code] of answered) {
        const isWelcome = role === 'all' || role === who
        const what = `${who}: ${status} ${String(code)}`
        if (isWelcome) expect([401, 403], what).not.toContain(status)
        else if (who === 'agent' || who === 'approver') expect(status, what).toBe(403)
        else expect(status, what).toBe(401)
        expect(status, what).toBeLessThan(500)
      }
    },
  )

  test('a hook is answered with a denial, not with a status that its client would take for a broken hook', async () => {
    const payload = { hook_event_name: 'PreToolUse', cwd: '/', tool_name: 'Bash', tool_input: { command: 'ls' } }
    for (const headers of [{}, { authorization: 'Bearer wrong' }, headersOf(approver)]) {
      const { status, text } = await server.send('POST', '/v1/hooks/claude-code', { body: payload, headers })
      expect(status).toBe(200)
      expect(text).toContain('"deny"')
      expect(text).not.toContain('"allow"')
    }
    const agent = { authorization: `Bearer ${server.token}` }
    const { text } = await server.send('POST', '/v1/hooks/claude-code', { body: payload, headers: agent })
    expect(text).toContain('"allow"')
  })

  test('a hook that asks for a server we are not, or for no agent, is answered with a denial as well', async () => {
    const payload = { hook_event_name: 'PreToolUse', cwd: '/', tool_name: 'Bash', tool_input: { command: 'ls' } }
    const agent = { authorization: `Bearer ${server.token}` }
    const { port } = server.server
    for (const [path, headers] of [
      ['/v1/hooks/claude-code', { ...agent, host: 'evil.example' }],
      ['/v1/hooks/claude-code', { ...agent, host: `approvals.example:${port}` }],
      ['/v1/hooks/claude-code/', agent],
      ['/v1/hooks/claude-code/x?y', agent],
      ['/v1/hooks/', agent],
      ['/v1/hooks', agent],
      ['/v1/hooks?agent=claude-code', agent],
    ] as const) {
      const { status, text } = await server.send('POST', path, { body: payload, headers })
      expect(status, path).toBe(200)
      expect(text, path).toContain('"deny"')
      expect(text, path).not.toContain('"allow"')
    }
  })

  test('the list is whole', () => {
    const house = { management: { approvals: {}, grants: {}, profiles: {}, audit: {} }, gate: {} }
    const deps = { limits: LIMITS, info: {}, house } as unknown as Deps
    const pattern = (path: string) => path.replace(/:\w+/g, '[^/]+')
    for (const { method, path } of createApp(deps, new Bucket(1, 1), undefined).routes) {
      if (method === 'ALL') continue
      const isListed = ROUTES.some(([m, p]) => m === method && new RegExp(`^${pattern(path)}/?$`).test(p))
      expect(isListed || UNLISTED.has(`${method} ${path}`), `${method} ${path}`).toBe(true)
    }
  })

  test('what is not on the list does not exist', async () => {
    for (const path of [
      '/v1/nothing',
      '/v2/approvals',
      '/v1/approvals/x/y/z',
      '/../etc/passwd',
      '/assets/../index.html',
    ]) {
      const { status } = await server.send('GET', path, { headers: headersOf(approver) })
      expect(status, path).toBe(404)
    }
  })
})

describe('the link', () => {
  test('opens one session, once', async () => {
    const secret = secretOf(server.server.link())
    const first = await server.send('POST', '/v1/session', { body: { open: secret } })
    expect(first.status).toBe(200)
    expect(first.headers['set-cookie']).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
    expect((await server.send('POST', '/v1/session', { body: { open: secret } })).status).toBe(401)
  })

  test('opens nothing after ten minutes', async () => {
    const secret = secretOf(server.server.link())
    now += 10 * 60_000
    expect((await server.send('POST', '/v1/session', { body: { open: secret } })).status).toBe(401)
  })

  test('a link that is over stays so when the clock is set back', async () => {
    const secret = secretOf(server.server.link())
    now += 11 * 60_000
    await server.ask({ call: server.call('ls') })
    now -= 5 * 60_000
    expect((await server.send('POST', '/v1/session', { body: { open: secret } })).status).toBe(401)
  })

  test('a guess opens nothing, and guessing is slowed down', async () => {
    const strict = await TestServer.start({ limits: { opening: 5 } })
    try {
      const statuses = []
      for (let i = 0; i < 8; i++)
        statuses.push((await strict.send('POST', '/v1/session', { body: { open: 'x'.repeat(43) } })).status)
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
      // Otherwise an agent that guesses all the time would keep everybody out.
      expect(await strict.open()).toMatchObject({ key: expect.any(String) as string })
    } finally {
      await strict.stop()
    }
  })

  test('strangers cannot fill the memory: a body here is small', async () => {
    const body = { open: 'x'.repeat(10_000) }
    expect((await server.send('POST', '/v1/session', { body })).status).toBe(413)
  })

  test('a session that was ended is over', async () => {
    const mine = await server.open()
    expect((await server.page(mine, 'GET', '/v1/session')).status).toBe(200)
    const ended = await server.page(mine, 'DELETE', '/v1/session')
    expect(ended.headers['set-cookie']).toContain('Max-Age=0')
    expect((await server.page(mine, 'GET', '/v1/session')).status).toBe(401)
  })

  test('another browser gets a link of its own', async () => {
    const { json } = await server.page(approver, 'POST', '/v1/session/link', {})
    const other = await server.open(secretOf(String(json['url'])))
    expect(other.cookie).not.toBe(approver.cookie)
    expect((await server.page(other, 'GET', '/v1/approvals')).status).toBe(200)
  })
})

describe('pages of others', () => {
  test.each([
    ['another host', { host: 'evil.example' }],
    ['another host with our port', { host: 'evil.example:4747' }],
    ['our address with another port', { host: '127.0.0.1:1' }],
    ['a name that only begins like ours', { host: '127.0.0.1.evil.example' }],
  ])('DNS rebinding: %s is refused everywhere', async (_, headers) => {
    for (const [method, path, , body] of ROUTES) {
      const { status } = await server.send(method, path, {
        body,
        headers: { ...headersOf(approver), authorization: `Bearer ${server.token}`, ...headers },
      })
      expect(status, path).toBe(403)
    }
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['the same host on another port', { origin: 'http://127.0.0.1:3000' }],
    ['no origin to speak of', { origin: 'null' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['the same site, as the browser says', { 'sec-fetch-site': 'same-site' }],
  ])('CSRF: %s is refused, whatever it carries', async (_, headers) => {
    const agent = { authorization: `Bearer ${server.token}` }
    for (const [method, path, role, body] of ROUTES.filter(([, , role]) => role !== 'all')) {
      const own = role === 'agent' ? agent : headersOf(approver)
      const { status } = await server.send(method, path, { body, headers: { ...own, ...headers } })
      expect(status, `${path} ${role}`).toBe(403)
    }
    const payload = { hook_event_name: 'PreToolUse', cwd: '/', tool_name: 'Bash', tool_input: { command: 'ls' } }
    const hook = await server.send('POST', '/v1/hooks/claude-code', {
      body: payload,
      headers: { ...agent, ...headers },
    })
    expect(hook.text).toContain('"deny"')
    const opening = { body: { open: secretOf(server.server.link()) }, headers }
    expect((await server.send('POST', '/v1/session', opening)).status).toBe(403)
  })

  test('the scheme of the token may be written in small letters, the token may not', async () => {
    const send = (authorization: string) =>
      server.send('POST', '/v1/visible', { body: { tools: [], cwd: '/' }, headers: { authorization } })
    expect((await send(`bearer ${server.token}`)).status).toBe(200)
    expect((await send(`BEARER ${server.token}`)).status).toBe(200)
    for (const wrong of [`Basic  ${server.token}`, `Bearer ${swapped(server.token)}`, `bearer\t${server.token}`])
      expect((await send(wrong)).status, wrong).toBe(401)
  })

  test('our own page is welcome under each of our names', async () => {
    const { port } = server.server
    for (const name of ['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST']) {
      const headers = { ...headersOf(approver), host: `${name}:${port}`, 'sec-fetch-site': 'same-origin' }
      const origin = `http://${name.toLowerCase()}:${port}`
      expect((await server.send('GET', '/v1/session', { headers: { ...headers, origin } })).status, name).toBe(200)
    }
  })

  test('a form cannot be sent: only JSON is read', async () => {
    const headers = { ...headersOf(approver), 'content-type': 'text/plain' }
    const { status } = await server.send('POST', '/v1/rules', { body: '{"behavior":"allow"}', headers })
    expect(status).toBe(400)
  })

  test('the page forbids everything that is not its own', async () => {
    const { headers } = await server.send('GET', '/')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })
})

/** Swaps upper and lower case. */
function swapped(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
