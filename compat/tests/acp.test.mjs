/** `countersign acp` between a small editor and the Copilot CLI, which asks over the Agent Client Protocol. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { choose, startEditor } from '../harness/acp-client.mjs'
import { COPILOT, copilotIn, copilotTable } from '../harness/copilot.mjs'
import { endAll, orphansOf, runningIn } from '../harness/left.mjs'
import { newPlace } from '../harness/place.mjs'
import { ALLOW_ALL, DENY_ALL, tracesOf } from '../harness/table.mjs'
import { COUNTERSIGN, recorded, spoilState, writePolicy } from '../harness/wired.mjs'
import { startModel } from '../model/server.mjs'

const KINDS = ['read-only shell', 'writing shell', 'file write', 'read outside']

describe('the ACP gateway before the Copilot CLI', () => {
  let place
  let model
  let copilot
  let editor

  beforeEach(async () => {
    place = newPlace()
    model = await startModel({ pick: byPrompt })
    copilot = copilotIn(place)
  })

  afterEach(async () => {
    editor?.kill()
    editor = undefined
    endAll(place)
    await model.close()
    place.close()
  })

  /** A refusal ends the turn, so each kind is a prompt of its own; the model does what the prompt names. */
  function byPrompt({ body, tools }) {
    if (tools.length === 0) return undefined
    const latest = body.messages.at(-1)
    if (latest.role !== 'user') return [{ text: 'done' }]
    const at = KINDS.findIndex((kind) => JSON.stringify(latest.content).includes(`do: ${kind}`))
    return copilotTable(place).script[at]
  }

  async function play({ args = [], own = [], answer } = {}) {
    const agent = [COPILOT, '--acp', ...copilot.quiet, ...own]
    const command = [process.execPath, COUNTERSIGN, 'acp', ...args, '--', ...agent]
    editor = await startEditor(command, { cwd: place.project, env: copilot.envFor(model), answer })
    for (const kind of KINDS) await editor.prompt(`do: ${kind}`)
  }

  const ran = () =>
    Object.entries(tracesOf(place, { results: model.results() })).flatMap(([kind, did]) => (did ? [kind] : []))

  it('puts every question before the gate, and what is denied leaves no trace', async () => {
    writePolicy(place, DENY_ALL)
    await play()
    const seen = await recorded(place)
    expect(seen.length).toBeGreaterThanOrEqual(4)
    expect(seen.every(({ behavior }) => behavior === 'deny')).toBe(true)
    expect(editor.asked).toEqual([])
    expect(ran()).toEqual([])
  })

  it('runs what is allowed, without asking the person', async () => {
    writePolicy(place, ALLOW_ALL)
    await play()
    expect(editor.asked).toEqual([])
    expect(ran()).toEqual(KINDS)
  })

  it("asks the editor's person, with no option that the agent would remember", async () => {
    await play({ answer: choose('allow_once') })
    expect(editor.asked.length).toBeGreaterThanOrEqual(2)
    const offered = editor.asked.flatMap(({ options }) => options)
    expect(
      offered.filter(({ kind, optionId }) => kind === 'allow_always' && !optionId.startsWith('countersign')),
    ).toEqual([])
    expect(ran()).toEqual(expect.arrayContaining(['writing shell', 'file write']))
  })

  it('runs nothing that the person refuses or leaves unanswered', async () => {
    await play()
    expect(editor.asked.length).toBeGreaterThanOrEqual(2)
    expect(ran()).not.toEqual(expect.arrayContaining(['writing shell']))
    expect(place.files()).toEqual(['kept.txt'])
  })

  it('runs nothing where nobody is asked', async () => {
    await play({ args: ['--ask', 'nobody'], answer: choose('allow_once') })
    expect(editor.asked).toEqual([])
    expect(place.files()).toEqual(['kept.txt'])
  })

  const WAYS = [
    ['the policy is none', () => writePolicy(place, 'this is no policy')],
    ['the record cannot be written', () => spoilState(place)],
  ]

  for (const [what, spoilIt] of WAYS) {
    it(`runs nothing when ${what}`, async () => {
      writePolicy(place, ALLOW_ALL)
      spoilIt()
      await play({ answer: choose('allow_once') }).catch(() => undefined)
      expect(ran()).toEqual([])
    })
  }

  it('leaves no process behind when the editor goes away', async () => {
    writePolicy(place, ALLOW_ALL)
    await play()
    expect(runningIn(place).length).toBeGreaterThanOrEqual(2)
    await editor.leave()
    expect(await orphansOf(place)).toEqual([])
  })

  /** A limit of the protocol; docs/reference/clients.md describes it. When this fails, the agent has begun to ask. */
  it('1.0.102 asks nothing over the protocol when its own settings allow all tools', async () => {
    writePolicy(place, DENY_ALL)
    await play({ own: ['--allow-all-tools'] })
    expect(ran()).toContain('writing shell')
  })
})
