import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestServer } from '../testing.ts'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.stop())

const CALL = {
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd: '/',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
}

/**
 * The exit code in the answer. The payload is sent as bytes, because only then are the header's bytes sent unchanged,
 * too.
 */
function asked(headers: Readonly<Record<string, string>>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const to = { method: 'POST', path: '/v1/hooks/claude-code', socketPath: server.server.socket, headers }
    const sent = request(to, (response) => {
      response.resume()
      resolve(response.headers['x-countersign-exit'])
    })
    sent.on('error', reject)
    sent.end(Buffer.from(JSON.stringify(CALL)))
  })
}

test.each([
  ['is not UTF-8', '/srv/\xff'],
  ['is relative', 'srv'],
  ['is empty', ''],
])('a project that %s is refused, not taken for none: the call would shed its rules', async (_, project) => {
  expect(await asked({ 'x-countersign-project': project })).toBe('2')
})

test.each<Readonly<Record<string, string>>>([{}, { 'x-countersign-project': '/srv/\xc3\xa4' }])(
  'a call told %j of its project is decided',
  async (told) => {
    expect(await asked(told)).toBe('0')
  },
)
