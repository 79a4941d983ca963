/** Claude Code with a running `countersign serve`: its hook finds the server, and a person answers on its page. */

import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claudeIn, claudeTable, SKIP } from '../harness/claude-code.mjs'
import { startPage } from '../harness/page.mjs'
import { newPlace } from '../harness/place.mjs'
import { startServer } from '../harness/server.mjs'
import { ALLOW_ALL, DENY_ALL, tracesOf } from '../harness/table.mjs'
import { init, recorded, writePolicy } from '../harness/wired.mjs'
import { startModel } from '../model/server.mjs'

describe('Claude Code with a running server', () => {
  let place
  let model
  let server
  let claude
  let page

  beforeEach(async () => {
    place = newPlace()
    page = await startPage()
    claude = claudeIn(place)
  })

  afterEach(async () => {
    await server?.kill()
    server = undefined
    await model?.close()
    await page.close()
    place.close()
  })

  /** As a command, the way `init` wires it; `deadline` in seconds, so that a test need not wait ten minutes. */
  async function byCommand({ deadline = 30 } = {}) {
    await init(place, 'claude-code', claude.env)
    const text = readFileSync(claude.settings, 'utf8')
    writeFileSync(claude.settings, text.replaceAll('hook claude-code', `hook claude-code --deadline ${deadline}`))
  }

  /** Through the server's HTTP route. */
  async function byHttp({ deadline = 30, onFailure = { onFailure: 'block' } } = {}) {
    const hook = {
      type: 'http',
      url: `${server.url}/v1/hooks/claude-code`,
      headers: { Authorization: `Bearer ${server.token()}` },
      timeout: deadline,
      ...onFailure,
    }
    writeFileSync(claude.settings, JSON.stringify({ hooks: { PreToolUse: [{ matcher: '*', hooks: [hook] }] } }))
  }

  const touch = () => [[{ tool: 'Bash', input: { command: 'touch by-shell.txt' } }]]

  async function play(script, args = [SKIP]) {
    model = await startModel(script)
    const ended = await claude.play(model, args)
    expect(ended).toMatchObject({ timedOut: false, code: 0 })
    expect(model.results()).toHaveLength(script.script.length)
  }

  const ran = () =>
    Object.entries(tracesOf(place, { results: model.results(), page })).flatMap(([kind, did]) => (did ? [kind] : []))

  for (const [way, wire] of [
    ['command', byCommand],
    ['HTTP', byHttp],
  ]) {
    it(`has every call stopped that the policy denies, by ${way}`, async () => {
      writePolicy(place, { ...DENY_ALL, allow: ['Agent'] })
      server = await startServer(place)
      await wire()
      await play(claudeTable(place, page))
      expect(ran()).toEqual([])
      const tools = new Set((await recorded(place)).map(({ tool }) => tool))
      expect([...tools].toSorted()).toEqual(
        ['Agent', 'Bash', 'Read', 'WebFetch', 'Write', 'mcp__traces__look', 'mcp__traces__write'].toSorted(),
      )
    })

    it(`runs what is allowed, by ${way}`, async () => {
      writePolicy(place, ALLOW_ALL)
      server = await startServer(place)
      await wire()
      await play(claudeTable(place, page))
      expect(ran()).toHaveLength(8)
    })

    it(`waits for a person, and runs what was allowed, by ${way}`, async () => {
      server = await startServer(place)
      await wire()
      const person = await server.person()
      const playing = play({ script: touch() })
      const question = await person.question()
      expect(question).toMatchObject({ agent: 'claude-code', call: { input: { command: 'touch by-shell.txt' } } })
      expect(place.has('by-shell.txt')).toBe(false)
      await person.answer(question, { behavior: 'allow' })
      await playing
      expect(place.has('by-shell.txt')).toBe(true)
    })

    it(`runs nothing that the person refuses, and tells the model why, by ${way}`, async () => {
      server = await startServer(place)
      await wire()
      const person = await server.person()
      const playing = play({ script: touch() })
      await person.answer(await person.question(), { behavior: 'deny', words: 'use the staging folder' })
      await playing
      expect(model.results()[0].text).toContain('use the staging folder')
      expect(place.has('by-shell.txt')).toBe(false)
    })

    it(`runs nothing when the server hangs, by ${way}`, async () => {
      writePolicy(place, ALLOW_ALL)
      server = await startServer(place)
      await wire({ deadline: 7 })
      server.hang()
      await play({ script: touch() })
      expect(place.has('by-shell.txt')).toBe(false)
    })

    it(`runs nothing when the server is killed while it asks, by ${way}`, async () => {
      server = await startServer(place)
      await wire()
      const person = await server.person()
      const playing = play({ script: touch() })
      await person.question()
      await server.kill()
      await playing
      expect(place.has('by-shell.txt')).toBe(false)
    })
  }

  it('decides by the same policy after the server was killed, and runs nothing that a person must be asked about', async () => {
    writePolicy(place, { allow: ['shell(ls)'] })
    server = await startServer(place)
    await byCommand()
    await server.kill()
    await play({ script: [[{ tool: 'Bash', input: { command: 'ls' } }], ...touch()] })
    expect(ran()).toEqual(['read-only shell'])
  })

  it('runs nothing when the server it was told to use is gone, whatever the policy allows', async () => {
    writePolicy(place, ALLOW_ALL)
    server = await startServer(place)
    await byCommand()
    const text = readFileSync(claude.settings, 'utf8')
    writeFileSync(claude.settings, text.replaceAll('--deadline', `--server ${server.url} --deadline`))
    await server.kill()
    await play({ script: touch() })
    expect(place.has('by-shell.txt')).toBe(false)
  })

  it('runs nothing when the server of its HTTP hook is gone, or does not know its token', async () => {
    writePolicy(place, ALLOW_ALL)
    server = await startServer(place)
    await byHttp()
    const text = readFileSync(claude.settings, 'utf8')
    writeFileSync(claude.settings, text.replace(server.token(), 'another'))
    await play({ script: touch() })
    writeFileSync(claude.settings, text)
    await server.kill()
    await model.close()
    await play({ script: touch() })
    expect(place.has('by-shell.txt')).toBe(false)
  })

  /** A hole of the client itself; docs/reference/clients.md describes it. When this fails, the hole was closed. */
  it('2.1.326 runs a call when the server of its HTTP hook is gone, unless it is told to block', async () => {
    writePolicy(place, DENY_ALL)
    server = await startServer(place)
    await byHttp({ onFailure: {} })
    await server.kill()
    await play({ script: touch() })
    expect(place.has('by-shell.txt')).toBe(true)
  })
})
