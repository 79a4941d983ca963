import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuNow } from '../../test/cpu.ts'
import { canonicalTool } from './canonical.ts'
import { foldName } from './fold.ts'
import { canonicalAgent } from './tables.ts'
import { translate, type Translated } from './translate.ts'
import { AGENTS, allVocabularies } from './vocabularies.ts'

const say = (tool: string, input: unknown = {}, agent?: string, servers?: readonly string[]): Translated =>
  translate({ tool, input: input as never, ...(agent === undefined ? {} : { agent }) }, servers)

describe('names', () => {
  test('a sub-agent of Codex is one with its namespace before the name, too', () => {
    for (const [name, tool, internal] of [
      ['spawn_agent', 'Task', false],
      ['wait_agent', 'TaskOutput', true],
    ] as const) {
      expect(say(`multi_agent_v1${name}`, {}, 'codex')).toMatchObject({ tool, internal, known: true })
      expect(say(name, {}, 'codex')).toMatchObject({ tool, internal, known: true })
    }
  })

  test('a name no vocabulary knows is never guessed', () => {
    for (const tool of ['Deploy', 'read the tea leaves', '', 'Bash(ls)', 'bashh', 'shellfish']) {
      expect(say(tool, { command: 'ls', path: 'a' })).toEqual({
        tool,
        kind: 'other',
        known: false,
        internal: false,
        paths: [],
        urls: [],
      })
    }
  })

  test.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf'])('%s is no tool', (tool) => {
    for (const agent of [undefined, 'codex', '__proto__', 'constructor']) {
      expect(say(tool, { command: 'ls' }, agent)).toMatchObject({ tool, kind: 'other', known: false })
    }
  })

  test('an inherited field does not count', () => {
    expect(say('Bash', Object.create({ command: 'ls' })).problem).toMatch(/missing/u)
    expect(say('Bash', JSON.parse('{"__proto__":{"command":"ls"}}')).problem).toMatch(/missing/u)
    expect(say('Bash', '{"__proto__":{"command":"ls"}}').problem).toMatch(/missing/u)
  })

  test('letter case does not hide a tool', () => {
    for (const tool of ['BASH', 'bAsH', 'RUN_SHELL_COMMAND', 'Exec_Command']) {
      expect(say(tool, { command: 'ls', cmd: 'ls' })).toMatchObject({ tool: 'Bash', kind: 'shell', known: true })
    }
  })

  test.each([
    'Ｂａｓｈ',
    'Ba\u200Bsh',
    'Bash ',
    '\uFEFFBash',
    'Bаsh',
    'Βash',
    'Bash\u0000',
    'Ba\u00ADsh',
    'Básh',
    'ВАЅН',
  ])('a name that only looks like Bash is one, and never certain: %j', (tool) => {
    expect(say(tool, { command: 'rm x' })).toMatchObject({
      tool: 'Bash',
      kind: 'shell',
      known: true,
      command: { text: 'rm x' },
      problem: expect.stringMatching(/looks like/u),
    })
  })

  test('harmlessness is believed only of the agent’s own name, or the canonical one', () => {
    expect(say('TodoWrite').internal).toBe(true)
    expect(say('question', {}, 'opencode').internal).toBe(true)
    expect(say('update_plan', {}, 'codex').internal).toBe(true)
    expect(say('question').internal).toBe(false)
    expect(say('question', {}, 'codex').internal).toBe(false)
    expect(say('todowrite').internal).toBe(false)
    expect(say('TODOWRITE', {}, 'opencode').internal).toBe(false)
    expect(say('Todo\u200BWrite').internal).toBe(false)
    for (const tool of ['BashOutput', 'Task', 'Skill', 'Monitor', 'CronCreate']) expect(say(tool).internal).toBe(false)
  })

  test('stopping and looking up what the session was allowed to start is harmless', () => {
    for (const tool of ['KillShell', 'TaskOutput', 'TaskStop', 'CronList']) expect(say(tool).internal).toBe(true)
    expect(say('stop_bash', {}, 'copilot').internal).toBe(true)
    expect(say('stop_bash', {}, 'codex').internal).toBe(false)
    expect(say('close_agent', {}, 'codex').internal).toBe(true)
  })

  test('each vocabulary stands beside the names of its own agent', () => {
    for (const [[name], vocabulary] of AGENTS) expect(vocabulary().agent).toBe(name)
  })

  test('only tools of kind other are called harmless, each with a reason', () => {
    for (const { agent, tools } of allVocabularies()) {
      for (const [name, { tool, internal }] of Object.entries(tools)) {
        if (internal === undefined) continue
        expect(canonicalTool(tool)?.kind, `${agent} ${name}`).toBe('other')
        expect(internal.length).toBeGreaterThan(10)
      }
    }
  })

  test('no two vocabularies disagree about the kind of a name', () => {
    const kinds = new Map<string, Set<string | undefined>>()
    for (const { tools } of allVocabularies()) {
      for (const [name, { tool }] of Object.entries(tools)) {
        const key = foldName(name)
        kinds.set(key, (kinds.get(key) ?? new Set()).add(canonicalTool(tool)?.kind))
      }
    }
    expect([...kinds].filter(([, set]) => set.size > 1).map(([name]) => name)).toEqual([])
  })

  test('an agent’s own table comes first, the common one next', () => {
    expect(say('web_fetch', { url: 'https://a.example', prompt: 'https://b.example' }, 'copilot').urls).toHaveLength(1)
    expect(say('web_fetch', { url: 'https://a.example', prompt: 'https://b.example' }).urls).toHaveLength(2)
    expect(say('run_shell_command', { command: 'ls' }, 'codex')).toMatchObject({ tool: 'Bash', agent: 'gemini' })
    expect(say('bash', { command: 'ls' }, 'no-such-agent').problem).toBeUndefined()
    expect(say('bash', { command: 'ls' }, 'Copilot-CLI').agent).toBe('copilot')
  })
})

describe('inputs of any shape', () => {
  test('JSON text is read', () => {
    expect(say('bash', '{"command":"rm x"}', 'copilot').command).toEqual({ text: 'rm x' })
    for (const input of ['{"command":', '"rm x"', '[]', 'rm x', '7', '']) {
      expect(say('bash', input, 'copilot'), input).toMatchObject({
        kind: 'shell',
        problem: 'its input is not an object',
      })
    }
  })

  test('a patch may be the whole input', () => {
    const patch = '*** Begin Patch\n*** Delete File: a\n*** End Patch'
    expect(say('apply_patch', patch, 'codex').paths).toMatchObject([{ text: 'a', how: 'delete' }])
    expect(say('apply_patch', JSON.stringify({ input: patch }), 'copilot').paths).toHaveLength(1)
    expect(say('apply_patch', { patchText: patch }, 'opencode')).toMatchObject({ patch, kind: 'write' })
  })

  test.each([undefined, null, 7, true, [], [{ command: 'ls' }], () => 'ls', Symbol('x')])(
    'no input makes it throw: %s',
    (input) => {
      for (const tool of ['Bash', 'Write', 'Glob', 'WebFetch', 'apply_patch', 'x']) say(tool, input)
      expect(say('Bash', input).problem).toBeDefined()
    },
  )

  test('an input that fights back fails, and is never taken for one without fields', () => {
    const input = {
      get command(): string {
        throw new Error('no')
      },
    }
    expect(() => say('Bash', input)).toThrow('no')
    expect(translate({ tool: 7, input: {} } as never)).toMatchObject({ known: false, problem: 'it names no tool' })
  })

  test('law: whatever the name, the agent and the input, there is an answer', () => {
    const names = allVocabularies().flatMap(({ tools }) => Object.keys(tools))
    const agents = allVocabularies().map(({ agent }) => agent)
    const fields = ['command', 'cmd', 'file_path', 'path', 'url', 'prompt', 'input', 'pattern', 'args', 'env', 'shell']
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary' })),
        fc.option(fc.constantFrom(...agents), { nil: undefined }),
        fc.oneof(fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()), fc.jsonValue(), fc.string()),
        (name, agent, input) => {
          const { tool, kind, known, internal, problem } = say(name, input, agent)
          expect(known || kind === 'other').toBe(true)
          expect(known || tool === name).toBe(true)
          expect(internal && problem !== undefined).toBe(false)
        },
      ),
    )
  })

  test('law: a disguise never makes a name milder', () => {
    const names = allVocabularies().flatMap(({ tools }) => Object.keys(tools))
    const invisible = ['\u200B', '\u00AD', '\uFE0F', ' ', '\u0301', '\u202E']
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.constantFrom(...invisible), fc.nat(), (name, letter, at) => {
        const cut = at % (name.length + 1)
        const disguised = say(name.slice(0, cut) + letter + name.slice(cut))
        expect(disguised).toMatchObject({ kind: say(name).kind, known: true, internal: false })
        expect(disguised.problem).toMatch(/looks like/u)
      }),
    )
  })

  test('size does not matter much', () => {
    const big = 'x'.repeat(5_000_000)
    const started = cpuNow()
    expect(say(big).known).toBe(false)
    expect(say(`Ba\u200B${big}`).known).toBe(false)
    expect(say('Bash', { command: big }).command).toEqual({ text: big })
    expect(say('web_fetch', { prompt: `https://a.example${'.'.repeat(1_000_000)}x` }, 'gemini').urls).toHaveLength(1)
    expect(say('web_fetch', { prompt: 'http://'.repeat(100_000) }, 'gemini').problem).toBeDefined()
    expect(say('Glob', { pattern: '{'.repeat(1_000_000) }).problem).toBeDefined()
    expect(say('apply_patch', { input: '*** Add File: a\n'.repeat(100_000) }, 'copilot').paths).toHaveLength(100_000)
    const files = Array.from({ length: 100_000 }, (_, at) => ({ path: `f${at}` }))
    expect(say('edit_file', { path: 'a', files }).paths).toHaveLength(100_001)
    const edits: unknown[] = []
    for (let at = 0; at < 1_000; at++) edits.push(edits)
    expect(say('edit_file', { path: 'a', edits }).paths).toHaveLength(1)
    expect(cpuNow() - started).toBeLessThan(5_000)
  })
})

test('an agent has one name, however it is spelled', () => {
  for (const name of ['claude', 'claude-agent-sdk', 'Claude-Code', 'CLAUDE_CODE', ' claude code '])
    expect(canonicalAgent(name)).toBe('claude-code')
  expect(canonicalAgent('gemini-cli')).toBe('gemini')
  expect(canonicalAgent('MyBot')).toBe('mybot')
  expect(canonicalAgent('__proto__')).toBe('--proto--')
})
