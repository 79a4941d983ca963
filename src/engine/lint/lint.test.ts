import { describe, expect, test } from 'vitest'
import { cpuNow } from '../../../test/cpu.ts'
import { canonicalTool } from '../../vocabulary/canonical.ts'
import { EMPTY_POLICY } from '../policy.ts'
import type { Policy } from '../policy.ts'
import type { Behavior, Rule } from '../rule.ts'
import type { World } from '../subject.ts'
import { lint } from './lint.ts'

const NOW = Date.UTC(2026, 5, 1)
const WORLD: World = { root: '/srv/shop', home: '/home/ann', caseInsensitive: false, tool: canonicalTool }

const rule = (behavior: Behavior, text: string, more: Partial<Rule> = {}): Rule => ({
  behavior,
  rule: text,
  source: { layer: 'user', file: 'policy.yaml' },
  ...more,
})
const told = (rules: readonly Rule[], more: Partial<Policy> = {}, world = WORLD) =>
  lint({ ...EMPTY_POLICY, rules, ...more }, world, NOW).map(
    (remark) => `${remark.says} ${remark.rule.rule}${'by' in remark ? ` by ${remark.by.rule}` : ` (${remark.why})`}`,
  )

/** What is told of the first rule beside the second. */
function ofPair(inner: Rule, outer: Rule): string | undefined {
  const [found, ...others] = lint({ ...EMPTY_POLICY, rules: [outer, inner] }, WORLD, NOW)
  expect(others).toEqual([])
  return found?.rule === inner ? found.says : undefined
}

describe('an allow beside a deny', () => {
  test.each([
    ['shell(git push:*)', 'shell(git push:*)', 'contradiction'],
    ['Bash(git push *)', 'shell(git push:*)', 'contradiction'],
    ['shell(git push:*)', 'shell(git:*)', 'shadowed'],
    ['shell(/usr/bin/git push)', 'shell(git:*)', 'shadowed'],
    ['shell(git push -f)', 'shell(git * -f)', 'shadowed'],
    ['shell(git push origin feature/*)', 'shell(* feature/*)', 'shadowed'],
    ['shell(MyTool x)', 'shell(my*)', 'shadowed'],
    ['Bash(npm test)', 'shell', 'shadowed'],
    ['Bash(npm test)', 'Bash', 'shadowed'],
    ['Grep(src/**)', 'Grep', 'shadowed'],
    ['read(src/a)', '*', 'shadowed'],
    ['read(src/a)', 'read', 'shadowed'],
    ['write(src/a/**)', 'write(src/**)', 'shadowed'],
    ['write(conf/.env)', 'write(.env)', 'shadowed'],
    ['read(/srv/shop/src/a)', 'read(src/)', 'shadowed'],
    ['url(https://api.github.com/x/**)', 'url(*.github.com)', 'shadowed'],
    ['url(a.example)', 'url', 'shadowed'],
    ['mcp__github__get_me', 'mcp__github', 'shadowed'],
    ['mcp__github', 'mcp__*', 'shadowed'],
    ['Task', 'other', 'shadowed'],
    ['Task({"a":1})', 'Task', 'shadowed'],
  ])('%s beside %s: %s', (inner, outer, says) => {
    expect(ofPair(rule('allow', inner), rule('deny', outer))).toBe(says)
  })

  test.each([
    ['shell(git:*)', 'shell(git push:*)'],
    ['shell(git push:*)', 'shell(git push)'],
    ['shell(git * -f)', 'shell(git push:*)'],
    ['shell(git:*)', 'shell(npm:*)'],
    ['shell(npm test)', 'Bash'],
    ['Bash', 'Bash(git:*)'],
    ['shell(./x/go)', 'shell(./x/*)'],
    ['write(src/**)', 'write(src/a)'],
    ['write(src/*/a)', 'write(src/a)'],
    ['write(*.ts)', 'write(src/**)'],
    ['read(src/a)', 'write(src/**)'],
    ['read(src/a)', 'Grep(src/**)'],
    ['url(*.github.com)', 'url(github.com)'],
    ['url(github.com)', 'url(*.github.com)'],
    ['url(github.com)', 'url(https://github.com)'],
    ['mcp__github', 'mcp__github__get_me'],
    ['mcp', 'mcp__*'],
    ['Task', 'Task({"a":1})'],
  ])('%s beside %s: nothing', (inner, outer) => {
    expect(ofPair(rule('allow', inner), rule('deny', outer))).toBeUndefined()
  })
})

describe('an allow beside an allow', () => {
  test.each([
    ['Bash(npm run test)', 'Bash(npm run:*)'],
    ['Bash(npm run test)', 'shell(npm run:*)'],
    ['Bash(npm run test:unit)', 'Bash(npm run test*)'],
    ['Bash(npm run test)', 'Bash'],
    ['PowerShell(npm run test)', 'shell'],
    ['read(src/a/**)', 'read(src/**)'],
    ['read(src/**/*.test.ts)', 'read(src/**/*.ts)'],
    ['write(.env)', 'write'],
    ['WebFetch(domain:api.github.com)', 'url(*.github.com)'],
    ['url(https://a.example/x)', 'url(a.example)'],
    ['mcp__github__get_*', 'mcp__github'],
    ['Task({"a":1})', 'Task'],
  ])('%s beside %s says nothing new', (inner, outer) => {
    expect(ofPair(rule('allow', inner), rule('allow', outer))).toBe('redundant')
  })

  test.each([
    ['shell(npm run test)', 'Bash(npm run:*)', 'another tool may run it'],
    ['shell(./gradlew build)', 'shell(* build)', 'a star wants a program that is trusted'],
    ['shell(rm build/../x)', 'shell(rm build/*)', 'a star does not lead out of its folder'],
    ['shell(git push origin a:b)', 'shell(git push origin a*)', 'nor to another branch'],
    ['shell(rm f/../*)', 'shell(rm f/*)', 'neither of another star'],
    ['shell(curl http://a.dev http://b.dev)', 'shell(curl http://a.dev:*)', 'a url names its host'],
    ['Grep(src/**)', 'Grep', 'what is not understood of it is not covered'],
    ['read(src/.env)', 'read(src/**)', 'it names a secret'],
    ['read(~/.aws/**)', 'read', 'it names a secret'],
    ['url(ssh://a.example)', 'url(a.example)', 'which is http'],
    ['url(db.internal)', 'url(db.*)', 'which names no internal host'],
    ['mcp__github__get_me', 'mcp__github', 'a name may be cut otherwise'],
    ['read(src/a)', 'Read(lib/**)', 'elsewhere'],
  ])('%s beside %s: %s', (inner, outer) => {
    expect(ofPair(rule('allow', inner), rule('allow', outer))).toBeUndefined()
  })
})

describe('restrictions', () => {
  test.each([
    ['deny', 'shell(git push -f)', 'deny', 'shell(git push:*)', 'redundant'],
    ['ask', 'shell(git push -f)', 'deny', 'shell(git push:*)', 'shadowed'],
    ['ask', 'shell(git push:*)', 'deny', 'shell(git push *)', 'contradiction'],
    ['allow', 'shell(git push:*)', 'ask', 'shell(git push:*)', 'contradiction'],
    ['deny', 'shell(git push -f)', 'ask', 'shell(git push:*)', undefined],
    ['deny', 'shell(git:*)', 'deny', 'shell', 'redundant'],
    ['deny', 'shell(git:*)', 'deny', 'Bash', undefined],
    ['deny', 'Bash(git:*)', 'deny', 'Bash', undefined],
    ['deny', 'write(conf/.env)', 'deny', 'write(.env)', 'redundant'],
    // A search of conf meets the one that says where it lies.
    ['deny', 'read(conf/.env)', 'deny', 'read(.env)', undefined],
    // A command may name the host and connect.
    ['deny', 'url(a.example)', 'deny', 'url', undefined],
    ['deny', 'url(a.example)', 'deny', 'url(*/**)', undefined],
    ['deny', 'url(https://a.example)', 'deny', 'url', 'redundant'],
    ['deny', 'mcp__github', 'deny', 'mcp', undefined],
    ['ask', 'read(.env)', 'ask', '*', undefined],
    ['ask', 'shell(git:*)', 'ask', '*', 'redundant'],
  ] as const)('%s %s beside %s %s: %s', (behavior, inner, stricter, outer, says) => {
    expect(ofPair(rule(behavior, inner), rule(stricter, outer))).toBe(says)
  })

  test('of the managed layer are not what another layer repeats: no answer stands in for them', () => {
    const managed: Partial<Rule> = { source: { layer: 'managed' } }
    expect(told([rule('ask', 'shell(git:*)'), rule('ask', 'shell(git push)', managed)])).toEqual([])
    expect(told([rule('ask', 'shell(git:*)', managed), rule('ask', 'shell(git push)')])).toHaveLength(1)
  })

  test('an ask leaves an allow its meaning where what nothing covers is denied', () => {
    const rules = [rule('ask', 'shell(timeout:*)'), rule('allow', 'shell(timeout 5 make)')]
    expect(told(rules, { otherwise: 'deny' })).toEqual([])
    expect(told(rules)).toEqual(['shadowed shell(timeout 5 make) by shell(timeout:*)'])
  })
})

describe('conditions', () => {
  const inner = 'shell(npm run test)'
  const outer = 'shell(npm run:*)'
  test.each([
    [{ expires: NOW + 1 }, {}, true],
    [{ expires: NOW + 1 }, { expires: NOW + 2 }, true],
    [{ expires: NOW + 2 }, { expires: NOW + 1 }, false],
    [{}, { expires: NOW + 1 }, false],
    [{ agents: ['codex'] }, { agents: ['codex', 'gemini'] }, true],
    [{}, { agents: ['codex'] }, false],
    [{ where: { a: 1, b: 2 } }, { where: { a: 1 } }, true],
    [{ where: { a: 1 } }, { where: { a: 2 } }, false],
    [{}, { where: { a: 1 } }, false],
    [{ except: ['shell(npm run x)'] }, {}, true],
    [{}, { except: ['shell(npm run x)'] }, false],
    [{ except: ['shell(npm run x)'] }, { except: ['shell(npm run x)'] }, true],
    [{ reason: 'so' }, {}, false],
    [{ reason: 'so' }, { reason: 'so' }, true],
  ] as const)('%j beside %j: %s', (mine, other, expected) => {
    expect(told([rule('allow', outer, other), rule('allow', inner, mine)]).length > 0).toBe(expected)
  })
})

test('what is taken out of a tool is another matter than what is taken out of a command', () => {
  const except = ['Bash']
  expect(told([rule('allow', 'shell', { except }), rule('allow', 'shell(npm test)', { except })])).toEqual([])
})

describe('places', () => {
  const user: Partial<Rule> = { source: { layer: 'user', file: 'policy.yaml' } }
  const project: Partial<Rule> = { source: { layer: 'project', file: 'countersign.yaml' } }

  test('what a project repeats or narrows of yours is its own affair; the same said twice otherwise is told', () => {
    expect(told([rule('allow', 'shell(npm test)', user), rule('allow', 'shell(npm:*)', project)])).toEqual([])
    expect(told([rule('allow', 'shell(npm test)', user), rule('deny', 'shell(npm:*)', project)])).toEqual([])
    expect(told([rule('allow', 'shell(npm:*)', user), rule('deny', 'shell(npm:*)', project)])).toHaveLength(1)
    expect(told([rule('deny', 'shell(npm:*)', user), rule('allow', 'shell(npm test)', project)])).toHaveLength(1)
  })

  test('of rules that say the same, all but the first are told', () => {
    const rules = ['npm run:*', 'npm run *', 'npm run:*'].map((text) => rule('allow', `shell(${text})`))
    expect(lint({ ...EMPTY_POLICY, rules }, WORLD, NOW).map((remark) => rules.indexOf(remark.rule))).toEqual([1, 2])
  })
})

describe('rules that can never match', () => {
  test('by themselves', () => {
    expect(
      told(
        [
          rule('deny', 'shell(rm:*)', { expires: NOW }),
          rule('allow', 'shell(rm x)', { except: ['shell(rm:*)'] }),
          rule('allow', 'shell(./scripts/*)'),
          rule('ask', 'WebSearch'),
          rule('allow', 'Grep(src/**)'),
          // It is met by commands of every tool.
          rule('deny', 'Bash(mv:*)'),
        ],
        { tools: [{ allowed: ['Read'], disallowed: ['WebSearch', 'Gr*', 'Bash'] }] },
      ),
    ).toEqual([
      'dead shell(rm:*) (expired)',
      'dead shell(rm x) (excepted)',
      'dead shell(./scripts/*) (unnamed)',
      'dead WebSearch (hidden)',
      'dead Grep(src/**) (hidden)',
    ])
  })

  test('and make no other pointless', () => {
    expect(told([rule('deny', 'shell(rm:*)', { expires: NOW }), rule('allow', 'shell(rm x)')])).toHaveLength(1)
  })

  test('a deny that is excepted is left: it still meets what is only plausible', () => {
    expect(told([rule('deny', 'shell(rm x)', { except: ['shell(rm:*)'] })])).toEqual([])
  })
})

test('what a link leads to counts: the folder that a rule names lies elsewhere', () => {
  const realpath = (path: string) => path.replace('/srv/shop/src/out', '/mnt/out')
  const rules = [rule('deny', 'write(src/**)'), rule('deny', 'write(src/out/**)')]
  expect(told(rules, {}, { ...WORLD, realpath })).toEqual([])
  expect(told(rules)).toHaveLength(1)
})

test.each<[string, (at: number) => string]>([
  ['commands', (at) => `shell(npm run s${at})`],
  ['commands with stars', (at) => `shell(git * x${at})`],
  ['paths', (at) => `write(src/d${at}/**)`],
  ['hosts', (at) => `url(h${at}.example)`],
  ['repetitions', () => 'shell(npm test)'],
])('ten times as many %s take about ten times as long', (_, text) => {
  const behaviors: readonly Behavior[] = ['allow', 'ask', 'deny']
  const timeOf = (count: number) => {
    const rules = Array.from({ length: count }, (_, at) => rule(behaviors[at % 3] as Behavior, text(at)))
    const before = cpuNow()
    lint({ ...EMPTY_POLICY, rules }, WORLD, NOW)
    return cpuNow() - before
  }
  timeOf(1000)
  const few = timeOf(1000)
  expect(timeOf(10_000)).toBeLessThan(Math.max(1000, 30 * few))
})
