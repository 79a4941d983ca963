/** What `lint` tells is proven: tried on random policies, and on calls made of their own patterns. `COUNTERSIGN_RUNS` says how often. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEngine } from '../src/index.ts'
import type { Call, Policy, Rule, Verdict } from '../src/index.ts'
import { lint } from '../src/engine/lint/lint.ts'
import type { Remark } from '../src/engine/lint/lint.ts'
import { MODES } from '../src/engine/mode.ts'
import { EMPTY_POLICY } from '../src/engine/policy.ts'
import { compileRule, permits } from '../src/engine/compiled-rule.ts'
import type { World } from '../src/engine/subject.ts'
import * as any from './arbitrary.ts'

const RUNS = Number(process.env['COUNTERSIGN_RUNS'] ?? 300)
const SEED = Number(process.env['COUNTERSIGN_SEED'] ?? 20261115)
const WORLD: World = { root: any.PLACE.root, home: any.PLACE.home, caseInsensitive: false, tool: any.toolNamed }
const one = <T>(values: readonly T[]) => fc.constantFrom(...values)

const WORDS = [
  'git',
  'push',
  'rm',
  'npm',
  'run',
  'origin',
  '-f',
  'feature/x',
  'feature/../y',
  'a:b',
  './x/go',
  'Go',
  'timeout',
  '5',
]
const STARRED = ['*', '*', 'feature/*', 'f*/x', '*b', 'g*', 'a:*', 'p*h', './x/*', 'feature/../*']
const NAMES = ['src', 'a', 'b.ts', '.env', 'x.secret', '.ssh', 'etc', 'deep']
const OPEN = ['*', '**', '*.ts', '.e*', '*.secret', 'x*', '?', '[ab]', '{a,src}', 'b.*']
const HOSTS = ['example.com', 'api.example.com', 'localhost', 'x.internal', 'evil.dev']

const words = fc.array(fc.oneof({ weight: 3, arbitrary: one(WORDS) }, { weight: 1, arbitrary: one(STARRED) }), {
  minLength: 1,
  maxLength: 4,
})
const shellSpecifier = fc.tuple(words, one(['', '', ':*', ' *'])).map(([list, end]) => list.join(' ') + end)
const pathSpecifier = fc
  .tuple(
    one(['', '', './', '/', '~/', '**/', '/srv/project/', '../']),
    fc.array(fc.oneof({ weight: 3, arbitrary: one(NAMES) }, { weight: 2, arbitrary: one(OPEN) }), {
      minLength: 1,
      maxLength: 3,
    }),
    one(['', '', '/', '/**']),
  )
  .map(([start, names, end]) => start + names.join('/') + end)
const urlSpecifier = fc
  .tuple(
    one(['', '', 'https://', 'http://', 'ssh://']),
    one([...HOSTS, '*', '*.example.com', '*.internal', 'api.*.com']),
    one(['', '', ':8080']),
    one(['', '', '/**', '/api/**', '/api/x']),
  )
  .map((parts) => parts.join(''))
const TOOLS = [
  'Bash',
  'shell',
  'PowerShell',
  'Read',
  'read',
  'Grep',
  'Write',
  'Edit',
  'write',
  'WebFetch',
  'url',
  'Ship',
  'Sh*',
  'Task',
  'mcp',
  'other',
  '*',
]
const MCP = [
  'mcp__github',
  'mcp__github__*',
  'mcp__github__get_*',
  'mcp__github__get_me',
  'mcp__github__get_me_*',
  'mcp__*',
  'mcp__git*',
  'mcp__a__b__c',
  'mcp__a',
]

const text = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(one(['Bash', 'shell', 'PowerShell']), shellSpecifier)
      .map(([tool, inner]) => `${tool}(${inner})`),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(one(['Read', 'read', 'Grep', 'Write', 'Edit', 'Delete']), pathSpecifier)
      .map(([tool, inner]) => `${tool}(${inner})`),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(one(['url', 'WebFetch']), urlSpecifier).map(([tool, inner]) => `${tool}(${inner})`),
  },
  { weight: 3, arbitrary: one(TOOLS) },
  { weight: 1, arbitrary: one(MCP) },
  { weight: 1, arbitrary: one(['Ship({"target":"prod"})', 'Ship(staging-)', 'mcp__github__get_me({"a":1})']) },
  { weight: 2, arbitrary: any.ruleText },
)

/** A rule that is much like another: the same, or with a word more or less. */
const alike = (given: string) =>
  fc.oneof(
    fc.constant(given),
    fc.constant(given.replace(/[ /][^ /()]*\)$/u, ':*)')),
    fc.constant(given.replace(/\/[^/()]*\)$/u, '/**)')),
    fc.constant(given.replace(/ [^ ()]*\)$/u, ' *)')),
    fc.constant(given.replace(/\)$/u, ' more)')),
    fc.constant(
      given.replace(
        /^\w+/u,
        (tool) => ({ Bash: 'shell', shell: 'Bash', Read: 'Grep', Write: 'Edit', url: 'WebFetch' })[tool] ?? tool,
      ),
    ),
    fc.constant(given.replace(/\(.*$/u, '')),
  )

const options = fc.record(
  {
    except: fc.array(text, { minLength: 1, maxLength: 2 }),
    expires: one([any.NOW - 1, any.NOW + 1]),
    agents: one([['claude-code'], ['codex'], ['claude-code', 'codex']]),
    where: one([{ command: '*push*' }, { target: 'prod*' }, { command: '*push*', target: 'prod*' }]),
    reason: one(['so', 'because']),
  },
  { requiredKeys: [] },
)

const rules: fc.Arbitrary<readonly Rule[]> = fc
  .array(
    text.chain((given) => fc.array(alike(given), { minLength: 1, maxLength: 2 }).map((more) => [given, ...more])),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .chain((texts) =>
    fc.tuple(
      ...texts
        .flat()
        .map((rule) =>
          fc
            .tuple(
              one(['allow', 'allow', 'ask', 'deny'] as const),
              fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: options }),
              one(['managed', 'user', 'user', 'project'] as const),
            )
            .map(([behavior, more, layer]): Rule => ({ behavior, rule, ...more, source: { layer } })),
        ),
    ),
  )
  .map((list) => list.filter(isRule))

function isRule(rule: Rule): boolean {
  try {
    compileRule(rule, 0, WORLD)
    return true
  } catch {
    return false
  }
}

const policy: fc.Arbitrary<Policy> = fc
  .record({
    rules,
    mode: one(MODES),
    otherwise: one(['ask', 'ask', 'deny', 'allow'] as const),
    tools: fc.oneof(
      { weight: 5, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: one([[{ allowed: [], disallowed: ['Grep', 'PowerShell', 'mcp__github__get_me'] }]]) },
    ),
  })
  .map((drawn): Policy => ({ ...EMPTY_POLICY, ...drawn }))

/** A specifier with something in the place of its stars. */
function filled(specifier: string): fc.Arbitrary<string> {
  const parts = specifier
    .replace(/:\*$/u, ' *')
    .replace(/^domain:/u, '')
    .split(/(\*\*\/|\*\*|\*|\?|\[ab\]|\{a,src\})/u)
  return fc
    .tuple(
      ...parts.map((part) =>
        /^(?:\*\*\/|\*\*|\*|\?|\[ab\]|\{a,src\})$/u.test(part)
          ? one(['', 'x', 'a', 'y/b', 'push', 'src', '"$X"', 'a b', '../q', 'deep/'])
          : fc.constant(part),
      ),
    )
    .map((chosen) => chosen.join(''))
}

/** A call that the rule may be about. */
function callFor(given: string): fc.Arbitrary<Call> {
  const [, tool = given, specifier = ''] = /^([^(]+)\((.*)\)$/su.exec(given) ?? []
  const command = (made: fc.Arbitrary<string>) =>
    fc
      .tuple(made, one(['Bash', 'Bash', 'PowerShell']))
      .map(([line, name]): Call => ({ tool: name, input: { command: line } }))
  if (/^(?:Bash|shell|PowerShell)$/u.test(tool)) {
    const line = filled(specifier === '' ? 'git push *' : specifier)
    return command(
      fc.oneof(
        line,
        fc.tuple(any.prefix, line).map((both) => both.join('')),
        fc.tuple(line, any.redirection).map((both) => both.join('')),
        fc.tuple(line, any.joint, any.simple).map((all) => all.join('')),
      ),
    )
  }
  if (/^(?:Read|read|Grep|Write|Edit|write|Delete)$/u.test(tool)) {
    const path = filled(specifier === '' ? 'src/*' : specifier)
    return fc.oneof(
      path.map((file): Call => ({ tool: 'Read', input: { file_path: file } })),
      path.map((file): Call => ({ tool: 'Write', input: { file_path: file } })),
      path.map((file): Call => ({ tool: 'Grep', input: { pattern: 'x', path: file } })),
      path.map((file): Call => ({ tool: 'Delete', input: { path: file } })),
      command(
        fc
          .tuple(one(['cat ', 'rm -r ', 'grep -r x ', 'cp -r a ', 'tee ', 'sort -o ', 'node < ']), path)
          .map((both) => both.join('')),
      ),
      command(one(['cat *', 'grep -r x .', 'rm -rf src', 'rm -r *', 'cat src/*', 'cat .*', 'mv src a', 'cat */*'])),
    )
  }
  if (/^(?:url|WebFetch)$/u.test(tool)) {
    const url = filled(specifier === '' ? 'example.com' : specifier).map((host) =>
      host.includes('://') ? host : `https://${host}`,
    )
    return fc.oneof(
      url.map((link): Call => ({ tool: 'WebFetch', input: { url: link } })),
      command(
        fc
          .tuple(one(['curl ', 'git clone ', 'restic -r sftp:', 'curl -x ']), filled(specifier))
          .map((both) => both.join('')),
      ),
    )
  }
  if (tool.startsWith('mcp__'))
    return one(['mcp__github__get_me', 'mcp__github__drop', 'mcp__a__b__c', 'mcp__gitlab__x']).map((name): Call => ({
      tool: name,
      input: { a: 1 },
    }))
  return any.call
}

const agent = one([undefined, 'claude-code', 'codex'])
const calls = (given: Policy): fc.Arbitrary<readonly Call[]> =>
  fc.array(
    fc
      .tuple(
        fc.oneof(
          {
            weight: 6,
            arbitrary: given.rules.length === 0 ? any.call : one(given.rules).chain(({ rule }) => callFor(rule)),
          },
          { weight: 1, arbitrary: any.call },
        ),
        agent,
      )
      .map(([call, who]) => (who === undefined ? call : { ...call, agent: who })),
    { minLength: 12, maxLength: 12 },
  )

const drawn = policy.chain((given) =>
  fc.tuple(fc.constant(given), calls(given), fc.oneof(fc.constant<readonly Rule[]>([]), any.answers)),
)

const told = ({ behavior, code, reason }: Verdict) => `${behavior} (${code}): ${reason}`
const without = (given: Policy, gone: readonly Rule[]): Policy => ({
  ...given,
  rules: given.rules.filter((rule) => !gone.includes(rule)),
})

/** The same but for the name of a rule that is gone: what it says for it is another sentence. */
function alikeVerdicts(before: Verdict, after: Verdict, gone: readonly Rule[], why: string): void {
  expect([after.behavior, after.safety], `${why}\nbefore ${told(before)}\nafter ${told(after)}`).toEqual([
    before.behavior,
    before.safety,
  ])
  if (before.rule === undefined || gone.includes(before.rule)) return
  expect(after.rule, `${why}\nbefore ${told(before)}\nafter ${told(after)}`).toBe(before.rule)
}

const spell = (remarks: readonly Remark[]) =>
  remarks
    .map(
      (remark) =>
        `${remark.says} ${JSON.stringify(remark.rule)}${'by' in remark ? ` by ${JSON.stringify(remark.by)}` : ''}`,
    )
    .join('\n')

describe('what is told changes no verdict', () => {
  test('of calls', () => {
    let count = 0
    fc.assert(
      fc.property(drawn, ([given, list, answers]) => {
        const remarks = lint(given, WORLD, any.NOW)
        if (remarks.length === 0) return
        count++
        const engineFor = (rest: Policy) =>
          createEngine({ ...any.PLACE, policy: rest, tools: [any.ship], now: () => any.NOW })
        const asked = { ...given, answers }
        const gone = remarks.map(({ rule }) => rule)
        for (const some of RUNS > 300 ? [gone, ...gone.map((rule) => [rule])] : [gone, gone.slice(0, 1)]) {
          const [all, rest] = [engineFor(asked), engineFor(without(asked, some))]
          for (const call of list)
            alikeVerdicts(
              all.decide(call),
              rest.decide(call),
              some,
              `${spell(remarks)}\n${JSON.stringify(call)} ${given.mode} ${given.otherwise}`,
            )
        }
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: RUNS > 300 },
    )
    expect(count).toBeGreaterThan(RUNS / 4)
  })

  test('and what can never match permits nothing', () => {
    fc.assert(
      fc.property(drawn, ([given, list]) => {
        const dead = lint(given, WORLD, any.NOW).flatMap((remark) => (remark.says === 'dead' ? [remark.rule] : []))
        if (dead.length === 0) return
        const engine = createEngine({ ...any.PLACE, policy: given, tools: [any.ship], now: () => any.NOW })
        for (const call of list) {
          const { reading, rule, code } = engine.decide(call)
          expect(dead).not.toContain(rule)
          if (code === 'tool-hidden') continue
          for (const one of dead)
            if (one.behavior === 'allow')
              expect(
                reading.effects.some((effect) => permits(compileRule(one, 0, WORLD), effect, reading, any.NOW)),
                one.rule,
              ).toBe(false)
        }
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: RUNS > 300 },
    )
  })
})
