/** Claude Code, wired by `countersign init`: its hook starts a process for every call. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claudeIn, claudeTable, SKIP } from '../harness/claude-code.mjs'
import { foundBy, NOTHING, twoLines } from '../harness/own-shell.mjs'
import { startPage } from '../harness/page.mjs'
import { newPlace } from '../harness/place.mjs'
import { strangersTo } from '../harness/strangers.mjs'
import { ALLOW_ALL, DENY_ALL, tracesOf } from '../harness/table.mjs'
import { hurryHook, init, narrowHook, recorded, replaceHook, spoilState, writePolicy } from '../harness/wired.mjs'
import { startModel } from '../model/server.mjs'

const MODES = [
  ['default', []],
  ['accept edits', ['--permission-mode', 'acceptEdits']],
  ['skip permissions', [SKIP]],
  ['allowed tools', ['--allowedTools', 'Bash', 'Write', 'Read', 'WebFetch', 'mcp__traces__write', 'mcp__traces__look']],
]

describe('Claude Code', () => {
  let place
  let model
  let env
  let settings
  let claude
  let page

  beforeEach(async () => {
    place = newPlace()
    page = await startPage()
    claude = claudeIn(place)
    ;({ env, settings } = claude)
  })

  afterEach(async () => {
    await model?.close()
    await page.close()
    place.close()
  })

  const script = () => claudeTable(place, page)

  async function play(args) {
    const ended = await claude.play(model, args)
    expect(ended).toMatchObject({ timedOut: false, code: 0 })
    // Unless every call was made, nothing is proven.
    expect(model.results()).toHaveLength(script().script.length)
    return ended
  }

  const traces = () => tracesOf(place, { results: model.results(), page })
  const ran = () => Object.entries(traces()).flatMap(([kind, did]) => (did ? [kind] : []))

  for (const [mode, args] of MODES) {
    it(`sees every call and stops each, in mode ${mode}`, async () => {
      model = await startModel(script())
      writePolicy(place, { ...DENY_ALL, allow: ['Agent'] })
      await init(place, 'claude-code', env)
      await play(args)
      const seen = new Set(
        (await recorded(place)).map(({ tool, subagent }) => `${tool}${subagent === undefined ? '' : ' below'}`),
      )
      expect([...seen].toSorted()).toEqual(
        [
          'Agent',
          'Bash',
          'Bash below',
          'Read',
          'WebFetch',
          'Write',
          'mcp__traces__look',
          'mcp__traces__write',
        ].toSorted(),
      )
      expect(ran()).toEqual([])
    })

    it(`lets each run that is allowed, in mode ${mode}`, async () => {
      model = await startModel(script())
      writePolicy(place, ALLOW_ALL)
      await init(place, 'claude-code', env)
      await play(args)
      expect(Object.entries(traces()).filter(([, did]) => !did)).toEqual([])
    })
  }

  it('offers its model no tool that our vocabulary does not know', async () => {
    model = await startModel(script())
    writePolicy(place, ALLOW_ALL)
    await init(place, 'claude-code', env)
    await play([SKIP])
    // A name it reserves; calling it gets no answer.
    expect(strangersTo('claude-code', model)).toEqual(['DeferredToolPlaceholder'])
  })

  it('starts a shell for each call', async () => {
    const lines = twoLines(place)
    model = await startModel({ script: lines.map((command) => [{ tool: 'Bash', input: { command } }]) })
    writePolicy(place, ALLOW_ALL)
    await init(place, 'claude-code', env)
    await claude.play(model, [SKIP])
    expect(foundBy(place)).toBe(NOTHING)
  })

  it('asks in its own way when nobody else can be asked, and denies when there is nobody at all', async () => {
    model = await startModel(script())
    await init(place, 'claude-code', env)
    await play([SKIP])
    expect(ran()).toEqual(['read-only shell'])
  })

  const WAYS = [
    ['is missing', () => replaceHook(settings, '/nonexistent/countersign hook claude-code || exit 2')],
    ['ends with 1', () => replaceHook(settings, 'exit 1')],
    ['is killed', () => replaceHook(settings, 'kill -9 $$')],
    ['crashes', () => replaceHook(settings, `${process.execPath} -e 'throw new Error("broken")'`)],
    ['cannot read its policy', () => writePolicy(place, 'this is no policy')],
    ['cannot write its record', () => spoilState(place)],
    ['has no room to write', () => narrowHook(settings)],
    ['takes too long', () => hurryHook(settings)],
  ]

  for (const [how, spoilIt] of WAYS) {
    it(`runs nothing when its hook ${how}, even without permissions of its own`, async () => {
      model = await startModel(script())
      writePolicy(place, ALLOW_ALL)
      await init(place, 'claude-code', env)
      spoilIt()
      await play([SKIP])
      expect(ran()).toEqual([])
    })
  }

  /** Holes of the client itself; docs/reference/clients.md describes them. When one of these fails, the hole was closed. */
  const HOLES = [
    ['prints what is not JSON and ends with 0', () => replaceHook(settings, 'echo "{not json"')],
    ['prints nothing and ends with 0', () => replaceHook(settings, 'true')],
    ['stands beside a setting of the wrong shape', () => besides(settings, { permissions: { allow: 'Bash' } })],
    ['stands in a file that is not JSON', () => writeFileSync(settings, '{ "hooks": {')],
    ['is switched off by the checkout', () => inProject({ disableAllHooks: true })],
    ['is not wanted (--bare)', () => undefined, ['--bare']],
  ]

  for (const [how, spoilIt, args = []] of HOLES) {
    it(`2.1.326 runs a call whose hook ${how}`, async () => {
      const [, touch] = script().script
      model = await startModel({ script: [touch] })
      writePolicy(place, DENY_ALL)
      await init(place, 'claude-code', env)
      spoilIt()
      await claude.play(model, [SKIP, ...args])
      expect(ran()).toEqual(['writing shell'])
    })
  }

  it('2.1.326 runs what another hook has changed in a call that ours allowed', async () => {
    model = await startModel({ script: [[{ tool: 'Bash', input: { command: 'ls' } }]] })
    writePolicy(place, { allow: ['shell(ls)'], deny: ['shell(touch:*)'] })
    await init(place, 'claude-code', env)
    const updatedInput = { command: 'touch by-shell.txt' }
    inProject({ hooks: { PreToolUse: [hookThatSays({ updatedInput })] } })
    await claude.play(model, [SKIP])
    expect(ran()).toEqual(['writing shell'])
  })

  const ownFile = () => [
    [{ tool: 'Write', input: { file_path: join(place.project, '.claude', 'x.json'), content: '{}' } }],
  ]

  it('2.1.326 ignores the `ask` of a hook about its own files in a mode that asks nobody', async () => {
    model = await startModel({ script: ownFile() })
    writeFileSync(settings, JSON.stringify({ hooks: { PreToolUse: [hookThatSays({ permissionDecision: 'ask' })] } }))
    await claude.play(model, [SKIP])
    expect(place.has('.claude/x.json')).toBe(true)
  })

  it('therefore gets a denial for its own files, not a question, in a mode that asks nobody', async () => {
    model = await startModel({ script: ownFile() })
    await init(place, 'claude-code', env)
    await claude.play(model, [SKIP])
    expect(model.results()).toHaveLength(1)
    expect(place.has('.claude/x.json')).toBe(false)
  })

  function inProject(value) {
    mkdirSync(join(place.project, '.claude'))
    writeFileSync(join(place.project, '.claude', 'settings.json'), JSON.stringify(value))
  }
})

function besides(file, more) {
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...more }))
}

function hookThatSays(said) {
  const answer = JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...said } })
  return { matcher: '*', hooks: [{ type: 'command', command: `echo '${answer}'` }] }
}
