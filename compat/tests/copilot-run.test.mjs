/** `countersign run copilot` with the real Copilot CLI: once with our hook for that run, once without any, by what it prints. */

import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copilotIn, copilotTable } from '../harness/copilot.mjs'
import { endAll, orphansOf } from '../harness/left.mjs'
import { newPlace } from '../harness/place.mjs'
import { run } from '../harness/run.mjs'
import { ALLOW_ALL, DENY_ALL, tracesOf } from '../harness/table.mjs'
import { COUNTERSIGN, recorded, spoilState, writePolicy } from '../harness/wired.mjs'
import { startModel } from '../model/server.mjs'

const STAYED_DENIED = 4

describe('countersign run copilot', () => {
  let place
  let model
  let copilot

  beforeEach(async () => {
    place = newPlace()
    copilot = copilotIn(place)
    model = await startModel(copilotTable(place))
  })

  afterEach(async () => {
    endAll(place)
    await model.close()
    place.close()
  })

  async function play(options, own = []) {
    const args = [COUNTERSIGN, 'run', 'copilot', '--json', ...options, '--', ...copilot.prompt, ...own]
    const ended = await run(process.execPath, args, { cwd: place.project, env: copilot.envFor(model) })
    expect(ended.timedOut).toBe(false)
    return { ...ended, told: ended.stdout === '' ? undefined : JSON.parse(ended.stdout) }
  }

  const ran = () =>
    Object.entries(tracesOf(place, { results: model.results() })).flatMap(([kind, did]) => (did ? [kind] : []))

  describe('through its hook', () => {
    for (const own of [[], ['--yolo']]) {
      it(`stops each call that is denied: ${own.join(' ') || 'default'}`, async () => {
        writePolicy(place, { ...DENY_ALL, allow: ['Task'] })
        const { code, told } = await play([], own)
        expect(code).toBe(STAYED_DENIED)
        expect(told).toMatchObject({ via: 'hook', exitCode: 0 })
        expect(model.results()).toHaveLength(7)
        expect(ran()).toEqual([])
        const seen = (await recorded(place)).map(({ tool }) => String(tool))
        // The third command is the sub-agent's.
        expect(seen.toSorted()).toEqual([
          'bash',
          'bash',
          'bash',
          'create',
          'task',
          'traces-look',
          'traces-write',
          'view',
        ])
      })
    }

    it('runs each that is allowed, and leaves nothing of itself behind', async () => {
      writePolicy(place, ALLOW_ALL)
      const { code } = await play([])
      expect(code).toBe(0)
      expect(ran()).toHaveLength(7)
      expect(readdirSync(copilot.env.TMPDIR).filter((name) => name.startsWith('countersign-run-'))).toEqual([])
      expect(await orphansOf(place)).toEqual([])
    })

    it('keeps to the policy when all tools are allowed to Copilot', async () => {
      writePolicy(place, { allow: ['shell(ls)'] })
      const { code } = await play(['--autonomous', 'all'])
      expect(code).toBe(STAYED_DENIED)
      expect(ran()).toEqual(['read-only shell'])
    })

    it('runs nothing when the record cannot be written', async () => {
      writePolicy(place, ALLOW_ALL)
      spoilState(place)
      await play([], ['--yolo'])
      expect(ran()).toEqual([])
    })
  })

  describe('by its output', () => {
    it('runs it again with what the policy allows, until all has run', async () => {
      writePolicy(place, ALLOW_ALL)
      const { code, told } = await play(['--via', 'output', '--broad'])
      expect(told.settled.filter(({ behavior }) => behavior !== 'allow')).toEqual([])
      expect(told.rounds).toBeGreaterThan(1)
      expect(code).toBe(0)
      expect(ran()).toEqual(expect.arrayContaining(['writing shell', 'file write', 'mcp']))
    })

    it('grants nothing wider than the call, unless told so', async () => {
      writePolicy(place, ALLOW_ALL)
      const { code, told } = await play(['--via', 'output'])
      expect(code).toBe(STAYED_DENIED)
      expect(told.settled.flatMap(({ flags }) => flags).join(' ')).not.toContain('shell(')
      expect(place.has('by-shell.txt')).toBe(false)
      expect(place.has('by-write.txt')).toBe(true)
    })

    it('runs it once when everything is denied, and nothing is written', async () => {
      writePolicy(place, DENY_ALL)
      const { code, told } = await play(['--via', 'output', '--broad'])
      expect(code).toBe(STAYED_DENIED)
      expect(told.rounds).toBe(1)
      expect(told.settled.length).toBeGreaterThan(0)
      expect(place.has('by-shell.txt') || place.has('by-write.txt') || place.has('by-mcp.txt')).toBe(false)
    })

    it('stops after the rounds it was given', async () => {
      writePolicy(place, ALLOW_ALL)
      const { told } = await play(['--via', 'output', '--broad', '--rounds', '1'])
      expect(told).toMatchObject({ rounds: 1, stopped: 'it was run 1 times' })
      expect(place.has('by-shell.txt')).toBe(false)
    })

    /** A limit of this way; docs/reference/clients.md describes it. When this fails, Copilot has begun to ask. */
    it('1.0.102 runs what it takes for read-only before anybody is asked; that is told afterwards', async () => {
      writePolicy(place, DENY_ALL)
      const { stderr } = await play(['--via', 'output'])
      expect(ran()).toContain('read-only shell')
      expect(stderr).toContain('although the policy denies it')
    })
  })
})
