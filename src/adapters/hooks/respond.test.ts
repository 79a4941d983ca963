/** What a hook answers: who is asked, what stays with the client, and whatever else may come. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Call } from '../../engine/call.ts'
import { allow, ask, deny, scriptedGate } from '../interceptor-contract.ts'
import { intercept } from '../interceptor.ts'
import { HOOK_FORMATS } from './formats.ts'
import { startsInterpreter } from './interactive.ts'
import { refusal, respond } from './respond.ts'
import { before, understood } from './testing.ts'

describe('asking', () => {
  describe('where the client cannot ask, the model reads what the person could do', () => {
    const once = { rules: ['Bash(git push)'], lasts: ['session'] }
    const rule = { rules: ['Bash(npm publish)'], lasts: ['session', 'always'] }
    const both = { rules: ['Bash(npm ci)', 'Bash(npm publish)'], lasts: ['project'] }

    it.each([
      [
        'a rule',
        [rule],
        'client',
        'can start `countersign serve`, to be asked there, or allow it by the rule `Bash(npm publish)`.',
      ],
      ['a rule for each part', [both], 'client', 'or allow it by the rules `Bash(npm ci)` and `Bash(npm publish)`.'],
      ['what no rule of theirs could change', [once], 'client', 'can start `countersign serve`, to be asked there.'],
      ['a wider rule, where the narrow one holds for a session only', [once, rule], 'client', '`Bash(npm publish)`.'],
      [
        'where nobody is to be asked',
        [rule],
        'nobody',
        'and nobody is. The person you work for can allow it by the rule `Bash(npm publish)`.',
      ],
      [
        'where nothing helps',
        [],
        'nobody',
        'and nobody is. Go on without it, or tell the person you work for what you need.',
      ],
    ] as const)('%s', async (_, suggestions, asks, told) => {
      const offering = (call: Call) => ({ ...ask(call), shown: { suggestions } })
      const interceptor = intercept(scriptedGate(offering), { agent: 'codex' })
      const answer = await respond('codex', before('codex', 'npm publish'), interceptor, { asks })
      const { behavior, reason } = understood('codex', answer)
      expect(behavior).toBe('deny')
      expect(reason).toContain(told)
    })
  })

  it.each(HOOK_FORMATS.filter(({ canAsk }) => !canAsk).map(({ name }) => name))(
    '%s is never told to ask, which it would take for an allow',
    async (name) => {
      const interceptor = intercept(scriptedGate(ask), { agent: name })
      const { stdout } = await respond(name, before(name, 'npm publish'), interceptor, { asks: 'client' })
      expect(stdout).not.toContain('"ask"')
    },
  )

  it.each([
    ['claude-code', 'client', undefined],
    ['claude-code', 'nobody', 'nobody'],
    ['codex', 'client', 'client'],
  ] as const)(
    'the gate is told where a question of %s to the %s would reach no person',
    async (name, asks, unasked) => {
      const gate = scriptedGate(ask)
      const told: unknown[] = []
      const judge: typeof gate.judge = (call, options) => {
        told.push(options?.unasked)
        return gate.judge(call)
      }
      await respond(name, before(name, 'npm publish'), intercept({ ...gate, judge }, { agent: name }), { asks })
      expect(told).toEqual([unasked])
    },
  )

  it('with nobody to ask, a client that could ask is told no as well', async () => {
    const interceptor = intercept(scriptedGate(ask), { agent: 'claude-code' })
    const answer = await respond('claude-code', before('claude-code', 'x'), interceptor, { asks: 'nobody' })
    expect(understood('claude-code', answer).behavior).toBe('deny')
  })
})

describe('a mode in which Claude Code may run what it should ask about', () => {
  const payload = { ...before('claude-code', 'npm publish'), permission_mode: 'bypassPermissions' }

  it('is never told to ask', async () => {
    const interceptor = intercept(scriptedGate(ask), { agent: 'claude-code' })
    const answer = await respond('claude-code', payload, interceptor, { asks: 'client' })
    expect(understood('claude-code', answer).behavior).toBe('deny')
  })

  it('people can still be asked', async () => {
    const interceptor = intercept(scriptedGate(ask, allow), { agent: 'claude-code' })
    expect(understood('claude-code', await respond('claude-code', payload, interceptor)).behavior).toBe('allow')
  })
})

describe('a mode in which Claude Code lets another model answer its questions', () => {
  const payload = { ...before('claude-code', 'npm publish'), permission_mode: 'auto' }

  it.each([
    [false, 'deny'],
    [undefined, 'deny'],
    [true, 'ask'],
  ])('at its terminal: %s, it is told to %s', async (isAtTerminal, behavior) => {
    const interceptor = intercept(scriptedGate(ask), { agent: 'claude-code' })
    const options = { asks: 'client', ...(isAtTerminal === undefined ? {} : { isAtTerminal }) } as const
    expect(understood('claude-code', await respond('claude-code', payload, interceptor, options)).behavior).toBe(
      behavior,
    )
  })
})

it('the project whose policy counts goes with the call', async () => {
  const gate = scriptedGate(allow)
  const interceptor = intercept(gate, { agent: 'codex' })
  await respond('codex', { ...before('codex', 'ls'), cwd: '/etc' }, interceptor, { project: '/srv/project' })
  expect(gate.calls[0]).toMatchObject({ cwd: '/etc', project: '/srv/project' })
})

describe('what the client does by itself stays with the client', () => {
  const asking = (tool: string) => ({ ...before('claude-code', ''), tool_name: tool, tool_input: { questions: [] } })

  it('a question to the person is not answered by an allow', async () => {
    const interceptor = intercept(scriptedGate(allow), { agent: 'claude-code' })
    expect(await respond('claude-code', asking('AskUserQuestion'), interceptor)).toEqual({
      stdout: '{}',
      stderr: '',
      exitCode: 0,
    })
  })

  it('but it can be denied', async () => {
    const interceptor = intercept(
      scriptedGate((call) => deny(call, 'No questions.')),
      { agent: 'claude-code' },
    )
    const answer = await respond('claude-code', asking('AskUserQuestion'), interceptor)
    expect(understood('claude-code', answer).behavior).toBe('deny')
  })

  it('where the policy only watches, the client goes on asking as it would', async () => {
    const watching = (call: Call) => ({ ...allow(call), verdict: { enforced: false } })
    const interceptor = intercept(scriptedGate(watching), { agent: 'claude-code' })
    expect((await respond('claude-code', before('claude-code', 'x'), interceptor)).stdout).toBe('{}')
  })
})

describe('Codex types into running programs unseen', () => {
  it.each([
    'bash',
    'bash --norc',
    '/bin/sh -i',
    'env X=1 python3',
    'python3.12',
    'cd /tmp && zsh',
    'psql',
    'sudo bash',
    'node -i',
    '"bash"',
    'bash -e',
    'sh -v',
    'bash -s x',
    'python3 -i tool.py',
    'cat | bash',
    'timeout 5m bash',
    'if true; then bash; fi',
    `${'#'.repeat(30_000)}\nbash`,
  ])('so %j is not started, whatever the policy says', async (command) => {
    const gate = scriptedGate(allow)
    const answer = await respond('codex', before('codex', command), intercept(gate, { agent: 'codex' }))
    expect(understood('codex', answer)).toMatchObject({
      behavior: 'deny',
      reason: expect.stringContaining('write_stdin') as string,
    })
    expect(gate.outcomes).toMatchObject([{ outcome: { ok: false } }])
  })

  it.each([
    "bash -c 'ls'",
    'bash run.sh',
    'python3 - <<EOF\nprint(1)\nEOF',
    'echo ls | bash',
    'node build.js',
    'python3 -m http.server',
    'git status',
    'bash -lc ls',
    'ls bash',
  ])('but %j waits for nothing', (command) => {
    expect(startsInterpreter(command)).toBe(false)
  })
})

describe('whatever comes', () => {
  const GARBAGE = [undefined, null, 7, 'x', [], {}, { hook_event_name: 7 }, { hook_event_name: 'SessionStart' }]
  const HALF = [
    { tool_name: 'Bash' },
    { tool_input: {} },
    { tool_name: '', tool_input: {} },
    { tool_name: 'Bash', tool_input: 'x' },
  ]

  it.each(HOOK_FORMATS.map(({ name }) => name))('%s is answered with a denial it understands', async (name) => {
    const interceptor = intercept(scriptedGate(allow), { agent: name })
    const halves = HALF.map((half) => ({ ...half, hook_event_name: 'PreToolUse' }))
    for (const payload of [...GARBAGE, ...halves]) {
      const answer = await respond(name, payload, interceptor)
      expect(answer.exitCode, JSON.stringify(payload)).toBe(2)
      expect(answer.stderr).not.toBe('')
      // Over HTTP the exit code is not seen.
      expect(understood(name, { ...answer, exitCode: 0 }).behavior).toBe('deny')
    }
  })

  it('an agent nobody knows is denied in every way', async () => {
    const answer = await respond('nobody', before('claude-code', 'ls'), intercept(scriptedGate(allow), { agent: 'x' }))
    expect(answer.exitCode).toBe(2)
    for (const { name } of HOOK_FORMATS)
      expect(['deny', 'block']).toContain(understood(name, { ...answer, exitCode: 0 }).behavior)
  })

  it('a hook that could not begin says so', () => {
    expect(refusal('codex', 'the store is locked')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('locked') as string,
    })
  })

  it('no payload allows anything where the gate denies all, nor throws', async () => {
    const interceptor = intercept(
      scriptedGate((call) => deny(call, 'No.')),
      { agent: 'x' },
    )
    const keys = fc.constantFrom(
      'hook_event_name',
      'tool_name',
      'tool_input',
      'toolName',
      'toolArgs',
      'cwd',
      'session_id',
      'event',
      'tool',
      'args',
      '__proto__',
    )
    const values = fc.oneof(fc.constantFrom('PreToolUse', 'BeforeTool', 'tool.execute.before', 'Bash'), fc.jsonValue())
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...HOOK_FORMATS.map(({ name }) => name)),
        fc.dictionary(keys, values),
        async (name, payload) => {
          const answer = await respond(name, payload, interceptor)
          // Only an event after a tool is passed over in silence.
          if (answer.exitCode === 0 && answer.stdout !== '') expect(understood(name, answer).behavior).toBe('deny')
        },
      ),
      { numRuns: 300 },
    )
  })
})
