/** What a verdict and its suggestions say is so: the named rule decides, the offered rule lets pass, no offer is too broad. */

import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createEngine } from '../src/index.ts'
import type { Call } from '../src/index.ts'

const bash = (command: string): Call => ({ tool: 'Bash', input: { command } })

describe('verdicts are honest', () => {
  const place = { cwd: '/srv/project', home: '/home/user' }

  test('a verdict that is printed, or stored as JSON, tells its reason', () => {
    const verdict = createEngine(place).decide(bash('npm publish'))
    expect(verdict.reason).toBe('No rule covers `npm publish`.')
    expect(JSON.parse(JSON.stringify(verdict))).toMatchObject({ behavior: 'ask', reason: verdict.reason })
    expect(inspect(verdict)).toContain(verdict.reason)
  })

  test.each(['a[1].txt', 'a{1}.txt', 'a*.txt', 'plain.txt'])('the deny rule named for %s really denies it', (path) => {
    const call: Call = { tool: 'Read', input: { file_path: path } }
    const { changes } = createEngine({ ...place, policy: { mode: 'explore' } }).explain(call)
    const rule = /^deny rule `(.*)`$/.exec(changes.find(({ becomes }) => becomes === 'deny')?.what ?? '')?.[1] ?? ''
    const denied = createEngine({ ...place, policy: { mode: 'explore', deny: [rule] } }).decide(call)
    expect(denied.code, rule).toBe('deny-rule')
  })

  test('a rule that is there and would let a call pass, but for a condition of its own, is told', () => {
    const policy = {
      allow: [
        { rule: 'shell(npm test)', agents: ['claude-code'] },
        { rule: 'Deploy', where: { replicas: '<= 3' }, agents: ['claude-code'] },
      ],
    }
    const told = (call: Call, mode: 'default' | 'explore' = 'default') =>
      createEngine({ ...place, policy: { mode, ...policy } })
        .explain(call)
        .changes.flatMap(({ what }) => (what.includes('without its') ? what : []))
    const deploy = (replicas: number, agent?: string): Call =>
      agent === undefined ? { tool: 'Deploy', input: { replicas } } : { tool: 'Deploy', input: { replicas }, agent }
    expect(told(bash('npm test'))).toEqual(['allow rule `shell(npm test)` (policy) without its `agents` (claude-code)'])
    expect(told(bash('npm test'), 'explore')).toEqual([])
    expect(told(bash('npm publish'))).toEqual([])
    expect(told(deploy(5, 'claude-code'))).toEqual(['allow rule `Deploy` (policy) without its `where`'])
    expect(told(deploy(5))).toEqual(['allow rule `Deploy` (policy) without its `agents` (claude-code) and `where`'])
    expect(told(deploy(2, 'claude-code'))).toEqual([])
  })

  test('a restriction that is there and is for another agent is told, if it would make a difference', () => {
    const policy = {
      deny: [{ rule: 'shell(npm publish:*)', agents: ['codex'] }],
      ask: [
        { rule: 'shell(npm publish:*)', agents: ['gemini'] },
        { rule: 'shell(ls:*)', agents: ['codex', 'gemini'] },
      ],
    }
    const told = (command: string, agent: string) =>
      createEngine({ ...place, policy })
        .explain({ ...bash(command), agent })
        .changes.filter(({ without }) => without !== undefined)
    const without = ['agents']
    expect(told('npm publish', 'claude-code')).toEqual([
      { what: 'deny rule `shell(npm publish:*)` (policy) without its `agents` (codex)', becomes: 'deny', without },
    ])
    expect(told('ls -l', 'claude-code')).toEqual([
      { what: 'ask rule `shell(ls:*)` (policy) without its `agents` (codex, gemini)', becomes: 'ask', without },
    ])
    expect(told('ls -l', 'gemini')).toEqual([])
    expect(told('npm publish', 'codex')).toEqual([])
  })

  test.each(['npm publish', 'curl https://example.com', 'python3 x.py', 'git commit -m x', 'make'])(
    'what is said to let `%s` pass does',
    (command) => {
      const engine = createEngine(place)
      for (const { rules } of engine.suggest(engine.decide(bash(command)))) {
        expect(createEngine({ ...place, policy: { allow: rules } }).decide(bash(command)).behavior).toBe('allow')
      }
    },
  )

  test.each([
    'bash -c "npm x"',
    'python3 -m http.server',
    'sudo npm x',
    'rm -f x',
    'rm -rf build',
    'env A=1 npm x',
    'xargs rm',
    'node -e f()',
    'ssh host ls',
    'eval x',
    'curl -H "Authorization: Bearer s3cret" https://example.com',
  ])('no suggestion for `%s` is open at its end', (command) => {
    const engine = createEngine(place)
    const texts = engine.suggest(engine.decide(bash(command))).flatMap(({ rules }) => rules)
    expect(texts.filter((text) => /\((?:bash|python3|sudo|rm|env|xargs|node|ssh|eval)\b.*\*\)$/.test(text))).toEqual([])
  })

  test('a reason is no longer than a screen, however long the path', () => {
    const engine = createEngine(place)
    for (const path of ['a'.repeat(1_000_000), `${'a/'.repeat(2000)}x`])
      expect(engine.decide({ tool: 'Read', input: { file_path: path } }).reason.length).toBeLessThan(2000)
  })
})

test('what was learned of one tool name does not speak for another reading of it', () => {
  const engine = createEngine({ policy: { allow: ['mcp', 'other'], deny: ['mcp__my_server'] }, cwd: '/srv/project' })
  engine.decide({ tool: 'mcp__my__server_push', input: {} })
  expect(engine.decide({ tool: 'my_server_push', input: {}, agent: 'opencode' }).behavior).not.toBe('allow')
})
