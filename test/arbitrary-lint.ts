/** Part of the laws of `lint`: random policies whose rules are much alike, and calls made of their own patterns. */

import fc from 'fast-check'
import type { Call, Policy, Rule } from '../src/index.ts'
import { compileRule } from '../src/engine/compiled-rule.ts'
import { lint } from '../src/engine/lint/lint.ts'
import { MODES } from '../src/engine/mode.ts'
import { EMPTY_POLICY } from '../src/engine/policy.ts'
import type { World } from '../src/engine/subject.ts'
import * as any from './arbitrary.ts'

export const WORLD: World = { root: any.PLACE.root, home: any.PLACE.home, caseInsensitive: false, tool: any.toolNamed }
const one = <T>(values: readonly T[]) => fc.constantFrom(...values)

const WORDS = 'git push rm npm run origin -f feature/x feature/../y a:b ./x/go Go timeout 5'.split(' ')
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
const TOOLS = 'Bash shell PowerShell Read read Grep Write Edit write WebFetch url Ship Sh* Task mcp other *'.split(' ')
const MCP =
  'mcp__github mcp__github__* mcp__github__get_* mcp__github__get_me mcp__github__get_me_* mcp__* mcp__git* mcp__a__b__c mcp__a'.split(
    ' ',
  )

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
              fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: options }),
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

/** Mostly about the rules that are told. */
const calls = ({ rules: all }: Policy, told: readonly Rule[]): fc.Arbitrary<readonly Call[]> => {
  const about = (list: readonly Rule[]) => one(list).chain(({ rule }) => callFor(rule))
  const drawnCall = fc.oneof(
    { weight: 5, arbitrary: told.length === 0 ? any.call : about(told) },
    { weight: 2, arbitrary: all.length === 0 ? any.call : about(all) },
    { weight: 1, arbitrary: any.call },
  )
  const named = fc.tuple(drawnCall, agent).map(([call, who]) => (who === undefined ? call : { ...call, agent: who }))
  return fc.array(named, { minLength: 12, maxLength: 12 })
}

/** Earlier answers that stand in for what the rules themselves ask about. */
const answersTo = ({ rules: all }: Policy): fc.Arbitrary<readonly Rule[]> =>
  fc
    .subarray([...all])
    .map((some) => some.map(({ rule }) => ({ behavior: 'allow', rule, source: { layer: 'session' } })))

/** A policy, what is told of it, calls, and earlier answers. */
export const linted = policy.chain((given) => {
  const remarks = lint(given, WORLD, any.NOW)
  const told = remarks.map(({ rule }) => rule)
  return fc.tuple(
    fc.constant({ policy: given, remarks }),
    calls(given, told),
    fc.oneof(fc.constant<readonly Rule[]>([]), any.answers, answersTo(given)),
  )
})
