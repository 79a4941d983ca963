/** The shell script between an agent's hook and the server's sockets: whatever it meets, it blocks or tells the truth. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOOK_FORMATS } from '../src/adapters/hooks/formats.ts'
import { find, ShimHome, whole } from './hook-shim.ts'
import type { Ended, Reply, Tool } from './hook-shim.ts'

const BODY = '{"hookSpecificOutput":{"permissionDecision":"allow"}}'
const PAYLOAD = JSON.stringify({
  session_id: 's',
  cwd: '/',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'echo "$HOME" `id` %s \\n \u00e4' },
})
const HARMLESS = PAYLOAD.replace(/echo[^}]*/u, 'ls"')

const TOOLS: readonly Tool[] = ['nc', 'curl']
const missing = process.env['CI'] === undefined ? TOOLS.filter((tool) => find(tool) === undefined) : []
for (const tool of missing) it.skip(`the hook through ${tool} is left out, it is not tested: there is no ${tool} here`)

describe.each(TOOLS.filter((tool) => !missing.includes(tool)))('countersign-hook through %s', (tool) => {
  let shim: ShimHome

  beforeEach(() => {
    shim = new ShimHome(tool)
  })
  afterEach(() => shim.close())

  const allow: Reply = (socket, dressed) => socket.end(dressed(whole(BODY, 0)))
  const never: Reply = (socket, dressed) => socket.end(dressed(whole('Never.', 2)))
  const silent: Reply = () => undefined
  const hook = (payload: string | Buffer = PAYLOAD, ...args: string[]): Promise<Ended> =>
    shim.hook({}, payload, args.length === 0 ? undefined : args)

  it('gives the payload to the server as it is, and its answer to the agent', async () => {
    const project = join(shim.home, 'somewhere \u00e4 b')
    mkdirSync(project)
    await shim.listen(allow)
    expect(await shim.hook({ CLAUDE_PROJECT_DIR: project }, PAYLOAD)).toEqual({
      code: 0,
      stdout: `${BODY}\n`,
      stderr: '',
    })
    expect(shim.received.toString()).toBe(PAYLOAD)
    if (tool === 'nc') expect(shim.said).toMatch(/^\d+ claude-code 2\n\/.*\/somewhere \u00e4 b$/u)
    else expect(shim.said).toMatch(/^POST \/v1\/hooks\/claude-code HTTP\/1\.1\r\n/u)
  })

  it('takes large payloads and answers beyond ASCII', async () => {
    const large = JSON.stringify({ text: '\u00e4'.repeat(300_000) })
    await shim.listen((socket, dressed) => socket.end(dressed(whole('{"reason":"\u00fc"}', 0))))
    expect(await hook(large)).toMatchObject({ code: 0, stdout: '{"reason":"\u00fc"}\n' })
    expect(shim.received.equals(Buffer.from(large))).toBe(true)
  })

  it('keeps every byte of a payload, and prints nothing where nothing is to be said', async () => {
    const bytes = Buffer.from([0x7b, 0, 0xff, 0x0a, 0x0d, 0x0a, 0x7d, 0x0a, 0x0a])
    await shim.listen((socket, dressed) => socket.end(dressed(whole('', 0))))
    expect(await hook(bytes)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(shim.received.equals(bytes)).toBe(true)
  })

  it('says why the server blocks, as it was said', async () => {
    await shim.listen((socket, dressed) => socket.end(dressed(whole('Not allowed: never.', 2))))
    expect(await hook()).toEqual({ code: 2, stdout: '', stderr: 'Not allowed: never.\n' })
  })

  it('blocks at once where it is given no input at all', async () => {
    await shim.listen(allow)
    expect(await shim.hook({ closing: '0' }, PAYLOAD)).toMatchObject({ code: 2, stdout: '' })
    expect(shim.said).toBe('')
  })

  it.each<[string, Reply]>([
    ['says 2', (socket, dressed) => socket.end(dressed(whole(BODY, 2)))],
    ['says 1', (socket, dressed) => socket.end(dressed(whole(BODY, 1)))],
    ['says 00', (socket, dressed) => socket.end(dressed(`0${whole(BODY, 0)}`))],
    ['says nothing of the exit code', (socket, dressed) => socket.end(dressed(`${BODY}\n.`))],
    ['breaks off', (socket, dressed) => socket.end(dressed(whole(BODY, 0)).slice(0, -5))],
    ['breaks off at the end', (socket, dressed) => socket.end(dressed(whole(BODY, 0)).slice(0, -1))],
    ['breaks off at its own end', (socket, dressed) => socket.end(dressed(`0 99\n${BODY}\n.`))],
    ['breaks off before what is to be printed', (socket, dressed) => socket.end(dressed('0 3\n.'))],
    ['breaks off in its head', (socket, dressed) => socket.end(dressed('0 '))],
    ['says more than it says', (socket, dressed) => socket.end(dressed(`0 2\n${BODY}\n.`))],
    ['says more after the end', (socket, dressed) => socket.end(dressed(`${whole(BODY, 0)}..`))],
    ['has a NUL in it', (socket, dressed) => socket.end(dressed(whole(`${BODY}\0`, 0)))],
    ['speaks something else', (socket) => socket.end('allow')],
    ['speaks without what comes first', (socket) => socket.end(whole(BODY, 0))],
    [
      'fails, or answers somebody else',
      (socket, dressed) => socket.end(dressed(whole(BODY, 0)).replace(/^HTTP\/1.1 200 OK|^\d+/, 'HTTP/1.1 500 Oh')),
    ],
    ['answers for another project', (socket, dressed) => socket.end(dressed(`/elsewhere\n${whole(BODY, 0)}`))],
    ['goes away', (socket) => socket.destroy()],
    ['never answers', silent],
    ['puts its exit code into the body', (socket, dressed) => socket.end(dressed(`\n0 2\n{}\n.`))],
  ])('blocks when the server %s', async (_, reply) => {
    await shim.listen(reply)
    expect(await hook()).toMatchObject({ code: 2, stdout: '' })
  })

  it('blocks where it cannot say what it has to', async () => {
    await shim.listen(allow)
    expect(await shim.hook({ closing: '1' }, PAYLOAD)).toMatchObject({ code: 2 })
    await shim.stop()
    for (const exit of [2, 7]) {
      await shim.listen((socket, dressed) => socket.end(dressed(whole(BODY, exit))))
      expect(await shim.hook({ closing: '2' }, PAYLOAD)).toEqual({ code: 2, stdout: '', stderr: '' })
      await shim.stop()
    }
  })

  it('blocks where whoever was to hear it has gone away', async () => {
    for (const exit of [0, 2]) {
      await shim.listen((socket, dressed) => socket.end(dressed(whole(BODY, exit))))
      expect(await shim.hook({ deaf: 'yes' }, PAYLOAD)).toMatchObject({ code: 2 })
      await shim.stop()
    }
    expect(await shim.hook({ deaf: 'yes' }, '', ['--help'])).toMatchObject({ code: 2 })
  })

  it('blocks on a disk that takes nothing, with the code that blocks', async () => {
    await shim.listen(silent)
    expect(await shim.hook({ full: 'yes' }, PAYLOAD)).toMatchObject({ code: 2 })
  })

  it.each(
    HOOK_FORMATS.flatMap(({ name, aliases, project }) => [name, ...aliases].map((agent) => ({ agent, project }))),
  )('tells the project that $agent was started in, by $project, as the command does', async ({ agent, project }) => {
    await shim.listen(allow)
    const started = join(shim.home, 'started')
    const folders = ['COPILOT_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'].map((name) => [
      name,
      join(shim.home, name),
    ])
    for (const folder of [started, ...folders.map(([, folder = '']) => folder)]) mkdirSync(folder)
    const told = () => /(?:^\d+ .*\n|x-countersign-project: )(\/.*)/im.exec(shim.said)?.[1]
    await shim.hook({ cwd: started, ...Object.fromEntries(folders) }, PAYLOAD, [agent])
    expect(told()).toBe(join(shim.home, project[0] ?? 'started'))
  })

  it('blocks where the folder is gone that the agent was started in: that may have been its own doing', async () => {
    const gone = join(shim.home, 'gone')
    await shim.listen(allow)
    const all: Record<string, string>[] = [
      { cwd: '/', CLAUDE_PROJECT_DIR: gone },
      { deleting: gone },
      { deleting: gone, PWD: gone },
    ]
    for (const around of all) expect(await shim.hook(around, PAYLOAD)).toMatchObject({ code: 2, stdout: '' })
    expect(shim.said).toBe('')
  })

  it.each(['', '.', 'home'])('asks no server that the project holds where the home is said to be %j', async (home) => {
    symlinkSync(shim.home, join(shim.home, 'home'))
    await shim.listen(allow)
    expect(await shim.hook({ HOME: home, cwd: shim.home, COUNTERSIGN_NODE: '/nonexistent' }, PAYLOAD)).toMatchObject({
      code: 2,
      stdout: '',
    })
    expect(shim.said).toBe('')
  })

  it('decides without the server when there is none', async () => {
    const { code, stdout } = await hook(HARMLESS)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'allow' } })
  })

  it('decides without the server when a dead one left its socket', async () => {
    await shim.leaveDeadSockets()
    const { code, stdout } = await hook(HARMLESS)
    expect(code).toBe(0)
    expect(stdout).toContain('allow')
  })

  it('decides without the server when one that went down with the machine left its number to another process', async () => {
    await shim.leaveDeadSockets({ pid: process.pid, boot: 'another' })
    const { code, stdout } = await hook(HARMLESS)
    expect(code).toBe(0)
    expect(stdout).toContain('allow')
  })

  it('decides without the server when one that was killed was not buried, or left its number to another process', async () => {
    await shim.leaveDeadSockets({ pid: process.pid, url: 'http://127.0.0.1:9', socket: shim.state('server.sock') })
    const { code, stdout } = await hook(HARMLESS)
    expect(code).toBe(0)
    expect(stdout).toContain('allow')
  })

  it('blocks in its time where its input never ends', async () => {
    await shim.listen(allow)
    expect(await shim.hook({ endless: 'yes' }, '{"tool_name":')).toMatchObject({ code: 2, stdout: '' })
  })

  it('blocks in its time where its input never ends and no server runs', async () => {
    expect((await shim.hook({ endless: 'yes' }, '{"tool_name":')).code).toBe(2)
  })

  it('runs no program that lies in the project, wherever its path leads', async () => {
    const project = join(shim.home, 'project')
    forge(join(project, 'bin'))
    await shim.listen(never)
    for (const first of [join(project, 'bin'), 'bin', './bin', '../project/bin'])
      expect(await shim.hook({ cwd: project, PATH: `${first}:${shim.path}` }, PAYLOAD)).toEqual({
        code: 2,
        stdout: '',
        stderr: 'Never.\n',
      })
  })

  it.each(['node_modules/.bin', 'tools'])(
    'runs no program of %s above the folder the agent was started in',
    async (folder) => {
      const top = join(shim.home, 'project')
      const below = join(top, 'packages', 'web')
      mkdirSync(join(top, '.git'), { recursive: true })
      mkdirSync(below, { recursive: true })
      forge(join(top, folder))
      await shim.listen(never)
      const denied = { code: 2, stdout: '', stderr: 'Never.\n' }
      for (const first of [join(top, folder), `/${join(top, folder)}`])
        expect(await shim.hook({ cwd: below, PWD: below, PATH: `${first}:${shim.path}` }, PAYLOAD)).toEqual(denied)
      expect(await shim.hook({ cwd: '/' }, PAYLOAD)).toEqual(denied)
      const PATH = `${join(top, folder)}:${shim.path}`
      expect(await shim.hook({ cwd: '/', CLAUDE_PROJECT_DIR: `${below}/`, PATH }, PAYLOAD)).toEqual(denied)
    },
  )

  it('waits once, not once more by another program, where the server hangs', async () => {
    await shim.listen(silent)
    const [said, other] = [join(shim.home, 'said'), tool === 'nc' ? 'curl' : 'nc']
    writeFileSync(join(shim.path, other), `#!/bin/sh\necho "$@" >'${said}'\n`, { mode: 0o755 })
    expect(await hook()).toMatchObject({ code: 2, stdout: '' })
    expect(existsSync(said)).toBe(false)
  })

  // Of a hook by curl the server is told no number.
  if (tool === 'nc')
    it.each(['SIGTERM', 'SIGINT', 'SIGHUP'])(
      'ends, and blocks, as soon as it is told to by %s, though a person still thinks',
      async (signal) => {
        // Its note begins with its number.
        await shim.listen(() => process.kill(Number.parseInt(shim.said), signal))
        // Longer than a test may take.
        expect(await shim.hook({ COUNTERSIGN_WITHIN: '500' }, PAYLOAD)).toEqual({ code: 2, stdout: '', stderr: '' })
      },
    )

  it('is not led astray by what the environment says to the programs it uses', async () => {
    await shim.listen(allow)
    writeFileSync(join(shim.home, '.curlrc'), 'output = "/dev/null"\n')
    const proxy = 'http://127.0.0.1:9'
    expect(await shim.hook({ http_proxy: proxy, ALL_PROXY: proxy, CURL_HOME: shim.home }, PAYLOAD)).toMatchObject({
      code: 0,
    })
  })

  it('decides without the server untouched by what the environment says to Node', async () => {
    const script = join(shim.home, 'forged.cjs')
    writeFileSync(script, `process.stdout.write('forged'); process.exit(0)`)
    const { stdout } = await shim.hook({ NODE_OPTIONS: `--require ${script}` }, PAYLOAD)
    expect(stdout).not.toContain('forged')
  })

  it('spares Node the certificates that nobody asks for without a server', async () => {
    const { stderr } = await shim.hook({ NODE_EXTRA_CA_CERTS: join(shim.home, 'none.pem') }, PAYLOAD)
    expect(stderr).not.toContain('none.pem')
  })

  it.each(['0', '00', '-1', '1e9', '99999'])('waits no longer when it is told to wait %s seconds', async (within) => {
    let running = ''
    await shim.listen((socket) => {
      running = execFileSync('ps', ['-ww', '-eo', 'args']).toString()
      socket.destroy()
    })
    expect((await shim.hook({ COUNTERSIGN_WITHIN: within }, PAYLOAD)).code).toBe(2)
    const asking = running
      .split('\n')
      .find((line) => line.startsWith(tool === 'nc' ? '/' : 'curl') && line.includes(shim.home))
    expect(asking).toMatch(/ (?:-w|--max-time) 5(?:70|6\d) /)
  })

  it.each(['', 'no json', '{}'])('blocks the payload %j without a server', async (payload) => {
    expect((await hook(payload)).code).toBe(2)
  })

  it.each(['../authorize', 'claude code', "'; id", '', '--help', '-h'])('blocks an agent called %j', async (agent) => {
    await shim.listen(allow)
    expect(await hook(PAYLOAD, agent)).toMatchObject({ code: 2, stdout: '' })
    expect(shim.said).toBe('')
  })

  it('blocks when Node is not there either', async () => {
    rmSync(join(shim.path, 'node'))
    expect((await hook()).code).toBe(2)
  })

  /** Programs that say what a server would, were it to allow. */
  function forge(folder: string): void {
    mkdirSync(folder, { recursive: true })
    const script = `#!/bin/sh\ncat "$5.note"\nprintf '\\n%s' '${whole(BODY, 0)}'\n`
    for (const name of ['nc', 'curl', 'node', 'cat', 'readlink'])
      writeFileSync(join(folder, name), script, { mode: 0o755 })
  }
})
