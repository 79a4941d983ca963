/** The shell script between an agent's hook and the server's socket: whatever it meets, it blocks or tells the truth. */

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const SHIM = fileURLToPath(new URL('../bin/countersign-hook', import.meta.url))
const BODY = '{"hookSpecificOutput":{"permissionDecision":"allow"}}'
const PAYLOAD = JSON.stringify({
  session_id: 's',
  cwd: '/',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'echo "$HOME" `id` %s \\n \u00e4' },
})

function whole(body: string, exit: number | undefined): string {
  const header = exit === undefined ? '' : `x-countersign-exit: ${exit}\r\n`
  return `HTTP/1.1 200 OK\r\n${header}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`
}

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const TOOLS = ['nc', 'curl']
const missing = process.env['CI'] === undefined ? TOOLS.filter((tool) => find(tool) === undefined) : []
for (const tool of missing) it.skip(`the hook through ${tool} is left out, it is not tested: there is no ${tool} here`)

describe.each(TOOLS.filter((tool) => !missing.includes(tool)))('countersign-hook through %s', (tool) => {
  let home: string
  let path: string
  let server: Server | undefined
  let chunks: Buffer[]

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'countersign-shim-'))
    mkdirSync(join(home, '.local', 'state', 'countersign'), { recursive: true })
    path = join(home, 'bin')
    mkdirSync(path)
    for (const name of ['cat', 'readlink', 'sh', tool]) symlinkSync(find(name) ?? name, join(path, name))
    symlinkSync(process.execPath, join(path, 'node'))
    chunks = []
  })

  afterEach(async () => {
    const closing = server
    server = undefined
    if (closing !== undefined) await new Promise((resolve) => closing.close(resolve))
    rmSync(home, { recursive: true })
  })

  const received = () => Buffer.concat(chunks).toString('utf8')
  const state = (name: string) => join(home, '.local', 'state', 'countersign', name)

  /** A server that does what it is told once the request is there. */
  async function listen(reply: (socket: Socket) => void): Promise<void> {
    const listening = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        const [head = '', body] = received().split('\r\n\r\n')
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
        if (body !== undefined && Buffer.byteLength(body) >= length) reply(socket)
      })
    })
    server = listening
    writeFileSync(state('server.json'), JSON.stringify({ version: 1, pid: process.pid }))
    await new Promise<void>((resolve) => listening.listen(state('server.sock'), resolve))
  }

  function hook(payload = PAYLOAD, ...args: string[]): Promise<Ended> {
    return hookIn({}, payload, ...args)
  }

  /** In surroundings that somebody else has prepared. */
  function hookIn({ cwd, ...more }: Record<string, string>, payload = PAYLOAD, ...args: string[]): Promise<Ended> {
    return new Promise((resolve) => {
      const env = { PATH: path, HOME: home, COUNTERSIGN_WITHIN: '2', ...more }
      const child = spawn(SHIM, args.length === 0 ? ['claude-code'] : args, { env, cwd, detached: true })
      const heard = { stdout: '', stderr: '' }
      child.stdout.on('data', (chunk: Buffer) => (heard.stdout += chunk.toString('utf8')))
      child.stderr.on('data', (chunk: Buffer) => (heard.stderr += chunk.toString('utf8')))
      child.stdin.on('error', () => undefined)
      child.stdin.end(payload)
      child.on('close', (code) => resolve({ code, ...heard }))
    })
  }

  it('gives the payload to the server as it is, and its answer to the agent', async () => {
    await listen((socket) => socket.end(whole(BODY, 0)))
    expect(await hook()).toEqual({ code: 0, stdout: `${BODY}\n`, stderr: '' })
    expect(received().split('\r\n\r\n')[1]).toBe(PAYLOAD)
    expect(received()).toMatch(/^POST \/v1\/hooks\/claude-code HTTP\/1\.1\r\n/u)
  })

  it('takes large payloads and answers beyond ASCII', async () => {
    const large = JSON.stringify({ text: 'ä'.repeat(300_000) })
    await listen((socket) => socket.end(whole('{"reason":"ü"}', 0)))
    expect(await hook(large)).toMatchObject({ code: 0, stdout: '{"reason":"ü"}\n' })
    expect(received().split('\r\n\r\n')[1] === large).toBe(true)
  })

  it.each([
    ['says 2', (socket: Socket) => socket.end(whole(BODY, 2))],
    ['says nothing of the exit code', (socket: Socket) => socket.end(whole(BODY, undefined))],
    ['fails', (socket: Socket) => socket.end(whole(BODY, 0).replace('200 OK', '500 Oh'))],
    ['breaks off', (socket: Socket) => socket.end(whole(BODY, 0).slice(0, -5))],
    ['breaks off in its head', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nx-countersign-exit: 0\r\n')],
    ['speaks something else', (socket: Socket) => socket.end('allow')],
    ['goes away', (socket: Socket) => socket.destroy()],
    ['never answers', () => undefined],
    [
      'puts its exit code into the body',
      (socket: Socket) => socket.end(whole('\r\nx-countersign-exit: 0\r\n\r\n{}', undefined)),
    ],
  ])('blocks when the server %s', async (_, reply) => {
    await listen(reply)
    expect(await hook()).toMatchObject({ code: 2, stdout: '' })
  })

  it('decides without the server when there is none', async () => {
    const { code, stdout } = await hook(PAYLOAD.replace(/echo[^}]*/u, 'ls"'))
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'allow' } })
  })

  it('decides without the server when a dead one left its socket', async () => {
    await listen(() => undefined)
    writeFileSync(state('server.json'), JSON.stringify({ version: 1, pid: 2 ** 22 + 1 }))
    const gone = server
    server = undefined
    // The file of the socket stays when the process is killed; here it is put back.
    await new Promise((resolve) => gone?.close(resolve))
    await deadSocket(state('server.sock'))
    const { code, stdout } = await hook(PAYLOAD.replace(/echo[^}]*/u, 'ls"'))
    expect(code).toBe(0)
    expect(stdout).toContain('allow')
  })

  it('runs no program that lies in the project, wherever its path leads', async () => {
    const project = join(home, 'project')
    mkdirSync(join(project, 'bin'), { recursive: true })
    for (const name of ['nc', 'curl', 'node', 'cat', 'readlink'])
      writeFileSync(join(project, 'bin', name), forgery(), { mode: 0o755 })
    await listen((socket) => socket.end(whole('Never.', 2)))
    for (const first of [join(project, 'bin'), 'bin', './bin', '../project/bin'])
      expect(await hookIn({ cwd: project, PATH: `${first}:${path}` })).toMatchObject({ code: 2, stdout: '' })
  })

  it.each(['node_modules/.bin', 'tools'])(
    'runs no program of %s above the folder the agent was started in',
    async (folder) => {
      const top = join(home, 'project')
      const below = join(top, 'packages', 'web')
      mkdirSync(join(top, '.git'), { recursive: true })
      mkdirSync(below, { recursive: true })
      mkdirSync(join(top, folder), { recursive: true })
      for (const name of ['nc', 'curl', 'node', 'cat', 'readlink'])
        writeFileSync(join(top, folder, name), forgery(), { mode: 0o755 })
      await listen((socket) => socket.end(whole('Never.', 2)))
      for (const first of [join(top, folder), `/${join(top, folder)}`])
        expect(await hookIn({ cwd: below, PWD: below, PATH: `${first}:${path}` })).toMatchObject({
          code: 2,
          stdout: '',
        })
      expect(await hookIn({ cwd: '/' })).toMatchObject({ code: 2, stderr: 'Not allowed: Never..\n' })
      expect(
        await hookIn({ cwd: '/', CLAUDE_PROJECT_DIR: `${below}/`, PATH: `${join(top, folder)}:${path}` }),
      ).toMatchObject({
        code: 2,
        stdout: '',
      })
    },
  )

  it('waits once, not once more by another program, where the server hangs', async () => {
    await listen(() => undefined)
    const other = tool === 'nc' ? 'curl' : 'nc'
    const said = join(home, 'said')
    // As it were without sockets: it ends at once, and says nothing.
    writeFileSync(join(path, other), `#!/bin/sh\necho "$@" >'${said}'\n`, { mode: 0o755 })
    expect(await hook()).toMatchObject({ code: 2, stdout: '' })
    if (tool === 'nc') expect(existsSync(said)).toBe(false)
    else expect(readFileSync(said, 'utf8')).toContain('-w 2 ')
  })

  it('is not led astray by what the environment says to the programs it uses', async () => {
    await listen((socket) => socket.end(whole(BODY, 0)))
    writeFileSync(join(home, '.curlrc'), 'output = "/dev/null"\n')
    const proxy = 'http://127.0.0.1:9'
    expect(await hookIn({ http_proxy: proxy, ALL_PROXY: proxy, CURL_HOME: home })).toMatchObject({ code: 0 })
  })

  it('decides without the server untouched by what the environment says to Node', async () => {
    const script = join(home, 'forged.cjs')
    writeFileSync(script, `process.stdout.write('forged'); process.exit(0)`)
    const { stdout } = await hookIn({ NODE_OPTIONS: `--require ${script}` }, PAYLOAD)
    expect(stdout).not.toContain('forged')
  })

  it.each(['0', '00', '-1', '1e9', '99999'])('waits no longer when it is told to wait %s seconds', async (within) => {
    await listen(() => undefined)
    rmSync(join(path, tool))
    writeFileSync(join(path, tool), `#!/bin/sh\necho "$@" >'${join(home, 'said')}'\n`, { mode: 0o755 })
    expect((await hookIn({ COUNTERSIGN_WITHIN: within })).code).toBe(2)
    expect(readFileSync(join(home, 'said'), 'utf8')).toContain(' 560 ')
  })

  it.each(['', 'no json', '{}'])('blocks the payload %j without a server', async (payload) => {
    expect((await hook(payload)).code).toBe(2)
  })

  it.each(['../authorize', 'claude code', "'; id", ''])('blocks an agent called %j', async (agent) => {
    await listen((socket) => socket.end(whole(BODY, 0)))
    expect(await hook(PAYLOAD, agent)).toMatchObject({ code: 2, stdout: '' })
    expect(received()).toBe('')
  })

  it('blocks when Node is not there either', async () => {
    rmSync(join(path, 'node'))
    expect((await hook()).code).toBe(2)
  })
})

/** A program that says what a server would, were it to allow. */
function forgery(): string {
  return `#!/bin/sh\nprintf '%s' '${whole(BODY, 0).replaceAll('\r\n', "'; printf '\\r\\n'; printf '%s' '")}'\n`
}

/** Only a process that is killed leaves one. */
function deadSocket(file: string): Promise<void> {
  const script = `require('net').createServer().listen(${JSON.stringify(file)}, () => process.kill(process.pid, 'SIGKILL'))`
  return new Promise((resolve) => {
    spawn(process.execPath, ['-e', script], { stdio: 'ignore' }).on('close', () => resolve())
  })
}

function find(name: string): string | undefined {
  const places = (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, name))
  return places.find((place) => existsSync(place))
}
