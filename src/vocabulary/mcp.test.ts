import { describe, expect, test } from 'vitest'
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
