/** Part of the laws: readings no reader need ever produce, so that the engine is tried on all that its types permit. */

import fc from 'fast-check'
import type { Kind } from '../src/engine/call.ts'
import type { Effect, Finding, Reading, Unknown, Use } from '../src/engine/effect.ts'

const one = <T>(values: readonly T[]) => fc.constantFrom(...values)

const finding: fc.Arbitrary<{ finding?: Finding }> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc
      .record({ says: one(['allow', 'ask', 'safety', 'deny'] as const), nameable: fc.boolean() })
      .map(({ says, nameable }) => ({ finding: { says, nameable, code: `check-${says}`, why: 'so it was drawn' } })),
  },
)

const common = fc
  .tuple(
    fc.record({ certain: often(true), harmless: often(false), inside: fc.boolean(), of: fc.nat({ max: 4 }) }),
    finding,
  )
  .map(([flags, found]) => ({ ...flags, ...found }))

const run = one([
  'git push origin main',
  'git push --force',
  'npm test',
  'rm x',
  'curl x',
  './npm test',
  '? x',
  'git ?',
])
const path = one(['/srv/project/src/a', '/srv/project/.env', '/etc/hosts', '/srv/project/deep/x', '/home/user/notes/a'])

const effect: fc.Arbitrary<Effect> = common.chain((shared) =>
  fc.oneof(
    run.map((text): Effect => {
      const argv = text.split(' ').map((word) => (word === '?' ? null : word))
      const program = argv[0]?.replace('./', '') ?? null
      return { ...shared, type: 'run', argv, program, trusted: program !== null && program === argv[0] }
    }),
    fc
      .tuple(one(['read', 'write'] as const), path, path, fc.boolean(), one(['exact', 'tree'] as const))
      .map(([type, spelled, real, linked, reach]): Effect => ({
        ...shared,
        type,
        path: spelled,
        real: linked ? real : spelled,
        reach,
      })),
    one(['example.com', 'api.example.com']).map((host): Effect => ({
      ...shared,
      type: 'connect',
      scheme: 'https',
      host,
      port: '',
      path: '/api/x',
      internal: false,
    })),
    fc
      .subarray<Unknown['could'][number]>(['run', 'read', 'write', 'connect'])
      .map((could): Effect => ({ ...shared, type: 'unknown', why: 'so it was drawn', could })),
  ),
)

const TOOLS: readonly (readonly [tool: string, kind: Kind])[] = [
  ['Bash', 'shell'],
  ['Read', 'read'],
  ['Write', 'write'],
  ['WebFetch', 'url'],
  ['Ship', 'other'],
  ['mcp__github__get_me', 'mcp'],
]

const use: fc.Arbitrary<Use> = fc
  .tuple(common, one(TOOLS))
  .map(([shared, [tool, kind]]): Use => ({ ...shared, of: 0, certain: true, type: 'use', tool, kind }))

export const reading: fc.Arbitrary<Reading> = fc
  .record({
    use,
    effects: fc.array(effect, { maxLength: 5 }),
    agent: one([undefined, 'claude-code', 'codex']),
    input: one([{}, { command: 'git push' }, { target: 'prod' }, { n: 2 }, { n: '2' }]),
  })
  .map(({ use: used, effects, agent, input }): Reading => {
    const { tool, kind } = used
    const call = agent === undefined ? { tool, input } : { tool, input, agent }
    return { call, tool, kind, effects: [used, ...effects], readOnly: false, dangers: [] }
  })

function often(value: boolean): fc.Arbitrary<boolean> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.constant(!value) })
}
