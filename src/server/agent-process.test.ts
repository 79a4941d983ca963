import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestServer } from './testing.ts'

/**
 * Runs as a process of its own, with the same user, the same home and the same files: with everything that an agent
 * has.
 */
const AGENT = `
const fs = require('node:fs'), http = require('node:http'), path = require('node:path')
const [url, socket, id, digest] = process.argv.slice(2)
const state = path.join(process.env.HOME, '.local/state/countersign')
const found = new Set(['', 'null', 'undefined', id, digest])
for (const file of fs.readdirSync(state)) {
  const full = path.join(state, file)
  if (!fs.statSync(full).isFile()) continue
  for (const word of fs.readFileSync(full, 'latin1').match(/[A-Za-z0-9_-]{16,}/g) ?? []) found.add(word)
}
const port = new URL(url).port
const answer = JSON.stringify({ behavior: 'allow', digest, lasts: 'once' })
const send = (options, body) => new Promise((resolve) => {
  const request = http.request({ method: 'POST', ...options, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...options.headers } }, (response) => {
    response.resume(); response.on('end', () => resolve(response.statusCode)) })
  request.on('error', () => resolve(0)); request.end(body)
})
;(async () => {
  const statuses = []
  const answerPath = '/v1/approvals/' + id + '/answer'
  for (const word of [...found].slice(0, 400)) {
    const ways = [
      { authorization: 'Bearer ' + word },
      { cookie: 'countersign-' + port + '=' + word, 'x-countersign-key': word },
      { authorization: 'Bearer ' + word, cookie: 'countersign-' + port + '=' + word, 'x-countersign-key': word, origin: url },
    ]
    for (const headers of ways) statuses.push(await send({ host: '127.0.0.1', port, path: answerPath, headers }, answer))
    statuses.push(await send({ host: '127.0.0.1', port, path: '/v1/session' }, JSON.stringify({ open: word })))
  }
  for (const p of [answerPath, '/v1/approvals', '/v1/session', '/v1/session/link', '/v1/events', '/v1/rules', '/v1/approvals/answers', '/'])
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) statuses.push(await send({ socketPath: socket, path: p, method }, answer))
  console.log(JSON.stringify({ tried: found.size, statuses: [...new Set(statuses)] }))
})()
`

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start({ limits: { opening: 100_000, pageBurst: 100_000 } })
})
afterAll(() => server.stop())

test('a process with everything an agent has cannot answer', async () => {
  const approver = await server.open()
  const asking = server.ask({ call: server.call('npm publish') })
  const [approval] = await pending(approver)
  const script = join(server.home, 'agent.cjs')
  writeFileSync(script, AGENT)
  const { url, socket } = server.server
  const { tried, statuses } = JSON.parse(
    await run(script, [url, socket, approval?.id ?? '', approval?.digest ?? '']),
  ) as {
    tried: number
    statuses: number[]
  }
  expect(tried).toBeGreaterThan(5)
  expect(new Set(statuses)).toEqual(new Set([401, 403, 404]))
  const [still] = await pending(approver)
  expect(still?.id).toBe(approval?.id)
  await server.page(approver, 'POST', `/v1/approvals/${approval?.id}/answer`, {
    behavior: 'deny',
    digest: approval?.digest,
  })
  expect((await asking).json).toMatchObject({ behavior: 'deny', code: 'answered', by: 'ann at the page' })
})

async function pending(approver: { cookie: string; key: string }) {
  for (;;) {
    const { json } = await server.page(approver, 'GET', '/v1/approvals')
    const approvals = json['approvals'] as { readonly id: string; readonly digest: string }[]
    if (approvals.length > 0) return approvals
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function run(script: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { HOME: server.home, PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve(text))
  })
}
