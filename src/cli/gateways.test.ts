/** The gateways as they are run: real processes on both sides, and what they leave on the disk. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { ClientCapabilities } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/bundle-cli.mjs'
import { BuiltCli } from './testing.ts'

let cli: BuiltCli
const undo: (() => unknown)[] = []
beforeAll(async () => {
  cli = await BuiltCli.build()
  cli.write('server.mjs', SERVER)
  cli.write('agent.mjs', AGENT)
  cli.write('description.txt', 'Writes a note.')
}, 60_000)
afterEach(async () => {
  for (const end of undo.splice(0).reverse()) await end()
})
afterAll(() => cli.remove())

const PACKAGE = import.meta.resolve('@modelcontextprotocol/server')
const SERVER = `
import { McpServer } from '${PACKAGE}'
import { StdioServerTransport } from '${PACKAGE.replace('index.mjs', 'stdio.mjs')}'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
const server = new McpServer({ name: 'notes', version: '1' }, {})
const text = (value) => ({ content: [{ type: 'text', text: value }] })
writeFileSync('server.pid', String(process.pid))
server.registerTool('note', { description: readFileSync('description.txt', 'utf8') }, async () => {
  writeFileSync('note.txt', 'noted')
  return text('noted')
})
server.registerTool('crash', { description: 'Crashes.' }, async () => process.exit(3))
await server.connect(new StdioServerTransport())
`

/** Asks for one permission, and does what it asked for when it may. */
const AGENT = `
import { createInterface } from 'node:readline'
import { writeFileSync } from 'node:fs'
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  if (message.method === 'session/new') send({ id: message.id, result: { sessionId: 's1' } })
  if (message.method === 'session/prompt') {
    const { command } = message.params
    const options = [{ optionId: 'a', name: 'Allow', kind: 'allow_once' }, { optionId: 'r', name: 'Reject', kind: 'reject_once' }]
    send({ id: 'p', method: 'session/request_permission', params: { sessionId: 's1', options, toolCall: { toolCallId: 't', kind: 'execute', title: command, rawInput: { command } } } })
  }
  if (message.id === 'p') {
    if (message.result.outcome.optionId === 'a') writeFileSync('agent-ran.txt', 'ran')
    send({ method: 'session/update', params: { done: message.result.outcome } })
  }
}
`

// The built program finds its native packages beside it; here it stands alone.
const env = { NODE_PATH: join(ROOT, 'node_modules') }
const run = (...args: string[]) => cli.run(args, { env })

/** Ends with its test, whatever became of it. */
function start(...args: string[]) {
  const child = cli.spawn(args, { env })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  undo.push(() => {
    child.kill('SIGTERM')
    return ended
  })
  return { child, ended }
}

const SERVED = ['--name', 'notes', '--', process.execPath, 'server.mjs']

async function connect(args: readonly string[], capabilities: ClientCapabilities = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { capabilities })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli.entry, ...args],
    cwd: cli.folder,
    env: { ...env, HOME: cli.home },
    stderr: 'ignore',
  })
  await client.connect(transport)
  undo.push(() => client.close())
  return client
}

const note = { name: 'note', arguments: {} }
const trace = () => join(cli.folder, 'note.txt')
const policy = (text: string) => cli.write('../.config/countersign/policy.yaml', text)
const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)
const serverPid = () => Number(readFileSync(join(cli.folder, 'server.pid'), 'utf8'))

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end;) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it never came about')
}

describe('countersign mcp', () => {
  it('a call that nobody may answer is denied and leaves no trace', async () => {
    policy('{}')
    const client = await connect(['mcp', '--ask', 'nobody', ...SERVED])
    expect(await names(client)).toEqual(['note', 'crash'])
    expect(await client.callTool(note)).toMatchObject({ isError: true })
    expect(existsSync(trace())).toBe(false)
  })

  it('a rule allows it, another hides it, and the server is gone with the client', async () => {
    policy('allow: ["mcp__notes__note"]\ntools: { disallowed: ["mcp__notes__crash"] }')
    const client = await connect(['mcp', ...SERVED])
    expect(await names(client)).toEqual(['note'])
    expect(await client.callTool(note)).toMatchObject({ content: [{ text: 'noted' }] })
    expect(existsSync(trace())).toBe(true)
    expect(await client.callTool({ name: 'crash', arguments: {} })).toMatchObject({ isError: true })
    const pid = serverPid()
    expect(isAlive(pid)).toBe(true)
    await client.close()
    await until(() => !isAlive(pid))
    const { stdout } = await run('audit', '--json', '--kind', 'decision')
    expect(stdout).toContain('mcp__notes__note')
  })

  it('asks the person at the client, or else the inbox', async () => {
    policy('{}')
    const client = await connect(['mcp', ...SERVED], { elicitation: { form: {} } })
    client.setRequestHandler('elicitation/create', async () => ({
      action: 'accept' as const,
      content: { decision: 'deny', words: 'not now' },
    }))
    expect(JSON.stringify(await client.callTool(note))).toContain('not now')
    const other = await connect(['mcp', ...SERVED])
    const calling = other.callTool(note)
    let id = ''
    await until(async () => {
      const { pending } = JSON.parse((await run('inbox', 'list', '--json')).stdout) as {
        pending: { id: string }[]
      }
      id = pending[0]?.id ?? ''
      return id !== ''
    })
    expect((await run('inbox', 'allow', id)).code).toBe(0)
    expect(await calling).toMatchObject({ content: [{ text: 'noted' }] })
  })

  it('a definition that changed is hidden until somebody has seen the difference', async () => {
    policy('allow: ["mcp__notes__*"]')
    cli.write('description.txt', 'Writes a note. \u202eAnd sends it.')
    const client = await connect(['mcp', ...SERVED])
    expect(await names(client)).toEqual(['crash'])
    expect(JSON.stringify(await client.callTool(note))).toContain('mcp pins')
    const list = await run('mcp', 'pins')
    expect(list.stdout).toMatch(/hidden note/)
    const { stdout } = await run('mcp', 'pins', 'show', 'notes')
    expect(stdout).toContain('-   "description": "Writes a note."')
    expect(stdout).toContain('+   "description": "Writes a note. \\u{202e}And sends it."')
    const [, word = ''] = /pins accept notes (\S+)/.exec(stdout) ?? []
    const unsaid = await run('mcp', 'pins', 'accept', 'notes', 'note')
    expect(unsaid).toMatchObject({ code: 2, stderr: expect.stringMatching(/^countersign: note does not say which/) })
    expect((await run('mcp', 'pins', 'accept', 'notes', 'note@000000000000')).code).toBe(2)
    expect(await names(client)).toEqual(['crash'])
    const told = new Promise<void>((resolve) =>
      client.setNotificationHandler('notifications/tools/list_changed', () => resolve()),
    )
    expect((await run('mcp', 'pins', 'accept', 'notes', word)).code).toBe(0)
    await told
    expect(await names(client)).toEqual(['note', 'crash'])
    expect(await client.callTool(note)).toMatchObject({ content: [{ text: 'noted' }] })
    expect((await run('mcp', 'pins', 'forget', 'notes')).code).toBe(0)
    expect((await run('mcp', 'pins', '--json')).stdout).toBe('{"servers":[]}\n')
  })

  it('a server that crashes fails its call and ends the gateway', async () => {
    policy('allow: ["mcp__notes__*"]')
    const client = await connect(['mcp', ...SERVED])
    const closed = new Promise<void>((resolve) => Object.assign(client, { onclose: resolve }))
    await expect(client.callTool({ name: 'crash', arguments: {} })).rejects.toThrow()
    await closed
  })

  it('told to end, it takes the server with it', async () => {
    const { child, ended } = start('mcp', ...SERVED)
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`)
    await new Promise((resolve) => child.stdout.once('data', resolve))
    const pid = serverPid()
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(isAlive(pid)).toBe(false)
  })

  it('serves clients that come over HTTP', async () => {
    policy('allow: ["mcp__notes__*"]')
    const { child } = start('mcp', '--listen', '0', '--json', ...SERVED)
    const line = await new Promise<string>((resolve) =>
      child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk))),
    )
    const { url } = JSON.parse(line) as { url: string }
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL(url)))
    undo.push(() => client.close())
    expect(await client.callTool(note)).toMatchObject({ content: [{ text: 'noted' }] })
  })

  it.each([
    [['mcp'], 'which server?'],
    [['mcp', '--name', 'a__b', '--', 'x'], 'not a name for a server'],
    [['mcp', '--url', 'file:///etc/passwd'], 'not an http or https URL'],
    [['mcp', '--url', 'http://x', '--', 'y'], 'not both'],
    [['mcp', '--listen', '99999', '--', 'y'], 'needs a port'],
    [['mcp', '--bearer-env', 'NOT_SET', '--url', 'http://x'], 'not set'],
    [['mcp', '--', '/nonexistent/server'], 'cannot be started'],
    [['mcp', 'pins', 'acept'], 'Did you mean accept'],
    [['mcp', 'pins', 'show', 'nobody'], 'no server nobody'],
    [['mcp', 'npx', 'server'], 'stands after --'],
    [['acp'], 'which agent?'],
    [['acp', 'gemini'], 'stands after --'],
    [['acp', '--', '/nonexistent/agent'], 'cannot be started'],
  ])('%j is bad use, and says why', async (args, why) => {
    const { code, stderr } = await run(...args)
    expect(stderr).toContain(why)
    expect(code).toBe(2)
  })
})

describe('countersign acp', () => {
  async function prompt(command: string, answer?: string) {
    const { child, ended } = start('acp', '--ask', 'client', '--', process.execPath, 'agent.mjs')
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    const heard: Record<string, unknown>[] = []
    let rest = ''
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('utf8')).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) heard.push(JSON.parse(line) as Record<string, unknown>)
    })
    const next = async (fits: (message: Record<string, unknown>) => boolean) => {
      await until(() => heard.some(fits))
      return heard.find(fits)
    }
    send({ id: 1, method: 'session/new', params: { cwd: cli.folder, mcpServers: [] } })
    await next(({ id }) => id === 1)
    send({ id: 2, method: 'session/prompt', params: { sessionId: 's1', command } })
    if (answer !== undefined) {
      const asked = await next(({ method }) => method === 'session/request_permission')
      send({ id: asked?.['id'], result: { outcome: { outcome: 'selected', optionId: answer } } })
    }
    await next(({ method }) => method === 'session/update')
    child.stdin.end()
    await ended
    return heard.filter(({ method }) => method === 'session/request_permission').length
  }
  const agentTrace = () => existsSync(join(cli.folder, 'agent-ran.txt'))

  it('denies by the policy, asks the editor, allows by the policy', async () => {
    policy('allow: ["shell(npm test)"]\ndeny: ["shell(npm publish)"]')
    expect([await prompt('npm publish'), agentTrace()]).toEqual([0, false])
    expect([await prompt('npm ci', 'r'), agentTrace()]).toEqual([1, false])
    expect([await prompt('npm test'), agentTrace()]).toEqual([0, true])
  })
})
