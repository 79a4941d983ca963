import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compile } from '../engine/compile.ts'
import { decide } from '../engine/decide.ts'
import type { Finding, Reading } from '../engine/effect.ts'
import { MODES } from '../engine/mode.ts'
import { BEHAVIORS } from '../engine/rule.ts'
import type { Layer } from '../engine/rule.ts'
import type { Verdict } from '../engine/verdict.ts'
import { canonicalTool } from '../vocabulary/canonical.ts'
import { mergeLayers } from './layers.ts'
import type { Merged } from './layers.ts'
import { readPolicyObject } from './object.ts'

const PLACE = { cwd: '/srv/project/sub', root: '/srv/project', home: '/home/user' }

function merge(policies: Partial<Record<Layer, object>>): Merged {
  const documents = Object.entries(policies).map(([layer, policy]) => {
    const { document } = readPolicyObject(policy, layer as Layer)
    if (document === undefined || document.broken !== undefined) throw new Error('the generated policy is not sound')
    return document
  })
  return mergeLayers(documents, { ...PLACE, trusted: false })
}

describe('law: an untrusted document never loosens', () => {
  const tools = ['Bash', 'Read', 'Write', 'Task', 'Frobnicate']
  const rules = fc.array(fc.constantFrom('shell', 'read', 'write', 'Task', 'Frobnicate', '*', 'other'), {
    maxLength: 2,
  })
  const fields: Record<string, fc.Arbitrary<unknown>> = {
    mode: fc.constantFrom(...MODES),
    allow: rules,
    ask: rules,
    deny: rules,
    kinds: fc.dictionary(fc.constantFrom('shell', 'read', 'other'), fc.constantFrom(...BEHAVIORS), { maxKeys: 2 }),
    otherwise: fc.constantFrom(...BEHAVIORS),
    enforce: fc.boolean(),
    tools: fc.record({ allowed: fc.subarray(tools), disallowed: fc.subarray(tools, { maxLength: 1 }) }),
  }
  // Few fields at a time: where everything is restricted, nothing is left that could be loosened.
  const policies = fc
    .subarray(Object.keys(fields), { maxLength: 2 })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, fields[name] ?? rules]))))
  const findings = fc.option(
    fc.record({
      says: fc.constantFrom<Finding['says']>('allow', 'ask', 'safety', 'deny'),
      code: fc.constant('x'),
      why: fc.constant('x'),
    }),
    { nil: undefined },
  )
  const readings = fc.record({
    tool: fc.constantFrom(...tools),
    harmless: fc.boolean(),
    inside: fc.boolean(),
    finding: findings,
  })

  test('whatever the policies and the call', () => {
    fc.assert(
      fc.property(
        policies,
        policies,
        policies,
        policies,
        fc.constantFrom<Layer>('project', 'local'),
        readings,
        (...[managed, user, session, stranger, layer, of]) => {
          const base = { managed, user, session }
          const before = verdict(merge(base), of)
          const after = verdict(merge({ ...base, [layer]: stranger }), of)
          expect(wins(before, after)).toBe(false)
          expect(before.enforced && !after.enforced).toBe(false)
        },
      ),
      { numRuns: 1500 },
    )
  })

  /** An ask rule may put what would be denied for want of a rule before a person; nothing may undo a rule or be allowed. */
  function wins(before: Verdict, after: Verdict): boolean {
    if (before.code === 'deny-rule' || before.code === 'tool-hidden') return after.behavior !== 'deny'
    return before.behavior !== 'allow' && after.behavior === 'allow'
  }

  function verdict(
    { policy }: Merged,
    of: { tool: string; harmless: boolean; inside: boolean; finding: Finding | undefined },
  ) {
    const { tool, finding, ...rest } = of
    const kind = canonicalTool(tool)?.kind ?? 'other'
    const use = { type: 'use', tool, kind, certain: true, of: 0, ...rest, ...(finding && { finding }) } as const
    const reading: Reading = {
      call: { tool, input: {} },
      tool,
      kind,
      effects: [use],
      readOnly: of.harmless,
      dangers: [],
    }
    const world = { ...PLACE, caseInsensitive: false, tool: canonicalTool }
    return decide(reading, compile(policy, world), { now: 0 })
  }
})
