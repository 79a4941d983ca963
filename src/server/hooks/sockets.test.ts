import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestServer } from '../testing.ts'
import { dropOldNote, noteFile, takeNote } from './note.ts'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.stop())

interface Asking {
  readonly note?: string | Buffer | undefined
  readonly payload?: string | Buffer
  readonly on?: TestServer
  readonly number?: number
}

function socketOf(on: TestServer, number: number): string {
  return join(on.home, '.local/state/countersign/hooks', String(number))
}

function payloadOf(command: string, more: object = {}): string {
  return JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: '/',
    tool_name: 'Bash',
    tool_input: { command },
    ...more,
  })
}

/** Does what the script does, in place of `nc`. */
function opened({ note, payload = payloadOf('ls'), on = server, number = 0 }: Asking): Socket {
  const file = socketOf(on, number)
  if (note !== undefined) writeFileSync(noteFile(file), note, { flag: 'wx' })
  const socket = connect({ path: file, allowHalfOpen: true })
  socket.on('error', () => undefined)
  socket.end(payload)
  return socket
}

function asked(asking: Asking): Promise<string> {
  const socket = opened(asking)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
  })
}

const noted = (folder: string, agent = 'claude-code', pid = process.pid) => `${pid} ${agent}\n${folder}`

describe('the sockets of hooks', () => {
  test('answer with the note, the exit code, the length and the end', async () => {
    const note = noted(server.folder)
    const answer = await asked({ note })
    const [, head, body, end] = answer.slice(note.length).split('\n')
    expect(answer.startsWith(note)).toBe(true)
    expect(JSON.parse(body ?? '')).toMatchObject({ hookSpecificOutput: { permissionDecision: 'allow' } })
    expect([head, end]).toEqual([`0 ${Buffer.byteLength(body ?? '')}`, '.'])
  })

  test('decide by the policy of the project in the note, wherever the call says it runs', async () => {
    const strict = join(server.home, 'strict\n\u00e4')
    mkdirSync(strict)
    writeFileSync(join(strict, 'countersign.yaml'), 'deny: [ "shell(ls)" ]\n')
    expect(await asked({ note: noted(server.folder) })).toContain('"allow"')
    expect(await asked({ note: noted(strict) })).toContain('"deny"')
  })

  test('are for this user alone, and take each note once', async () => {
    for (const name of readdirSync(join(server.home, '.local/state/countersign/hooks')))
      expect(statSync(socketOf(server, Number(name))).mode & 0o777).toBe(0o600)
    expect(statSync(join(server.home, '.local/state/countersign/hooks')).mode & 0o777).toBe(0o700)
    expect(await asked({ note: noted(server.folder) })).not.toBe('')
    expect(existsSync(noteFile(socketOf(server, 0)))).toBe(false)
    expect(await asked({})).toBe('')
  })

  test.each([
    ['empty', ''],
    ['without a project', '1 claude-code'],
    ['with a project that is not a path', '1 claude-code\nhere'],
    ['without a process', ' claude-code\n/'],
    ['for an agent of strange letters', '1 ../x\n/'],
    ['with a time limit of 0', '1 claude-code 0\n/'],
    ['with a NUL', '1 claude-code\n/a\0b'],
    ['that is not UTF-8', Buffer.from('1 claude-code\n/\xff', 'latin1')],
    ['without end', `1 claude-code\n/${'x'.repeat(5000)}`],
  ])('say nothing to a note %s', async (_, note) => {
    expect(await asked({ note, number: 1 })).toBe('')
    expect(existsSync(noteFile(socketOf(server, 1)))).toBe(false)
  })

  test('do not wait for what lies in place of a note', async () => {
    const file = noteFile(socketOf(server, 2))
    execFileSync('mkfifo', [file])
    expect(await asked({ number: 2 })).toBe('')
    mkdirSync(noteFile(socketOf(server, 3)))
    expect(await asked({ number: 3 })).toBe('')
    expect(await asked({ note: noted(server.folder), number: 4 })).toContain('"allow"')
  })

  test.each([
    ['empty', ''],
    ['garbage', '{"tool_name": "Bash", '],
    ['no call', '{}'],
    ['two calls', payloadOf('ls') + payloadOf('ls')],
    ['no UTF-8', Buffer.from(payloadOf('ls \xff'), 'latin1')],
    ['a NUL', payloadOf('ls').replace('ls', 'ls\0')],
    ['a call that runs nowhere', payloadOf('ls', { cwd: undefined })],
  ])('deny a payload that is %s, with the reason', async (_, payload) => {
    const note = noted(server.folder)
    const answer = (await asked({ note, payload })).slice(note.length)
    expect(answer).toMatch(/^\n2 \d+\nNot allowed/)
    expect(answer.endsWith('\n.')).toBe(true)
  })

  test.each([
    ['whose payload trickles in', '{"tool_name":', true],
    ['that a person would have to answer', payloadOf('npm publish'), false],
  ])('deny in the time that the note says a call %s', async (_, payload, trickles) => {
    const note = `${process.pid} claude-code 1\n${server.folder}`
    const file = socketOf(server, 5)
    writeFileSync(noteFile(file), note)
    const socket = connect({ path: file, allowHalfOpen: true })
    socket.on('error', () => undefined)
    socket.write(payload)
    // No write happens in the second in which the answer is due: a write to a side that has just left would end the
    // socket with the answer unread.
    const trickle = trickles ? setInterval(() => socket.write(' '), 70) : void socket.end()
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(socket, 'end')
    clearInterval(trickle)
    socket.destroy()
    expect(Buffer.concat(chunks).toString().slice(note.length)).toMatch(/^\n[02] \d+\n.*(?:Not allowed|"deny")/)
  })

  test('deny an agent that is not known', async () => {
    expect(await asked({ note: noted(server.folder, 'nobody') })).toContain('\n2 ')
  })

  test('keep the limits of the server', async () => {
    const small = await TestServer.start({ limits: { body: 1000, agentRate: 0.001, agentBurst: 1 } })
    try {
      const on = { on: small, note: noted(small.folder) }
      expect(await asked({ ...on, payload: payloadOf(`echo ${'x'.repeat(300_000)}`) })).not.toMatch(/\n0 \d/)
      expect(await asked(on)).toContain('\n0 ')
      expect(await asked(on)).toContain('Agents ask too often')
    } finally {
      await small.stop()
    }
  })

  test('cannot be used to answer, whatever is sent', async () => {
    const payload = `POST /v1/approvals/x/answer HTTP/1.1\r\nhost: localhost\r\n\r\n{"behavior":"allow"}`
    expect(await asked({ note: noted(server.folder), payload })).toContain('Its payload is not JSON')
  })

  test('cannot say one thing twice, in two ways', async () => {
    const payload = payloadOf('ls').replace('{', '{"tool_name":"Read",')
    expect(await asked({ note: noted(server.folder), payload })).toContain('says "tool_name" twice')
  })
})

test('a question ends with the hook that asks it', async () => {
  const approver = await server.open()
  const open = async () => (await server.page(approver, 'GET', '/v1/approvals')).json['approvals'] as unknown[]
  const script = spawn('sleep', ['60'])
  const socket = opened({
    note: noted(server.folder, 'claude-code', script.pid),
    payload: payloadOf('npm publish'),
    number: 5,
  })
  while ((await open()).length === 0) await pause()
  script.kill('SIGKILL')
  while ((await open()).length > 0) await pause()
  socket.destroy()
})

test.runIf(process.platform === 'linux')('a question ends with the agent that a hook was left behind by', async () => {
  const approver = await server.open()
  const open = async () => (await server.page(approver, 'GET', '/v1/approvals')).json['approvals'] as unknown[]
  const agent = spawn('sh', ['-c', 'sleep 60 & echo $!; wait'])
  const [line] = (await once(agent.stdout, 'data')) as [Buffer]
  const script = Number(line)
  const note = noted(server.folder, 'claude-code', script)
  const socket = opened({ note, payload: payloadOf('npm publish left'), number: 6 })
  while ((await open()).length === 0) await pause()
  // Long enough that the process's parent is known.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(await open()).toHaveLength(1)
  agent.kill('SIGKILL')
  while ((await open()).length > 0) await pause()
  process.kill(script, 'SIGKILL')
  socket.destroy()
})

test('who waits when the server stops is told so, and nothing is left of the sockets', async () => {
  const stopping = await TestServer.start()
  const approver = await stopping.open()
  const answer = asked({ on: stopping, note: noted(stopping.folder), payload: payloadOf('npm publish') })
  while (((await stopping.page(approver, 'GET', '/v1/approvals')).json['approvals'] as unknown[]).length === 0)
    await pause()
  await stopping.server.stop()
  expect(await answer).toContain('"deny"')
  expect(readdirSync(join(stopping.home, '.local/state/countersign/hooks'))).toEqual([])
  await stopping.stop()
})

test('a note whose script is gone makes way after a while', () => {
  const file = join(server.folder, 'left.note')
  writeFileSync(file, noted('/'))
  dropOldNote(file, 10_000)
  expect(existsSync(file)).toBe(true)
  utimesSync(file, new Date(0), new Date(0))
  dropOldNote(file, 10_000)
  expect(existsSync(file)).toBe(false)
  expect(takeNote(file)).toBeUndefined()
})

test('a note that was left before the clock was set back makes way, too', () => {
  const file = join(server.folder, 'future.note')
  writeFileSync(file, noted('/'))
  utimesSync(file, new Date(), new Date(Date.now() + 3_600_000))
  dropOldNote(file, 10_000)
  expect(existsSync(file)).toBe(false)
})

test('a folder that cannot be looked into does not end the server', () => {
  const loop = join(server.folder, 'loop')
  symlinkSync(loop, loop)
  expect(() => dropOldNote(join(loop, '0.note'), 10_000)).not.toThrow()
})

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}
