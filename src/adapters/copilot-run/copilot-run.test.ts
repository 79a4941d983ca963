/** What Copilot printed, captured from the real one, read as denials; and the rounds that follow. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { areCapturesHere, CAPTURES } from '../../../test/captures.ts'
import type { Call } from '../../engine/call.ts'
import { createEngine } from '../../gate/engine.ts'
import type { Denial } from './denial.ts'
import { grantFor } from './flags.ts'
import { JsonOutput } from './json-output.ts'
import { runRounds } from './rounds.ts'
import type { Allowance, Ports } from './rounds.ts'
import { SeedOutput } from './seed-output.ts'
import { TextOutput } from './text-output.ts'

const captured = it.runIf(areCapturesHere)

/** Standard output as it was captured. */
function printed(name: string): string[] {
  const text = readFileSync(new URL(`copilot-cli-${name}.txt`, CAPTURES), 'utf8')
  return text.slice(text.indexOf('--- stdout') + 11, text.indexOf('--- stderr')).split('\n')
}

function inText(lines: readonly string[]): readonly Denial[] {
  const output = new TextOutput()
  return [...lines.flatMap((line) => output.read(line)), ...output.end()]
}

const shell = (command: string): Call => ({ tool: 'bash', input: { command }, agent: 'copilot' })

describe("today's text", () => {
  captured.each([
    ['default-denied', [shell('rm -f a.txt')]],
    ['write-denied', [{ tool: 'create', input: { path: 'n.txt' }, agent: 'copilot' }]],
    ['read-outside', [{ tool: 'view', input: { path: '/etc/hostname' }, agent: 'copilot' }]],
    ['mcp', [{ tool: 'mcp__srv__danger', input: {}, agent: 'copilot' }]],
    ['evasion', [shell('/bin/rm -f a.txt')]],
    ['readonly-shell', [shell('cat /etc/hostname')]],
  ])('%s', (name, calls) => {
    const denials = inText(printed(name)).filter(({ askable }) => askable)
    expect(denials.map(({ call }) => call)).toEqual(calls)
    // The sentence is wrapped, and whole again.
    expect(denials[0]?.message).toMatch(
      /Retry in an interactive session so the user can approve it, or try an alternative/,
    )
  })

  captured.each(['deny-tool', 'fhook-deny-allowall', 'uhook-pr-deny', 'uhook-ask', 'fhook-exit2-allowall'])(
    'what a rule or a hook said is not asked again: %s',
    (name) => {
      const denials = inText(printed(name))
      expect(denials.length).toBe(1)
      expect(denials[0]?.askable).toBe(false)
    },
  )

  captured.each(['allow-tool', 'allow-all-tools', 'mcp-allow', 'url-denied'])('no denial in %s', (name) => {
    expect(inText(printed(name)).filter(({ askable }) => askable)).toEqual([])
  })

  it('a command that may have been cut is not guessed', () => {
    const message = '  └ Permission denied because no interactive user response was available.'
    expect(inText(['✗ d (shell)', '  │ rm a', '  │ rm b', message])).toEqual([])
    expect(inText(['✗ d (shell)', `  │ ${'x'.repeat(95)}`, message])).toEqual([])
    expect(inText(['✗ d (shell)', '  │ rm …', message])).toEqual([])
    expect(inText(['✗ d (shell)', message])).toEqual([])
    expect(inText(['✗ Frobnicate x', message])).toEqual([])
    expect(inText(['✗ Create src/long/pa…', message])).toEqual([])
    expect(inText(['✗ web_fetch https://example.com/pa…', message])).toEqual([])
  })
})

describe('JSON lines', () => {
  const events = (name: string) => {
    const output = new JsonOutput()
    return printed(name).flatMap((line) => output.read(line) ?? [])
  }

  captured('a denial names the whole call', () => {
    expect(events('json-denied').filter(({ type }) => type === 'denied')).toMatchObject([
      {
        denial: {
          call: { tool: 'bash', input: { command: 'rm -f a.txt', description: 'd' }, agent: 'copilot' },
          askable: true,
        },
      },
    ])
  })

  captured('what ran is no denial', () => {
    const seen = events('json-allowed')
    expect(seen.filter(({ type }) => type === 'denied')).toEqual([])
    expect(seen).toContainEqual(expect.objectContaining({ type: 'ended', ok: true }))
    expect(seen).toContainEqual({ type: 'says', text: 'all done' })
  })

  it('an MCP tool is named as its server says', () => {
    const output = new JsonOutput()
    const data = {
      toolCallId: 'c',
      toolName: 'my-srv-get-it',
      arguments: {},
      mcpServerName: 'my-srv',
      mcpToolName: 'get-it',
    }
    expect(output.read(JSON.stringify({ type: 'tool.execution_start', data }))).toMatchObject({
      call: { tool: 'mcp__my-srv__get-it' },
    })
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"type":"tool.execution_complete"}',
    '{"type":"tool.execution_complete","data":{"toolCallId":7}}',
  ])('anything else is passed over: %j', (line) => {
    expect(new JsonOutput().read(line)).toBeUndefined()
  })
})

describe("seed 001's text", () => {
  const read = (text: string) => {
    const output = new SeedOutput()
    return [...text.split('\n').flatMap((line) => output.read(line)), ...output.end()]
  }

  it('names shell, file and MCP calls, and the flag', () => {
    const denials = read(`Error: Permission denied for shell command: git push
Add '--allow shell(git push)' to allow this command.

Error: Permission denied for write operation: /path/to/file.txt
Add '--allow write(/path/to/file.txt)' to allow this operation.

Error: Permission denied for MCP tool: filesystem(read_file)
Add '--allow MCP_filesystem(read_file)' to allow this tool.
Error: Permission denied for read operation: /etc/hosts
Error: Permission denied for URL access: https://example.com/`)
    expect(denials.map(({ call, flag }) => [call.tool, Object.values(call.input)[0], flag])).toEqual([
      ['bash', 'git push', '--allow'],
      ['create', '/path/to/file.txt', '--allow'],
      ['mcp__filesystem__read_file', undefined, '--allow'],
      ['view', '/etc/hosts', undefined],
      ['web_fetch', 'https://example.com/', undefined],
    ])
  })

  it('a sentence that quotes a denial is not taken for one', () => {
    expect(read('I saw "Permission denied for shell command: ls" in the log')).toEqual([])
  })
})

describe('flags', () => {
  const engine = createEngine({ policy: {}, cwd: '/srv/shop' })
  const granted = (call: Call, flag?: string) => {
    const { reading } = engine.decide(call)
    return grantFor(call, reading.effects, '/srv/shop', { flag })
  }

  it.each([
    ['rm -f a.txt', ['--allow-tool=shell(rm)'], 'every `rm …`'],
    ['git push origin main', ['--allow-tool=shell(git)', '--allow-tool=shell(git push)'], 'every `git …`'],
    [
      'mkdir -p d && touch -c x',
      ['--allow-tool=shell(mkdir)', '--allow-tool=shell(touch)'],
      'every `mkdir …` and `touch …`',
    ],
  ])('a command by its name, and what else that allows: %s', (command, flags, also) => {
    expect(granted(shell(command))).toEqual({ flags, also })
  })

  it('a redirection by its file', () => {
    expect(granted(shell('echo hi > out.txt'))?.flags).toContain('--allow-tool=write(/srv/shop/out.txt)')
  })

  it.each(['bash -c "$X"', '$(cat x)', 'eval "$1"', 'rm -f "a'])(
    'nothing for what is not understood: %s',
    (command) => {
      expect(granted(shell(command))).toBeUndefined()
    },
  )

  it.each<[Call, string[], string | undefined]>([
    [{ tool: 'create', input: { path: 'n.txt' } }, ['--allow-tool=write(/srv/shop/n.txt)'], undefined],
    [{ tool: 'edit', input: { path: '/srv/shop/a b.txt' } }, ['--allow-tool=write(/srv/shop/a b.txt)'], undefined],
    [
      { tool: 'view', input: { path: '/etc/hostname' } },
      ['--add-dir=/etc'],
      'everything in /etc, its skills and agents included',
    ],
    [{ tool: 'web_fetch', input: { url: 'https://example.com/a' } }, ['--allow-url=https://example.com/a'], undefined],
    [{ tool: 'mcp__srv__danger', input: { x: 1 } }, ['--allow-tool=srv(danger)'], 'danger of srv with any arguments'],
  ])('%j', (call, flags, also) => {
    expect(granted(call)).toEqual({ flags, ...(also === undefined ? {} : { also }) })
  })

  it.each<Call>([
    { tool: 'create', input: { path: 'src/*' } },
    { tool: 'edit', input: { path: '/srv/shop/??.txt' } },
    { tool: 'create', input: { path: 'a,shell' } },
    { tool: 'web_fetch', input: { url: 'https://*.com/' } },
    { tool: 'web_fetch', input: { url: 'https://example.com/,https://evil.example/' } },
    { tool: 'view', input: { path: '/srv/other,/etc/x' } },
    shell("'*' x"),
    shell("'git:*' x"),
    shell('echo x > "a*"'),
  ])('nothing for what Copilot could read as a pattern: %j', (call) => {
    expect(granted(call)).toBeUndefined()
  })

  it('an address without a path is a whole host to Copilot', () => {
    for (const url of ['https://example.com', 'https://example.com/'])
      expect(granted({ tool: 'web_fetch', input: { url } })).toEqual({
        flags: ['--allow-url=https://example.com/'],
        also: 'everything at https://example.com',
      })
  })

  it('a file that a person has looked at could be written with another content', () => {
    const call: Call = { tool: 'create', input: { path: 'n.txt', file_text: 'x' } }
    expect(grantFor(call, [], '/srv/shop', { person: true })).toEqual({
      flags: ['--allow-tool=write(/srv/shop/n.txt)'],
      also: 'any other content of /srv/shop/n.txt',
    })
  })

  it.each([
    'mcp__shell__rm',
    'mcp__Shell__rm',
    'mcp__write__x',
    'mcp__url__x',
    'mcp__a__b__c',
    'mcp__a___b',
    'mcp__a__',
  ])('nothing for %s: its flag could be another tool’s', (tool) => {
    expect(granted({ tool, input: {} })).toBeUndefined()
  })

  it('nothing for a name that would end the pattern', () => {
    expect(granted({ tool: 'create', input: { path: '/srv/x) --allow-all(y' } })).toBeUndefined()
    expect(granted({ tool: 'sql', input: { query: 'x' } })).toBeUndefined()
  })

  it('by the flag that the release knows', () => {
    expect(granted(shell('rm x'), '--allow')?.flags).toEqual(['--allow=shell(rm)', '--allow=shell(rm x)'])
  })
})

describe('rounds', () => {
  const denial = (command: string, askable = true): Denial => ({
    call: shell(command),
    message: 'Permission denied',
    askable,
  })
  const allowing: Allowance = {
    behavior: 'allow',
    reason: 'Allowed.',
    edited: false,
    grant: { flags: ['--allow-tool=write(/x)'] },
  }
  const scripted = (rounds: readonly (readonly Denial[])[], ports: Partial<Ports> = {}) => {
    const started: (readonly string[])[] = []
    const asked: string[] = []
    const start: Ports['start'] = (flags) => {
      started.push(flags)
      return Promise.resolve({ exitCode: 0, denials: rounds[started.length - 1] ?? [] })
    }
    const ask: Ports['ask'] = (one) => {
      asked.push(String(one.call.input['command']))
      return Promise.resolve(allowing)
    }
    const all: Ports = { start, ask, mayBroaden: () => Promise.resolve(false), ...ports }
    return { started, asked, run: (most = 10) => runRounds(all, most) }
  }

  it('nothing denied is one round', async () => {
    const { started, run } = scripted([[]])
    expect(await run()).toEqual({ exitCode: 0, rounds: 1, settled: [] })
    expect(started).toEqual([[]])
  })

  it('what was allowed is told by a flag, and it runs again', async () => {
    const { started, asked, run } = scripted([[denial('a')], []])
    expect(await run()).toMatchObject({ rounds: 2, settled: [{ behavior: 'allow' }] })
    expect(started).toEqual([[], ['--allow-tool=write(/x)']])
    expect(asked).toEqual(['a'])
  })

  it('what was denied is not asked again while the rest goes on', async () => {
    const ask: Ports['ask'] = ({ call }) =>
      Promise.resolve(call.input['command'] === 'a' ? { ...allowing, behavior: 'deny', reason: 'No.' } : allowing)
    const { started, run } = scripted([[denial('a'), denial('b')], [denial('a')]], { ask })
    const end = await run()
    expect(started.length).toBe(2)
    expect(end.settled.map(({ behavior }) => behavior)).toEqual(['deny', 'allow'])
  })

  it('a flag that does not help ends it', async () => {
    const { started, run } = scripted([[denial('a')], [denial('a')]])
    expect((await run()).stopped).toMatch(/denied again/)
    expect(started.length).toBe(2)
  })

  it('new denials for ever are cut off', async () => {
    const { started, run } = scripted(Array.from({ length: 99 }, (_, index) => [denial(`c${index}`)]))
    expect((await run(4)).stopped).toMatch(/4 times/)
    expect(started.length).toBe(4)
  })

  it.each<[string, Partial<Allowance>, RegExp]>([
    ['more than was asked', { grant: { flags: ['--allow-tool=shell(rm)'], also: 'every `rm …`' } }, /every `rm …`/],
    ['another input', { edited: true }, /another input/],
    ['no flag at all', { grant: undefined }, /no flag/],
  ])('an allow that would need %s grants nothing', async (_, change, reason) => {
    const { started, run } = scripted([[denial('a')]], {
      ask: () => Promise.resolve({ ...allowing, ...change } as Allowance),
    })
    const end = await run()
    expect(started).toEqual([[]])
    expect(end.settled).toMatchObject([
      { behavior: 'deny', flags: [], reason: expect.stringMatching(reason) as string },
    ])
  })

  it('more than was asked is granted to whoever consents', async () => {
    const broad = { ...allowing, grant: { flags: ['--allow-tool=shell(rm)'], also: 'every `rm …`' } }
    const { started, run } = scripted([[denial('a')], []], {
      ask: () => Promise.resolve(broad),
      mayBroaden: () => Promise.resolve(true),
    })
    await run()
    expect(started[1]).toEqual(['--allow-tool=shell(rm)'])
  })

  it("what Copilot's own rules deny is not asked", async () => {
    const { asked, run } = scripted([[denial('a', false)]])
    expect((await run()).settled).toMatchObject([{ behavior: 'deny' }])
    expect(asked).toEqual([])
  })
})
