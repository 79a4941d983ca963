/** `countersign hook` as agents call it: a process of its own, and everything that can go wrong around it. */

import { spawn } from 'node:child_process'
import { mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ROOT } from '../../../scripts/bundle-cli.mjs'
import { decisionIn, shellPayload } from '../../adapters/hooks/canary.ts'
import { HOOK_FORMATS } from '../../adapters/hooks/formats.ts'
import { bootOfMachine } from '../../policy/boot.ts'
import { BuiltCli } from '../testing.ts'
import type { Ended, RunOptions } from '../testing.ts'

let cli: BuiltCli
let state: string
beforeAll(async () => {
  cli = await BuiltCli.build()
  state = join(cli.home, '.local', 'state', 'countersign')
}, 60_000)
afterAll(() => cli.remove())
afterEach(() => {
  rmSync(state, { recursive: true, force: true })
  rmSync(join(cli.folder, 'countersign.yaml'), { force: true })
})

/** The SQLite binding lies with the sources. */
const env = { NODE_PATH: join(ROOT, 'node_modules') }

const hook = (agent: string, command: string, options: RunOptions & { args?: string[]; at?: string } = {}) =>
  cli.run(['hook', agent, ...(options.args ?? [])], {
    ...options,
    env: { ...env, ...options.env },
    input: options.input ?? JSON.stringify(shellPayload(agent, command, options.at ?? cli.folder)),
  })

/** Blocked, and told so in words. */
function expectBlocked({ code, stdout, stderr }: Ended, agent = 'claude-code'): void {
  expect({ code, stdout, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/\S/) as string })
  if (stdout !== '') expect(decisionIn(agent, stdout)).toBe('deny')
}

describe.each(HOOK_FORMATS.map(({ name, canAsk }) => ({ name, canAsk })))('$name', ({ name, canAsk }) => {
  it('is told what is allowed, denied and asked', async () => {
    cli.write('countersign.yaml', 'deny: [ "shell(sudo:*)" ]\n')
    const [allowed, denied, asked] = await Promise.all([
      hook(name, 'git status'),
      hook(name, 'sudo ls'),
      hook(name, 'npm publish'),
    ])
    expect([allowed.code, denied.code, asked.code]).toEqual([0, 0, 0])
    expect(decisionIn(name, allowed.stdout)).toBe('allow')
    expect(decisionIn(name, denied.stdout)).toBe('deny')
    expect(denied.stdout).toContain('shell(sudo:*)')
    expect(decisionIn(name, asked.stdout)).toBe(canAsk ? 'ask' : 'deny')
  })

  it('is blocked by input that is no payload', async () => {
    const payload = JSON.stringify(shellPayload(name, 'git status', cli.folder))
    const twice = payload.replace('{', '{"cwd":"/","cwd":"/etc",')
    const inputs = ['', '{', 'null', '[]', '{}', '\u0000', twice]
    for (const ended of await Promise.all(inputs.map((input) => hook(name, '', { input })))) expectBlocked(ended, name)
  })
})

describe('who is asked', () => {
  it('--ask nobody denies', async () => {
    const { stdout } = await hook('claude-code', 'npm publish', { args: ['--ask', 'nobody'] })
    expect(decisionIn('claude-code', stdout)).toBe('deny')
  })

  it.each([
    ['claude-code', ['--ask', 'nobody']],
    ['codex', []],
  ])('what %s %j heard is what is on record', async (agent, args) => {
    const { stdout } = await hook(agent, 'npm publish', { args })
    const { body } = JSON.parse((await cli.run(['audit', 'export'], { env })).stdout) as { body: { reason: string } }
    expect(body).toMatchObject({ behavior: 'deny', verdict: 'ask', code: 'no-channel' })
    expect(stdout).toContain(JSON.stringify(body.reason))
  })

  it('--ask inbox waits for an answer from elsewhere', async () => {
    const waiting = hook('codex', 'npm publish', { args: ['--ask', 'inbox'] })
    const id = await pending()
    expect((await cli.run(['inbox', 'allow', id, '--words', 'go on'], { env })).code).toBe(0)
    const { code, stdout } = await waiting
    expect({ code, decision: decisionIn('codex', stdout) }).toEqual({ code: 0, decision: 'allow' })
  })

  it('an answer for the session holds for the next process of the same session', async () => {
    const waiting = hook('codex', 'npm publish', { args: ['--ask', 'inbox'] })
    await cli.run(['inbox', 'allow', await pending(), '--lasts', 'session'], { env })
    await waiting
    expect(decisionIn('codex', (await hook('codex', 'npm publish')).stdout)).toBe('allow')
  })
})

describe('whose policy counts', () => {
  it("a call that says it runs elsewhere does not shed the project's rules", async () => {
    cli.write('countersign.yaml', 'deny: [ "shell(git status)" ]\n')
    const { stdout } = await hook('codex', 'git status', { at: '/etc' })
    expect(decisionIn('codex', stdout)).toBe('deny')
  })

  it('the project is the one the client names, wherever its process stands', async () => {
    cli.write('countersign.yaml', 'deny: [ "shell(git status)" ]\n')
    const { stdout } = await hook('claude-code', 'git status', {
      cwd: '/',
      at: '/',
      env: { CLAUDE_PROJECT_DIR: cli.folder },
    })
    expect(decisionIn('claude-code', stdout)).toBe('deny')
  })

  it('a folder that was reached through a link is the project under that name, too', async () => {
    const policy = cli.write('../.config/countersign/policy.yaml', 'allow: [ "write(src/**)" ]\n')
    const link = join(cli.home, 'link')
    symlinkSync(cli.folder, link)
    const options = { cwd: link, at: link, env: { PWD: link } }
    const ended = await hook('codex', `echo x > ${link}/src/a`, options)
    expect(decisionIn('codex', ended.stdout)).toBe('allow')
    rmSync(policy)
  })

  it('a folder that is gone blocks: that may have been the doing of the agent', async () => {
    const env = { CLAUDE_PROJECT_DIR: join(cli.folder, 'gone') }
    expectBlocked(await hook('claude-code', 'git status', { cwd: '/', env }))
  })

  it('a folder whose name is no text is not taken for another, and blocks', async () => {
    const folders = [Buffer.from(`${cli.folder}/\xff`, 'latin1'), join(cli.folder, '\ufffd')]
    for (const folder of folders) mkdirSync(folder)
    const words = ['-c', `cd "$(printf '\\377')" && exec "$0" "$@"`, process.execPath, cli.entry, 'hook', 'codex']
    const child = spawn('/bin/sh', words, { cwd: cli.folder, env: { HOME: cli.home, ...env } })
    child.stdin.end(JSON.stringify(shellPayload('codex', 'git status', '/')))
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2)
    for (const folder of folders) rmSync(folder, { recursive: true })
  })
})

describe('how a call went', () => {
  it('is put on record with its decision, by the process after the call', async () => {
    const before = shellPayload('claude-code', 'git status', cli.folder)
    await hook('claude-code', 'git status', { args: ['--outcomes'] })
    const input = JSON.stringify({ ...before, hook_event_name: 'PostToolUse', tool_response: {} })
    const after = await hook('claude-code', '', { input, args: ['--outcomes'] })
    expect(after).toMatchObject({ code: 0, stdout: '' })
    const { stdout } = await cli.run(['audit', 'export', '--format', 'jsonl'], { env })
    const bodies = stdout
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { body: Record<string, unknown> }).body]))
    const decided = bodies.find((body) => body['behavior'] === 'allow')
    expect(bodies).toContainEqual({ decision: decided?.['id'], ok: true })
  })
})

describe('what the policy settles, once the store is there', () => {
  const spool = () => join(state, readdirSync(state).find((name) => name.endsWith('.spool')) ?? 'none')
  const audit = async (...args: string[]) => (await cli.run(['audit', ...args], { env })).stdout
  const commands = async () => (await audit('export')).match(/"command":"[^"]*"/g) ?? []

  it('is on record when it is answered, of each of many at once, and the store is not opened', async () => {
    await hook('claude-code', 'ls')
    // Whoever opened it last has put the log into the table, with the SQLite of newer Nodes, or left it beside.
    const names = readdirSync(state).filter((name) => /\.db(?:-wal)?$/u.test(name))
    const stored = () => names.map((name) => readFileSync(join(state, name)))
    const before = stored()
    const lines = Array.from({ length: 12 }, (_, n) => `echo ${n}`)
    for (const { stdout } of await Promise.all(lines.map((line) => hook('claude-code', line))))
      expect(decisionIn('claude-code', stdout)).toBe('allow')
    expect(names).toContain('countersign.db')
    expect(stored()).toEqual(before)
    expect(new Set(await commands()).size).toBe(13)
    expect(await commands()).toHaveLength(13)
    expect(await audit('verify')).toContain('Nothing was changed')
  })

  it('killed at any moment, no answer is without its record, and the next hook goes on', async () => {
    await hook('claude-code', 'ls')
    const answered: string[] = []
    for (let n = 0; n < 12; n++) {
      const child = cli.spawn(['hook', 'claude-code'], { env })
      const end = ended(child)
      child.stdin.end(JSON.stringify(shellPayload('claude-code', `echo ${n}`, cli.folder)))
      setTimeout(() => child.kill('SIGKILL'), 40 + n * 10)
      if ((await end).stdout !== '') answered.push(`"command":"echo ${n}"`)
    }
    expect(decisionIn('claude-code', (await hook('claude-code', 'pwd')).stdout)).toBe('allow')
    const all = await commands()
    expect(all).toEqual(expect.arrayContaining([...answered, '"command":"pwd"']))
    expect(new Set(all).size).toBe(all.length)
    expect(await audit('verify')).toContain('Nothing was changed')
  }, 20_000)

  it('is the same by a policy that was read before, and a change of it counts at once', async () => {
    const decide = async () => decisionIn('claude-code', (await hook('claude-code', 'git status')).stdout)
    cli.write('countersign.yaml', 'deny: [ "shell(git status)" ]\n')
    expect([await decide(), await decide(), await decide()]).toEqual(['deny', 'deny', 'deny'])
    expect(readdirSync(join(state, 'read'))).toHaveLength(1)
    cli.write('countersign.yaml', 'deny: [ "shell(git statut)" ]\n')
    expect([await decide(), await decide()]).toEqual(['allow', 'allow'])
    const policies: readonly string[] = (await audit('export')).match(/"policy":"[^"]*"/g) ?? []
    expect(policies.map((policy) => policies.indexOf(policy))).toEqual([0, 0, 0, 3, 3])
  })

  it('blocks on a disk that takes no more, in the spool and in the store', async () => {
    await hook('claude-code', 'ls')
    const blocks = Math.ceil(statSync(spool()).size / 1024)
    const limited = `ulimit -f ${blocks}; trap '' XFSZ; exec "${process.execPath}" "${cli.entry}" hook claude-code`
    for (let time = 0; time < 3; time++) {
      const ended = await shell(
        `(${limited}) || exit 2`,
        JSON.stringify(shellPayload('claude-code', `echo ${'x'.repeat(2000)}`, cli.folder)),
      )
      expect(ended.code).toBe(2)
      expect(decisionIn('claude-code', ended.stdout)).not.toBe('allow')
    }
    expect(decisionIn('claude-code', (await hook('claude-code', 'pwd')).stdout)).toBe('allow')
    expect(await commands()).toContain('"command":"pwd"')
    expect(await audit('verify')).toContain('Nothing was changed')
  })
})

describe('whatever goes wrong blocks', () => {
  it('a broken policy', async () => {
    cli.write('countersign.yaml', 'deny: [ "shell(sudo:*" ]\nmoed: x\n')
    const { stdout } = await hook('claude-code', 'git status')
    expect(decisionIn('claude-code', stdout)).toBe('deny')
    expect(stdout).toContain('countersign.yaml')
  })

  it('a store that cannot be opened', async () => {
    mkdirSync(join(state, '..'), { recursive: true })
    writeFileSync(state, 'in the way')
    expectBlocked(await hook('claude-code', 'git status'))
  })

  it('a store that is none', async () => {
    mkdirSync(state, { recursive: true })
    writeFileSync(join(state, 'countersign.db'), 'this is no database, and long enough to be looked at '.repeat(100))
    expectBlocked(await hook('claude-code', 'git status'))
  })

  it('a disk that takes no more', async () => {
    mkdirSync(state, { recursive: true })
    const limited = `ulimit -f 4; exec "${process.execPath}" "${cli.entry}" hook claude-code`
    const ended = await shell(
      `(${limited}) || exit 2`,
      JSON.stringify(shellPayload('claude-code', 'git status', cli.folder)),
    )
    expect(ended.code).toBe(2)
    expect(decisionIn('claude-code', ended.stdout)).not.toBe('allow')
  })

  it('an answer that nobody takes', async () => {
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, [cli.entry, 'hook', 'claude-code'], {
      cwd: cli.folder,
      env: { PATH: process.env['PATH'], HOME: cli.home, ...env },
      stdio: ['pipe', full, 'ignore'],
    })
    child.stdin!.end(JSON.stringify(shellPayload('claude-code', 'git status', cli.folder)))
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(2)
  })

  it.each(['>&-', '>/dev/null'])('an answer that goes nowhere: %s', async (where) => {
    const payload = JSON.stringify(shellPayload('claude-code', 'git status', cli.folder))
    const { code } = await shell(`"${process.execPath}" "${cli.entry}" hook claude-code ${where}`, payload)
    expect(code).toBe(2)
  })

  it('input without end', async () => {
    const child = cli.spawn(['hook', 'claude-code', '--deadline', '1'], { env })
    child.stdin.write('{"tool_name":')
    expectBlocked(await ended(child))
  })

  it('input of any size', async () => {
    expectBlocked(await hook('claude-code', '', { input: Buffer.alloc(34 * 1024 * 1024, 0x20) }))
  })

  it('input that is closed', async () => {
    const { code } = await shell(`"${process.execPath}" "${cli.entry}" hook claude-code <&-`, '')
    expect(code).toBe(2)
  })

  it.each([undefined, 'SIGTERM'] as const)('input that does not end, until the deadline or %s', async (signal) => {
    const child = cli.spawn(['hook', 'claude-code', '--any-end-denies', '--deadline', '2'], { env })
    const end = ended(child)
    child.stdin.write('{"tool_name":')
    if (signal !== undefined) child.kill(signal)
    const { code, stdout } = await end
    expect(code).not.toBe(0)
    if (signal === undefined) expect(decisionIn('claude-code', stdout)).toBe('deny')
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s while a person is thinking, who is asked no more',
    async (signal) => {
      const child = cli.spawn(['hook', 'codex', '--ask', 'inbox'], { env })
      const end = ended(child)
      child.stdin.end(JSON.stringify(shellPayload('codex', 'npm publish', cli.folder)))
      await pending()
      child.kill(signal)
      expectBlocked(await end, 'codex')
      expect((await cli.run(['inbox', 'list', '--json'], { env })).stdout).toBe('{"pending":[]}\n')
      expect((await cli.run(['audit', 'export'], { env })).stdout).toContain('given up')
    },
  )

  it('nobody who answers in time', async () => {
    // On a busy machine the time for saying so may be over as well.
    const decisions = new Set<string | undefined>()
    await vi.waitFor(async () => {
      const { stdout } = await hook('codex', 'npm publish', { args: ['--ask', 'inbox', '--deadline', '8'] })
      decisions.add(decisionIn('codex', stdout))
      expect(stdout).toContain('nobody answered in time')
    }, 100_000)
    expect([...decisions]).toEqual(['deny'])
  })

  it.each([
    [['hook'], 'needs the name of an agent'],
    [['hook', 'claud-code'], 'Did you mean claude-code?'],
    [['hook', 'claude-code', '--ask', 'everybody'], '--ask does not take everybody'],
    [['hook', 'claude-code', '--deadline', 'soon'], '--deadline needs a number'],
    [['hook', 'claude-code', '--nonsense'], 'has no option'],
    [['--nonsense', 'hook', 'claude-code'], 'Put it behind: countersign COMMAND --nonsense'],
  ])('bad use: %j', async (args, message) => {
    const { code, stderr } = await cli.run(args, { input: '{}' })
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})

describe('a server', () => {
  const announce = (server: object) => {
    mkdirSync(state, { recursive: true })
    writeFileSync(join(state, 'server.json'), JSON.stringify({ version: 1, ...server }), { mode: 0o600 })
    writeFileSync(join(state, 'agent-token'), 'secret\n', { mode: 0o600 })
  }

  it('that has died is not waited for: the hook decides itself', async () => {
    announce({ url: 'http://127.0.0.1:9', socket: '/nonexistent', pid: 2 ** 22 + 1 })
    expect(decisionIn('claude-code', (await hook('claude-code', 'git status')).stdout)).toBe('allow')
  })

  it('that went down with the machine is not waited for, though a process has its number', async () => {
    announce({ url: 'http://127.0.0.1:9', socket: '/nonexistent', pid: process.pid, boot: 'another' })
    expect(decisionIn('claude-code', (await hook('claude-code', 'git status')).stdout)).toBe('allow')
  })

  it('that runs and cannot be reached blocks', async () => {
    const boot = bootOfMachine()
    announce({ url: 'http://127.0.0.1:9', socket: join(cli.home, 'nobody.sock'), pid: process.pid, boot })
    expectBlocked(await hook('claude-code', 'git status'))
  })

  it('that answers is heard where there is little time', async () => {
    const allow = { behavior: 'allow', reason: 'Said so.', code: 'x', id: '1', input: { command: 'git status' } }
    const server = createServer((_, response) => void response.end(JSON.stringify(allow)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      const args = ['--server', url, '--deadline', '5']
      // It is too little where the machine is busy.
      await vi.waitFor(async () => {
        const { stdout } = await hook('claude-code', 'git status', { args, env: { COUNTERSIGN_TOKEN: 'x' } })
        expect(decisionIn('claude-code', stdout)).toBe('allow')
      }, 100_000)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it.each([
    ['hangs', undefined],
    ['answers with an error', { status: 500, body: '{}' }],
    ['answers with garbage', { status: 200, body: 'allow' }],
    ['allows without saying what', { status: 200, body: '{"behavior":"allow","reason":"","code":"x","id":"1"}' }],
  ])('that %s blocks', async (_, answer) => {
    const server = createServer((__, response) => {
      if (answer !== undefined)
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      const ended = await hook('claude-code', 'git status', {
        args: ['--server', url, '--deadline', '3'],
        env: { COUNTERSIGN_TOKEN: 'x' },
      })
      expectBlocked(ended)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})

/** The id of the question that was asked. */
async function pending(): Promise<string> {
  for (const end = performance.now() + 60_000; performance.now() < end;) {
    const { stdout } = await cli.run(['inbox', 'list', '--json'], { env })
    const id = /"id":"([\w-]+)"/.exec(stdout)?.[1]
    if (id !== undefined) return id
  }
  throw new Error('nothing was asked')
}

function ended(child: ReturnType<BuiltCli['spawn']>): Promise<Ended> {
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => void (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (stderr += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
}

function shell(line: string, input: string): Promise<Ended> {
  const child = spawn('/bin/bash', ['--norc', '-c', line], {
    cwd: cli.folder,
    env: { PATH: process.env['PATH'], HOME: cli.home, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return ended(child)
}
