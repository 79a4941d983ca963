/** The Copilot CLI, wired by `countersign init`. */

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COPILOT, copilotIn, copilotTable } from '../harness/copilot.mjs'
import { foundBy, NOTHING, twoLines } from '../harness/own-shell.mjs'
import { newPlace } from '../harness/place.mjs'
import { run } from '../harness/run.mjs'
import { strangersTo } from '../harness/strangers.mjs'
import { ALLOW_ALL, DENY_ALL, tracesOf } from '../harness/table.mjs'
import { hurryHook, init, narrowHook, recorded, replaceHook, spoilState, writePolicy } from '../harness/wired.mjs'
import { startModel } from '../model/server.mjs'

const MODES = [
  ['default', []],
  ['all tools allowed', ['--allow-all-tools']],
  ['everything allowed', ['--yolo']],
]

describe('the Copilot CLI', () => {
  let place
  let model
  let env
  let copilot

  beforeEach(() => {
    place = newPlace()
    copilot = copilotIn(place)
    ;({ env } = copilot)
  })

  afterEach(async () => {
    await model?.close()
    place.close()
  })

  const script = () => copilotTable(place)

  async function play(args, calls = script().script.length) {
    const words = [...copilot.prompt, '--output-format', 'json', ...args]
    const ended = await run(COPILOT, words, { cwd: place.project, env: copilot.envFor(model) })
    expect(ended).toMatchObject({ timedOut: false, code: 0 })
    // Unless every call was made, nothing is proven.
    expect(model.results()).toHaveLength(calls)
  }

  const traces = () => tracesOf(place, { results: model.results() })
  const ran = () => Object.entries(traces()).flatMap(([kind, did]) => (did ? [kind] : []))
  const settings = () => {
    const folder = join(env.COPILOT_HOME, 'hooks')
    return join(folder, readdirSync(folder)[0])
  }

  for (const [mode, args] of MODES) {
    it(`sees every call and stops each: ${mode}`, async () => {
      model = await startModel(script())
      writePolicy(place, { ...DENY_ALL, allow: ['Task'] })
      await init(place, 'copilot', env)
      await play(args)
      const seen = (await recorded(place)).map(({ tool }) => tool)
      // The third command is the sub-agent's.
      expect(seen.toSorted()).toEqual(['bash', 'bash', 'bash', 'create', 'task', 'traces-look', 'traces-write', 'view'])
      expect(ran()).toEqual([])
    })

    it(`lets each run that is allowed: ${mode}`, async () => {
      model = await startModel(script())
      writePolicy(place, ALLOW_ALL)
      await init(place, 'copilot', env)
      await play(args)
      expect(Object.entries(traces()).filter(([, did]) => !did)).toEqual([])
    })
  }

  it('offers its model no tool that our vocabulary does not know', async () => {
    model = await startModel(script())
    writePolicy(place, ALLOW_ALL)
    await init(place, 'copilot', env)
    await play(['--yolo'])
    expect(strangersTo('copilot', model)).toEqual([])
  })

  it('starts a shell for each call', async () => {
    const lines = twoLines(place)
    model = await startModel({
      script: lines.map((command) => [{ tool: 'bash', input: { command, description: 'go' } }]),
    })
    writePolicy(place, ALLOW_ALL)
    await init(place, 'copilot', env)
    await play(['--yolo'], lines.length)
    expect(foundBy(place)).toBe(NOTHING)
  })

  const WAYS = [
    ['is missing', () => replaceHook(settings(), '/nonexistent/countersign hook copilot || exit 2')],
    ['ends with 1', () => replaceHook(settings(), 'exit 1')],
    ['is killed', () => replaceHook(settings(), 'kill -9 $$')],
    ['cannot read its policy', () => writePolicy(place, 'this is no policy')],
    ['cannot write its record', () => spoilState(place)],
    ['has no room to write', () => narrowHook(settings())],
  ]

  for (const [how, spoilIt] of WAYS) {
    it(`runs nothing when its hook ${how}, even with everything allowed`, async () => {
      model = await startModel(script())
      writePolicy(place, ALLOW_ALL)
      await init(place, 'copilot', env)
      spoilIt()
      await play(['--yolo'])
      expect(ran()).toEqual([])
    })
  }

  /** Holes of the client itself; docs/reference/clients.md describes them. When one of these fails, the hole was closed. */
  const HOLES = [
    ['prints what is not JSON and ends with 0', () => replaceHook(settings(), 'echo "{not json"')],
    ['takes too long', () => hurryHook(settings())],
    ['stands in a file that is not JSON', () => writeFileSync(settings(), '{ "hooks": {')],
    ['is switched off by a checkout that is trusted', () => inProject({ disableAllHooks: true }), ['--trust-folder']],
  ]

  for (const [how, spoilIt, args = []] of HOLES) {
    it(`1.0.102 runs a call whose hook ${how}`, async () => {
      model = await startModel({ script: [script().script[1]] })
      writePolicy(place, DENY_ALL)
      await init(place, 'copilot', env)
      spoilIt()
      await play(['--yolo', ...args], 1)
      expect(ran()).toEqual(['writing shell'])
    })
  }

  function inProject(value) {
    const folder = join(place.project, '.github', 'copilot')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(value))
  }
})
