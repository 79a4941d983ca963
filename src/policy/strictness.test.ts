import { expect, test } from 'vitest'
import { compile } from '../engine/compile.ts'
import { decide } from '../engine/decide.ts'
import type { Finding, Reading } from '../engine/effect.ts'
import { MODES } from '../engine/mode.ts'
import type { Mode } from '../engine/mode.ts'
import { EMPTY_POLICY } from '../engine/policy.ts'
import { BEHAVIORS } from '../engine/rule.ts'
import type { Behavior, Rule } from '../engine/rule.ts'
import { canonicalTool } from '../vocabulary/canonical.ts'
import { isTighter } from './strictness.ts'

const SAYS: readonly (Finding['says'] | undefined)[] = ['allow', 'ask', 'safety', 'deny', undefined]
const RULES: readonly (Behavior | undefined)[] = ['allow', 'ask', undefined]
const WORLD = { root: '/srv/project', home: '/home/user', caseInsensitive: false, tool: canonicalTool }

/** What each mode allows, over every sort of call, rule and `otherwise`. */
function allowedBy(mode: Mode): Set<string> {
  const allowed = new Set<string>()
  for (const otherwise of BEHAVIORS) {
    for (const behavior of RULES) {
      const rules: Rule[] = behavior === undefined ? [] : [{ behavior, rule: '*', source: { layer: 'user' } }]
      const compiled = compile({ ...EMPTY_POLICY, mode, otherwise, rules }, WORLD)
      for (const reading of readings()) {
        const verdict = decide(reading, compiled, { now: 0 })
        if (verdict.behavior === 'allow') allowed.add(JSON.stringify([otherwise, behavior, reading]))
      }
    }
  }
  return allowed
}

function readings(): Reading[] {
  const flags = [true, false]
  return ['Bash', 'Read', 'Write', 'Task'].flatMap((tool) =>
    SAYS.flatMap((says) =>
      flags.flatMap((harmless) =>
        flags.map((inside): Reading => {
          const kind = canonicalTool(tool)?.kind ?? 'other'
          const finding = says && { finding: { says, code: 'x', why: 'x' } }
          const use = { type: 'use', tool, kind, certain: true, of: 0, harmless, inside, ...finding } as const
          return { call: { tool, input: {} }, tool, kind, effects: [use], readOnly: harmless, dangers: [] }
        }),
      ),
    ),
  )
}

test('a mode is tighter than another exactly when it allows nothing that the other does not', () => {
  const allowed = new Map(MODES.map((mode) => [mode, allowedBy(mode)]))
  for (const from of MODES) {
    for (const to of MODES) {
      if (from === to) continue
      const won = [...(allowed.get(to) ?? [])].filter((call) => !allowed.get(from)?.has(call))
      expect([from, to, isTighter('mode', to, from)], won[0]).toEqual([from, to, won.length === 0])
    }
  }
})

test('deny is tighter than ask, ask than allow, enforcing than recording', () => {
  expect(isTighter('otherwise', 'deny', 'ask')).toBe(true)
  expect(isTighter('otherwise', 'ask', 'allow')).toBe(true)
  expect(isTighter('otherwise', 'allow', 'ask')).toBe(false)
  expect(isTighter('enforce', true, false)).toBe(true)
  expect(isTighter('enforce', false, true)).toBe(false)
})
