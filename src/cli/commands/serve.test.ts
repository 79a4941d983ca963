import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ROOT } from '../../../scripts/bundle-cli.mjs'
import { discoverServer, remoteGate } from '../../adapters/remote.ts'
import { BuiltCli } from '../testing.ts'
import { complaintOf } from './serve-options.ts'

interface Ready {
  readonly url: string
  readonly link: string | null
  readonly socket: string
  readonly pid: number
}

let cli: BuiltCli
const env = { NODE_PATH: join(ROOT, 'node_modules') }
const children: ChildProcess[] = []

beforeAll(async () => {
  cli = await BuiltCli.build()
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(() => cli.remove())

async function serving(...args: string[]): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = cli.spawn(['serve', '--port', '0', '--json', ...args], { env })
  children.push(child)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.pipe(process.stderr)
  const ready = await vi.waitFor(() => JSON.parse(text) as Ready, { timeout: 60_000, interval: 20 })
  return { child, ready }
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)))
}

const call = (command: string) => ({ tool: 'Bash', input: { command }, cwd: cli.folder, session: 's', agent: 'codex' })
const state = () => join(cli.home, '.local/state/countersign')

test('what fails draws nothing on the terminal of whoever runs it', () => {
  const reason = 'not there: /srv/\u001b]0;x\u0007\u202e'
  expect(complaintOf(reason)).toBe('not there: /srv/\\u{1b}]0;x\\u{7}\\u{202e}')
  expect(complaintOf(new Error(reason))).toMatch(/^Error: not there: \/srv\/\\u\{1b\}.*\n +at /)
})

describe('while it runs', () => {
  test('programs of the user find it, in files that are the user\u2019s alone', async () => {
    const { ready } = await serving()
    expect(discoverServer(cli.home)).toMatchObject({ url: ready.url, socket: ready.socket })
    for (const name of readdirSync(state())) expect(statSync(join(state(), name)).mode & 0o077, name).toBe(0)
    const gate = remoteGate(discoverServer(cli.home) ?? {}, { timeout: 60_000 })
    expect(await gate.judge(call('ls'))).toMatchObject({ behavior: 'allow' })
    expect(await gate.judge(call('npm publish'))).toMatchObject({ behavior: 'ask' })
    const byTcp = remoteGate({ ...discoverServer(cli.home), socket: undefined })
    expect(await byTcp.judge(call('ls'))).toMatchObject({ behavior: 'allow' })
    expect(await remoteGate({ url: ready.url, token: 'wrong' }).judge(call('ls'))).toMatchObject({ behavior: 'deny' })
  })

  test('a policy that is broken when it starts is told to whoever starts it', async () => {
    const folder = join(cli.home, '.config/countersign')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'policy.yaml'), 'mode: nope\n')
    try {
      const child = cli.spawn(['serve', '--port', '0', '--json'], { env })
      children.push(child)
      let told = ''
      child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()))
      await vi.waitFor(() => expect(told).toMatch(/1:7 mode: `nope` is not a mode.*every call is denied/), {
        timeout: 60_000,
        interval: 20,
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('the secret of the link is in no file', async () => {
    const { ready } = await serving()
    const secret = ready.link?.split('#open=')[1] ?? ''
    expect(secret).toMatch(/^[\w-]{43}$/)
    for (const name of readdirSync(state())) {
      const path = join(state(), name)
      if (statSync(path).isFile()) expect(readFileSync(path).includes(secret), name).toBe(false)
    }
  })

  test('a link is not written to a file, where agents could read it', async () => {
    const out = join(cli.home, 'serve.log')
    const file = openSync(out, 'w')
    const child = spawn(process.execPath, [cli.entry, 'serve', '--port', '0'], {
      cwd: cli.folder,
      env: { ...env, PATH: process.env['PATH'], HOME: cli.home },
      stdio: ['ignore', file, 'inherit'],
    })
    children.push(child)
    closeSync(file)
    await vi.waitFor(() => expect(readFileSync(out, 'utf8')).toContain('listens at'), { timeout: 60_000 })
    expect(readFileSync(out, 'utf8')).not.toContain('#open=')
  })

  test('the page is served, and knows nobody', async () => {
    const { ready } = await serving()
    expect((await get(`${ready.url}/`)).status).toBe(200)
    expect((await get(`${ready.url}/v1/approvals`)).status).toBe(401)
  })
})

describe('it stops', () => {
  test('when told to: nothing of it is left but what is kept', async () => {
    const { child } = await serving()
    child.kill('SIGTERM')
    expect(await ended(child)).toBe(0)
    for (const name of ['server.json', 'server.sock']) expect(existsSync(join(state(), name)), name).toBe(false)
    expect(existsSync(join(state(), 'agent-token'))).toBe(true)
  })

  test('killed, it leaves a question that the next one still asks, and a socket that makes way', async () => {
    const { child } = await serving()
    const gate = remoteGate(discoverServer(cli.home) ?? {}, { timeout: 60_000 })
    const asked = gate.authorize(call('npm publish --tag killed'))
    const waiting = async () => {
      const { stdout } = await cli.run(['inbox', 'list', '--json'], { env })
      return (JSON.parse(stdout) as { pending: { id: string; call: { input: { command: string } } }[] }).pending.filter(
        (one) => one.call.input.command === 'npm publish --tag killed',
      )
    }
    const [before] = await vi.waitFor(
      async () => {
        const pending = await waiting()
        expect(pending).toHaveLength(1)
        return pending
      },
      { timeout: 60_000, interval: 200 },
    )
    child.kill('SIGKILL')
    await ended(child)
    await serving()
    await vi.waitFor(
      async () => expect(await waiting()).toEqual([expect.objectContaining({ id: before?.id }) as unknown]),
      60_000,
    )
    const { code, stdout, stderr } = await cli.run(['inbox', 'allow', before?.id ?? '', '--json'], { env })
    expect(code, stdout + stderr).toBe(0)
    expect(await asked).toMatchObject({ behavior: 'allow', approval: before?.id })
  })
})

describe('bad use', () => {
  test.each([
    [['--port', 'x'], '--port needs'],
    [['--host', '0.0.0.0'], '--tls-cert'],
    [['--host', '0.0.0.0', '--insecure'], 'accounts'],
    [['--tls-cert', 'nowhere.pem'], 'go together'],
    [['--approvers', 'nowhere.txt'], 'nowhere.txt'],
    [['--webhook', 'http://chat.example/'], 'https'],
    [['--webhook', 'chat.example'], 'the webhook chat.example is not a URL\ncountersign serve --help'],
    [['--webhook', 'https://chat.example/'], 'at least 16 characters\nIt is read from COUNTERSIGN_WEBHOOK_SECRET'],
    [['--add-approver', 'ann'], '--approvers'],
    [['--tls-cert', 'package.json', '--tls-key', 'package.json'], '--tls-cert or --tls-key will not do: '],
    [['--tls-cert', 'src', '--tls-key', 'src'], '--tls-cert or --tls-key will not do: it is a folder'],
  ])('%j is refused with a reason', async (args, why) => {
    const { code, stderr } = await cli.run(['serve', ...args], { env, cwd: ROOT })
    expect(stderr).toContain(why)
    expect(code).toBe(2)
  })

  test('a port that is taken is said so; one of our own server, or any other beside it, is said to be that', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    expect(await cli.run(['serve', '--port', String(port)], { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('something else listens there already') as unknown,
    })
    taken.close()
    const { ready } = await serving()
    for (const again of [new URL(ready.url).port, '0'])
      expect(await cli.run(['serve', '--port', again], { env }), again).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('a server of yours runs already') as unknown,
      })
  })
})

test('a program that watches gets a token in a file, and a file with anything else is left as it is', async () => {
  const file = join(cli.home, 'metrics-token')
  const { ready } = await serving('--metrics-token', file)
  expect(statSync(file).mode & 0o077).toBe(0)
  const headers = { authorization: `Bearer ${readFileSync(file, 'utf8').trim()}` }
  const metrics = await fetch(`${ready.url}/v1/metrics`, { headers })
  expect(await metrics.text()).toContain('countersign_store_up 1\n')
  expect(await (await fetch(`${ready.url}/v1/health`)).json()).toEqual({ status: 'ok' })
  const taken = join(cli.home, 'taken')
  writeFileSync(taken, 'my notes')
  expect(await cli.run(['serve', '--metrics-token', taken], { env })).toMatchObject({ code: 2 })
  expect(readFileSync(taken, 'utf8')).toBe('my notes')
})

describe('approvers', () => {
  test('get accounts: a name and a password open a session, and nothing else does', async () => {
    const file = join(cli.home, 'approvers.txt')
    const added = await cli.run(['serve', '--add-approver', 'ann', '--approvers', file], {
      input: 'correct horse battery\n',
    })
    expect(added.code, added.stderr).toBe(0)
    const short = await cli.run(['serve', '--add-approver', 'bob', '--approvers', file], { input: 'short\n' })
    expect(short.code).toBe(2)
    expect(readFileSync(file, 'utf8')).not.toContain('correct horse')
    expect(statSync(file).mode & 0o077).toBe(0)
    const elsewhere = await cli.run(['serve', '--approvers', file, '--host', '203.0.113.9', '--insecure'], { env })
    expect(elsewhere.stderr).toContain('203.0.113.9 is not an address of this machine\n')
    expect(elsewhere.code).toBe(2)
    const { ready } = await serving('--approvers', file, '--host', '0.0.0.0', '--insecure')
    expect(ready.link).toBeNull()
    const session = (body: object) => post(`${ready.url}/v1/session`, body)
    expect(await session({ name: 'ann', password: 'wrong horse battery' })).toMatchObject({ status: 401 })
    expect(await session({ name: 'eve', password: 'correct horse battery' })).toMatchObject({ status: 401 })
    expect(await session({ open: 'x' })).toMatchObject({ status: 401 })
    expect(await session({ name: 'ann', password: 'correct horse battery' })).toMatchObject({ status: 200 })
  })
})

function get(url: string): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0 })
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function post(url: string, body: object): Promise<{ status: number }> {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  await response.body?.cancel()
  return { status: response.status }
}
