/** Part of the laws: random policies and calls from a small vocabulary in which they often meet. */

import fc from 'fast-check'
import type { Behavior, Call, CheckAnswer, CustomTool, Kind, Policy, Rule } from '../src/index.ts'
import { EMPTY_POLICY } from '../src/engine/policy.ts'
import { KINDS } from '../src/engine/call.ts'
import { MODES } from '../src/engine/mode.ts'
import { canonicalTool } from '../src/vocabulary/canonical.ts'

export const NOW = Date.parse('2026-06-01T00:00:00Z')
export const PLACE = { cwd: '/srv/project', root: '/srv/project', home: '/home/user' } as const

const SHELL = 'git push:*|git:*|npm run:*|npm test|rm:*|curl:*|cp:*|git * --force|* --force|* x|sudo:*'.split('|')
const PATHS = 'src/**|.env|*.secret|/etc/**|~/notes/**|**/x|conf/key.txt|./out.txt|build/**'.split('|')
const URLS = 'example.com|*.example.com|domain:example.com|https://example.com/api/**'.split('|')
const BARE = 'Bash|shell|Read|read|Write|write|url|WebFetch|mcp|other|Ship|Grep'.split('|')
const MCP = 'mcp__github|mcp__github__*|mcp__github__get_*|mcp__github__get_me|mcp__*|mcp__git'.split('|')
const SHIP = ['Ship({"target":"prod"})', 'Ship(staging-)', 'Ship(prod)']

const one = <T>(values: readonly T[]) => fc.constantFrom(...values)
const inside = (tools: readonly string[], specifiers: readonly string[]) =>
  fc.tuple(one(tools), one(specifiers)).map(([tool, specifier]) => `${tool}(${specifier})`)

export const ruleText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: inside(['Bash', 'shell'], SHELL) },
  { weight: 4, arbitrary: inside(['Read', 'read', 'Write', 'write', 'Edit', 'Grep'], PATHS) },
  { weight: 2, arbitrary: inside(['url', 'WebFetch'], URLS) },
  { weight: 3, arbitrary: one(BARE) },
  { weight: 1, arbitrary: one(MCP) },
  { weight: 1, arbitrary: one(SHIP) },
)

const where = one([{ command: '*push*' }, { target: 'prod*' }, { n: '<= 3' }, { file_path: 'src/*' }])
const options = fc.record(
  {
    except: fc.array(ruleText, { minLength: 1, maxLength: 2 }),
    expires: one([NOW - 1, NOW, NOW + 1]),
    agents: one([['claude-code'], ['codex'], ['claude-code', 'codex']]),
    where,
  },
  { requiredKeys: [] },
)

/** Rules with options are the rarer ones, so that plain rules meet calls often. */
export function ruleOf(behaviors: readonly Behavior[]): fc.Arbitrary<Rule> {
  return fc
    .tuple(
      one(behaviors),
      ruleText,
      fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: options }),
      one(['user', 'session', 'managed'] as const),
    )
    .map(([behavior, rule, rest, layer]) => ({ behavior, rule, ...rest, source: { layer } }))
}

const rules: fc.Arbitrary<readonly Rule[]> = fc.uniqueArray(ruleOf(['allow', 'allow', 'ask', 'deny']), {
  maxLength: 6,
  selector: ({ behavior, rule }) => `${behavior} ${rule}`,
})

export const policy: fc.Arbitrary<Policy> = fc
  .record({
    mode: one(MODES),
    otherwise: one(['ask', 'ask', 'deny', 'allow'] as const),
    rules,
    tools: fc.oneof(
      { weight: 9, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: one([[{ allowed: ['Bash', 'mcp__*'], disallowed: ['Read'] }]]) },
    ),
    workingDirectories: one([[], ['/opt/team']]),
  })
  .map((drawn): Policy => ({ ...EMPTY_POLICY, ...drawn }))

export const answers: fc.Arbitrary<readonly Rule[]> = fc
  .array(ruleOf(['allow', 'allow', 'allow', 'deny']), { minLength: 1, maxLength: 3 })
  .map((drawn) => drawn.map((rule): Rule => ({ ...rule, source: { layer: 'session' } })))

/** A policy file as an object, for layers. */
export const document: fc.Arbitrary<object> = fc.record(
  {
    mode: one(MODES),
    otherwise: one(['ask', 'deny', 'allow'] as const),
    enforce: fc.boolean(),
    allow: fc.array(ruleText, { maxLength: 3 }),
    ask: fc.array(ruleText, { maxLength: 2 }),
    deny: fc.array(ruleText, { maxLength: 2 }),
    kinds: fc.dictionary(one(KINDS), one(['ask', 'deny', 'allow'] as const), { maxKeys: 2 }),
    tools: one([{ allowed: ['Bash'] }, { disallowed: ['Read'] }]),
    workingDirectories: one([['/opt/team'], ['lib']]),
    protectedPaths: one([{ add: ['src/'] }, { remove: ['.env'] }]),
  },
  { requiredKeys: [] },
)

const SIMPLE =
  `git push origin main|git push --force|git status|git $WHAT|npm run build|npm test|npm "$WHAT"|rm x|rm -rf build
rm -rf /|rm "$F"|curl https://example.com/api/x|curl -o out.txt https://api.example.com|curl "$URL"|cat .env|cat src/a|cat "$F"
cat conf/*|cp a src/b|cp a.secret /etc/x|mkdir build|touch ~/.bashrc|touch /opt/team/a|python3 x.py|echo hi|ls|$CMD x|$(echo rm) x
bash -c 'rm x'|eval "$X"|sudo npm test|xargs rm|countersign trust|cd src|cd "$D"|X=1|[ -f x ]|wc -l|./npm test|/bin/rm x|tee src/a`
    .split(/[|\n]/)
    .map((text) => text.trim())

export const simple: fc.Arbitrary<string> = one(SIMPLE)
export const prefix: fc.Arbitrary<string> = one(
  'sudo |env A=1 |nohup |LD_PRELOAD=x |LANG=C |time |timeout 5 |A=$B '.split('|'),
)
export const redirection: fc.Arbitrary<string> = one(
  ' > out.txt| >> ~/.bashrc| 2>/dev/null| < .env| > "$F"| 2>&1'.split('|'),
)
export const joint: fc.Arbitrary<string> = one([' && ', '; ', ' | ', ' || ', ' & ', '\n'])

const decorated = fc
  .tuple(fc.option(prefix, { freq: 5, nil: '' }), simple, fc.option(redirection, { freq: 4, nil: '' }))
  .map(([before, command, after]) => before + command + after)

export const command: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: decorated },
  {
    weight: 4,
    arbitrary: fc
      .tuple(decorated, fc.array(fc.tuple(joint, decorated), { minLength: 1, maxLength: 3 }))
      .map(([first, more]) => first + more.map(([between, next]) => between + next).join('')),
  },
  { weight: 1, arbitrary: decorated.map((text) => `for f in a b; do ${text}; done`) },
  { weight: 1, arbitrary: decorated.map((text) => `(${text})`) },
  { weight: 1, arbitrary: decorated.map((text) => `${text} "`) },
)

const path = one(
  'src/a|.env|b.secret|/etc/hosts|~/notes/a|~/.bashrc|deep/x|conf/key.txt|out.txt|/opt/team/a|../up'.split('|'),
)
const url = one(
  'https://example.com/api/a|https://example.com/|https://api.example.com|http://10.0.0.1/|nonsense'.split('|'),
)
const agent = one([undefined, 'claude-code', 'codex'])

/** The one custom tool: its input says how its own code behaves. */
export const ship: CustomTool = {
  name: 'Ship',
  readOnly: (input) => input['readOnly'] === true,
  check: (input) => {
    const says = input['says']
    if (says === 'throws') throw new Error('made to fail')
    return (says === undefined ? { says: 'pass' } : { says, why: 'so the call has it' }) as CheckAnswer
  },
  match: (specifier, input) => {
    if (input['says'] === 'throws') throw new Error('made to fail')
    return String(input['target']).startsWith(specifier)
  },
}

const shipInput = fc.record(
  {
    says: one(['allow', 'ask', 'safety', 'deny', 'throws', 'pass', 'nonsense']),
    readOnly: fc.boolean(),
    target: one(['prod', 'staging-1']),
    n: one([1, 9, '2']),
  },
  { requiredKeys: [] },
)

const shellCall: fc.Arbitrary<Call> = fc
  .tuple(command, agent)
  .map(([text, who]) => called('Bash', { command: text }, who))

export const call: fc.Arbitrary<Call> = fc.oneof(
  { weight: 6, arbitrary: shellCall },
  {
    weight: 3,
    arbitrary: fc
      .tuple(one(['Read', 'Write', 'Edit', 'Grep']), path, agent)
      .map(([tool, text, who]) =>
        called(tool, tool === 'Grep' ? { pattern: 'x', path: text } : { file_path: text }, who),
      ),
  },
  { weight: 1, arbitrary: fc.tuple(url, agent).map(([text, who]) => called('WebFetch', { url: text }, who)) },
  {
    weight: 1,
    arbitrary: one(['mcp__github__get_me', 'mcp__github__drop', 'mcp__slack__post']).map((tool) => called(tool, {})),
  },
  { weight: 2, arbitrary: fc.tuple(shipInput, agent).map(([input, who]) => called('Ship', input, who)) },
  { weight: 1, arbitrary: one(['LaunchRocket', 'Read', 'Write', 'Bash', 'WebFetch']).map((tool) => called(tool, {})) },
)

function called(tool: string, input: Call['input'], who?: string): Call {
  return who === undefined ? { tool, input } : { tool, input, agent: who }
}

/** As the engine sees tools when `ship` is there. */
export function toolNamed(name: string): { readonly name: string; readonly kind: Kind } | undefined {
  return name === ship.name ? { name, kind: 'other' } : canonicalTool(name)
}
