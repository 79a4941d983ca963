import { describe, expect, test } from 'vitest'
import { cpuNow } from '../../test/cpu.ts'
import { translate, type Translated } from './translate.ts'

const say = (tool: string, agent?: string, servers?: readonly string[]): Translated =>
  translate({ tool, input: {}, ...(agent === undefined ? {} : { agent }) }, servers)
const read = (tool: string, agent?: string, servers?: readonly string[]): string => {
  const { mcp, kind, problem } = say(tool, agent, servers)
  if (mcp === undefined) return kind
  return `${mcp.server} / ${mcp.tool}${mcp.ambiguous ? ' ?' : ''}${problem === undefined ? '' : ' !'}`
}

test('the common spelling is read for every agent', () => {
  for (const agent of [undefined, 'claude-code', 'codex', 'gemini', 'copilot', 'opencode']) {
    expect(read('mcp__srv__danger', agent)).toBe('srv / danger')
  }
})

test('every agent’s spelling becomes one name', () => {
  const servers = ['srv']
  for (const [name, agent] of [
    ['mcp__srv__a_b', 'claude-code'],
    ['srv-a_b', 'copilot'],
    ['mcp_srv_a_b', 'gemini'],
    ['srv_a_b', 'opencode'],
  ] as const) {
    expect(say(name, agent, servers)).toMatchObject({ tool: 'mcp__srv__a_b', kind: 'mcp', known: true })
    expect(read(name, agent, servers)).toBe('srv / a_b')
  }
})

describe('ambiguous separators', () => {
  test('a second reading is said, a listed server settles it', () => {
    expect(read('mcp__a__b__c')).toBe('a / b__c ?')
    expect(read('mcp__a__b__c', undefined, ['a'])).toBe('a / b__c')
    expect(read('mcp__a__b__c', undefined, ['a__b'])).toBe('a__b / c')
    expect(read('mcp__a__b__c', undefined, ['a', 'a__b'])).toBe('a__b / c ?')
    expect(read('mcp__a__b__c', undefined, ['a', 'a'])).toBe('a / b__c')
    expect(read('mcp__a__b__c', undefined, ['z'])).toBe('a / b__c ?')
    expect(read('mcp__a___b')).toBe('a / _b ?')
  })

  test('Gemini’s single underscore', () => {
    expect(read('mcp_github_me', 'gemini')).toBe('github / me')
    expect(read('mcp_github_create_issue', 'gemini')).toBe('github / create_issue ?')
    expect(read('mcp_my_srv_x', 'gemini', ['my_srv'])).toBe('my_srv / x')
  })

  test('a name without a prefix is a guess until the server is listed', () => {
    expect(read('srv-danger', 'copilot')).toBe('srv / danger ?')
    expect(read('srv_danger', 'opencode')).toBe('srv / danger ?')
    expect(read('github-mcp-server-get_me', 'copilot', ['github-mcp-server'])).toBe('github-mcp-server / get_me')
  })

  test('a server’s name is compared as agents rewrite it', () => {
    expect(read('mcp__my_server__x__y', undefined, ['my server'])).toBe('my_server / x__y')
  })
})

describe('a tool of the agent’s own that is named as one of a server could be', () => {
  test('is its own, whatever a rule says of servers that are not there', () => {
    const { tool, internal, problem, names } = say('plan_exit', 'opencode')
    expect([tool, internal, problem, names]).toEqual(['ExitPlanMode', true, undefined, undefined])
  })

  test('is not certain where there is such a server', () => {
    const { internal, problem, names } = say('plan_exit', 'opencode', ['plan'])
    expect([internal, names]).toEqual([false, ['ExitPlanMode', 'mcp__plan__exit']])
    expect(problem).toContain('tool of an MCP server')
    expect(say('plan_exit', 'opencode', ['other']).internal).toBe(true)
  })
})

describe('every name a restriction must look at', () => {
  test.each([
    ['github-mcp-server-push_files', 'copilot', 3, 'mcp__github-mcp-server__push_files'],
    ['my_server_push', 'opencode', 2, 'mcp__my_server__push'],
    ['mcp_my_server_push', 'gemini', 2, 'mcp__my_server__push'],
  ])('%s of %s', (name, agent, count, meant) => {
    const { tool, names, mcp } = say(name, agent)
    expect(names).toHaveLength(count)
    expect(names?.[0]).toBe(tool)
    expect(names).toContain(meant)
    expect(mcp?.cuts).toHaveLength(count)
  })

  test('is the one name where there is no second reading, or only the same name cut elsewhere', () => {
    for (const [name, agent] of [
      ['mcp__a__b', undefined],
      ['mcp__a__b__c', undefined],
      ['srv_x', 'opencode'],
      ['mcp_github_me', 'gemini'],
      ['Bash', 'opencode'],
    ] as const)
      expect(say(name, agent).names, name).toBeUndefined()
    expect(say('my_srv_x', 'opencode', ['my_srv']).names).toBeUndefined()
    expect(say('my_srv_x', 'opencode', ['my', 'my_srv']).names).toEqual(['mcp__my_srv__x', 'mcp__my__srv_x'])
  })

  test('holds every agent’s spelling where nobody says which agent it is', () => {
    expect(say('mcp_github_push')).toMatchObject({ tool: 'mcp_github_push', kind: 'other', known: false })
    expect(say('mcp_github_push').names).toContain('mcp__github__push')
    expect(say('github-mcp-server-push_files', 'unheard-of').names).toContain('mcp__github-mcp-server__push_files')
    expect(say('mcp_github_push', 'claude-code').names).toBeUndefined()
  })

  test('holds the MCP tool that a shared name may be', () => {
    expect(say('read_file', 'opencode').names).toEqual(['Read', 'mcp__read__file'])
  })

  test('is not complete where there are too many, and then nothing is certain', () => {
    for (const name of ['a_'.repeat(40) + 'b', 'a_'.repeat(500_000) + 'b']) {
      const started = cpuNow()
      expect(say(name, 'opencode').problem).toMatch(/too many ways/u)
      expect(say(name).problem).toMatch(/too many ways/u)
      expect(say(name, 'opencode').names?.length ?? 0).toBeLessThanOrEqual(32)
      expect(cpuNow() - started).toBeLessThan(1000)
    }
  })
})

test('other spellings are not read for agents that do not use them', () => {
  for (const name of ['srv-danger', 'srv_danger', 'mcp_srv_danger']) {
    expect(read(name), name).toBe('other')
    expect(read(name, 'claude-code'), name).toBe('other')
    expect(read(name, 'claude-code', ['srv']), name).toBe('srv / danger')
    expect(read(name, 'claude-code', ['sr', 'danger', 'srv_danger']), name).toBe('other')
  }
})

test('an MCP tool cannot pass for a known tool by its server’s name', () => {
  expect(say('read_file', 'opencode')).toMatchObject({ tool: 'Read', problem: expect.stringMatching(/MCP/u) })
  expect(read('read_file', 'opencode', ['read'])).toBe('read / file')
  expect(say('apply_patch', 'opencode', ['apply']).tool).toBe('ApplyPatch')
})

test.each(['mcp__', 'mcp__srv', 'mcp__srv__', 'mcp____x', 'mcp__srv_x'])('%s names no server and tool', (name) => {
  expect(say(name)).toMatchObject({ kind: 'mcp', known: true, tool: name, problem: expect.stringMatching(/names no/u) })
})

test.each(['MCP__github__delete', 'mcp__github__delete ', 'mcp__git\u200Bhub__delete', 'ｍcp__gіthub__delete'])(
  'a disguised MCP name is recognised and never certain: %j',
  (name) => {
    expect(say(name)).toMatchObject({
      tool: 'mcp__github__delete',
      kind: 'mcp',
      known: true,
      problem: expect.stringMatching(/looks like/u),
    })
  },
)

test('letter case is kept where only the rest is disguised', () => {
  expect(say('mcp__GitHub__Get\u200BMe').tool).toBe('mcp__GitHub__GetMe')
})
