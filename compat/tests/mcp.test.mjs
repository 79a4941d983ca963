/** `countersign mcp` in front of the public filesystem server, driven by the official client. */

import { ElicitRequestSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endAll, orphansOf, runningIn } from '../harness/left.mjs'
import { connect, filesystem, newClient, within } from '../harness/mcp-gateway.mjs'
import { newPlace } from '../harness/place.mjs'
import { run } from '../harness/run.mjs'
import { ALLOW_ALL } from '../harness/table.mjs'
import { COUNTERSIGN, recorded, spoilState, writePolicy } from '../harness/wired.mjs'

const CHANGING = new URL('../harness/changing-server.mjs', import.meta.url).pathname
const textOf = ({ content }) => content.map(({ text }) => text).join('\n')

describe('the MCP gateway in front of the filesystem server', () => {
  let place
  let client

  beforeEach(() => {
    place = newPlace()
  })

  afterEach(async () => {
    await client?.close()
    endAll(place)
    place.close()
  })

  const write = () => ({ name: 'write_file', arguments: { path: within(place, 'by-write.txt'), content: 'x' } })
  const move = () => ({
    name: 'move_file',
    arguments: { source: within(place, 'kept.txt'), destination: within(place, 'moved.txt') },
  })
  const read = () => ({ name: 'read_text_file', arguments: { path: within(place, 'kept.txt') } })

  /** A person at the client who gives these answers one after the other. */
  function personAt(...answers) {
    const asked = []
    const answer = ({ params }) => {
      asked.push(params)
      return answers[asked.length - 1] ?? { action: 'cancel' }
    }
    client = newClient({ capabilities: { elicitation: {} }, handlers: [[ElicitRequestSchema, answer]] })
    return asked
  }

  it('lists what the policy does not hide; what it hides cannot be called either', async () => {
    writePolicy(place, { ...ALLOW_ALL, tools: { disallowed: ['mcp__files__move_file'] } })
    client = newClient()
    await connect(client, place, filesystem(place))
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('write_file')
    expect(names).not.toContain('move_file')
    expect(await client.callTool(move())).toMatchObject({ isError: true })
    expect(place.files()).toEqual(['kept.txt'])
  })

  it('runs what is allowed and stops what is denied, each on record, the denial with its reason', async () => {
    writePolicy(place, {
      allow: ['mcp__files__read_text_file', 'mcp__files__write_file'],
      deny: [{ rule: 'mcp__files__write_file', where: { path: '*by-write*' }, reason: 'Not this file.' }],
    })
    client = newClient()
    await connect(client, place, filesystem(place))
    expect(textOf(await client.callTool(read()))).toContain('kept')
    const other = { ...write(), arguments: { path: within(place, 'other.txt'), content: 'x' } }
    expect(await client.callTool(other)).not.toMatchObject({ isError: true })
    const denied = await client.callTool(write())
    expect(denied.isError).toBe(true)
    expect(textOf(denied)).toContain('Not this file.')
    expect(place.files()).toEqual(['kept.txt', 'other.txt'])
    expect(await recorded(place)).toMatchObject([
      { tool: 'mcp__files__read_text_file', behavior: 'allow' },
      { tool: 'mcp__files__write_file', behavior: 'allow' },
      { tool: 'mcp__files__write_file', behavior: 'deny' },
    ])
  })

  it('does not believe what a server says about itself, unless the policy trusts it', async () => {
    writePolicy(place, { mode: 'explore' })
    client = newClient()
    await connect(client, place, ['--ask', 'nobody', ...filesystem(place)])
    expect(await client.callTool(read())).toMatchObject({ isError: true })
    await client.close()
    writePolicy(place, { mode: 'explore', mcp: { trusted: ['files'] } })
    client = newClient()
    await connect(client, place, ['--ask', 'nobody', ...filesystem(place)])
    expect(textOf(await client.callTool(read()))).toContain('kept')
    expect(await client.callTool(write())).toMatchObject({ isError: true })
    expect(place.files()).toEqual(['kept.txt'])
  })

  it("asks the client's person with a form, and runs what was allowed", async () => {
    const asked = personAt({ action: 'accept', content: { decision: 'allow once' } })
    await connect(client, place, filesystem(place))
    expect(await client.callTool(write())).not.toMatchObject({ isError: true })
    expect(asked).toHaveLength(1)
    expect(asked[0].message).toContain('by-write.txt')
    expect(place.has('by-write.txt')).toBe(true)
  })

  it('does not ask again about what was allowed for the session', async () => {
    const asked = personAt({ action: 'accept', content: { decision: 'allow for this session' } })
    await connect(client, place, filesystem(place))
    await client.callTool(write())
    expect(await client.callTool(write())).not.toMatchObject({ isError: true })
    expect(asked).toHaveLength(1)
  })

  it('runs nothing when the person says no, closes the form or answers what was not asked', async () => {
    personAt(
      { action: 'accept', content: { decision: 'deny', words: 'use the staging folder' } },
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'accept', content: { decision: 'whatever' } },
    )
    await connect(client, place, ['--ask', 'client', ...filesystem(place)])
    const results = []
    for (let turn = 0; turn < 4; turn++) results.push(await client.callTool(write()))
    expect(results.every(({ isError }) => isError)).toBe(true)
    expect(textOf(results[0])).toContain('use the staging folder')
    expect(place.files()).toEqual(['kept.txt'])
  })

  it('runs nothing when nobody can be asked or nobody answers', async () => {
    for (const asking of [
      ['--ask', 'client'],
      ['--ask', 'inbox', '--timeout', '1'],
    ]) {
      client = newClient()
      await connect(client, place, [...asking, ...filesystem(place)])
      expect(await client.callTool(write())).toMatchObject({ isError: true })
      await client.close()
    }
    expect(place.files()).toEqual(['kept.txt'])
  })

  it('runs nothing that was cancelled while a person was thinking', async () => {
    const given = new AbortController()
    const late = async () => {
      given.abort()
      await new Promise((resolve) => setTimeout(resolve, 300))
      return { action: 'accept', content: { decision: 'allow once' } }
    }
    client = newClient({ capabilities: { elicitation: {} }, handlers: [[ElicitRequestSchema, late]] })
    await connect(client, place, filesystem(place))
    await expect(client.callTool(write(), undefined, { signal: given.signal })).rejects.toThrow()
    await new Promise((resolve) => setTimeout(resolve, 600))
    // The connection is still open, and the earlier question is settled.
    await client.ping()
    expect(place.files()).toEqual(['kept.txt'])
  })

  it('hides a changed definition until a person has accepted exactly that one', async () => {
    writePolicy(place, ALLOW_ALL)
    let changes = 0
    client = newClient({ notices: [[ToolListChangedNotificationSchema, () => changes++]] })
    await connect(client, place, ['--name', 'notes', '--', process.execPath, CHANGING, place.project])
    const names = async () => (await client.listTools()).tools.map(({ name }) => name)
    expect(await names()).toEqual(['note', 'turn'])
    await client.callTool({ name: 'turn', arguments: {} })
    await expect.poll(() => changes).toBeGreaterThan(0)
    expect(await names()).toEqual(['turn'])
    expect(textOf(await client.callTool({ name: 'note', arguments: {} }))).toContain('countersign mcp pins')
    expect(place.has('by-note.txt')).toBe(false)

    const pins = async (...args) =>
      run(process.execPath, [COUNTERSIGN, 'mcp', 'pins', ...args], { cwd: place.project, env: place.env })
    const [server] = JSON.parse((await pins('--json')).stdout).servers
    expect((await pins('accept', 'notes', `note@${server.held[0].hash}`)).code).toBe(0)
    await expect.poll(names, { timeout: 10_000 }).toEqual(['note', 'turn'])
    await client.callTool({ name: 'note', arguments: {} })
    expect(place.has('by-note.txt')).toBe(true)
  })

  describe('when something fails', () => {
    beforeEach(() => writePolicy(place, ALLOW_ALL))

    const STARTS = [
      ['the record cannot be written', () => spoilState(place)],
      ['the policy is none', () => writePolicy(place, 'this is no policy')],
      ['the pins are none', () => spoilPins(place)],
    ]

    for (const [what, spoilIt] of STARTS) {
      it(`runs nothing when ${what}`, async () => {
        spoilIt()
        client = newClient()
        const result = await connect(client, place, filesystem(place)).then(
          () => client.callTool(write()),
          () => ({ isError: true }),
        )
        expect(result).toMatchObject({ isError: true })
        expect(place.files()).toEqual(['kept.txt'])
        await client.close()
        expect(await orphansOf(place)).toEqual([])
      })
    }

    it('runs nothing when there is no room to write', async () => {
      client = newClient()
      const result = await connect(client, place, filesystem(place), { room: 0 }).then(
        () => client.callTool(write()),
        () => ({ isError: true }),
      )
      expect(result).toMatchObject({ isError: true })
      // The server has no room either, but would have created the file.
      expect(place.files()).toEqual(['kept.txt'])
    })

    it('follows a policy that becomes stricter, or broken, while it runs', async () => {
      client = newClient()
      await connect(client, place, filesystem(place))
      expect(await client.callTool(read())).not.toMatchObject({ isError: true })
      writePolicy(place, 'this is no policy')
      await expect.poll(async () => (await client.callTool(write())).isError, { timeout: 10_000 }).toBe(true)
      rmSync(within(place, 'by-write.txt'), { force: true })
      expect(await client.callTool(write())).toMatchObject({ isError: true })
      expect(place.files()).toEqual(['kept.txt'])
    })

    it('fails a call whose server is killed, and ends', async () => {
      personAt()
      const thinking = new Promise((resolve) =>
        client.setRequestHandler(ElicitRequestSchema, () => {
          resolve()
          return new Promise(() => undefined)
        }),
      )
      writePolicy(place, {})
      await connect(client, place, filesystem(place))
      const call = client.callTool(write())
      call.catch(() => undefined)
      await thinking
      const server = runningIn(place).find(({ command }) => !command.includes(COUNTERSIGN))
      process.kill(server.pid, 'SIGKILL')
      await expect(
        call.then(
          ({ isError }) => isError === true,
          () => true,
        ),
      ).resolves.toBe(true)
      expect(place.files()).toEqual(['kept.txt'])
      expect(await orphansOf(place)).toEqual([])
    })

    const ENDS = [
      ['the client goes away', () => client.close()],
      ['it is told to end', (pid) => process.kill(pid, 'SIGTERM')],
      ['it is killed', (pid) => process.kill(pid, 'SIGKILL')],
    ]

    for (const [how, end] of ENDS) {
      it(`leaves no process behind when ${how}`, async () => {
        client = newClient()
        const { pid } = await connect(client, place, filesystem(place))
        await client.listTools()
        expect(runningIn(place).length).toBeGreaterThanOrEqual(2)
        await end(pid)
        expect(await orphansOf(place)).toEqual([])
      })
    }
  })
})

function spoilPins(place) {
  const folder = join(place.home, '.local', 'state', 'countersign')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'mcp-pins.json'), '{ "version": 1')
}
