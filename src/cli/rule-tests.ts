/**
 * Part of the command line: the rules' own tests. Does each rule, alone, match what it says it matches, and nothing
 * that it says it does not match?
 *
 * INVARIANT: a call that cannot be read, or whose decision fails, is a failed test.
 */

import { KINDS } from '../engine/call.ts'
import type { Call } from '../engine/call.ts'
import { EMPTY_POLICY } from '../engine/policy.ts'
import type { Rule } from '../engine/rule.ts'
import { messageOf } from '../engine/thrown.ts'
import type { TraceStep } from '../engine/verdict.ts'
import { createEngine } from '../gate/engine.ts'
import type { Engine, EngineOptions } from '../gate/engine.ts'
import { canonicalTool } from '../vocabulary/canonical.ts'
import { callFrom } from './call-argument.ts'

export interface RuleTest {
  readonly rule: Rule
  readonly call: string
  /** Whether the rule should match it. */
  readonly wanted: boolean
  readonly ok: boolean
  /** Why a test failed: what this rule alone makes of the call, or why it is not a call. */
  readonly why?: string
}

type Here = Pick<EngineOptions, 'cwd' | 'root' | 'home' | 'fs'>

export function testRules(rules: readonly Rule[], here: Here): RuleTest[] {
  return rules.flatMap((rule) => {
    const { match = [], notMatch = [] } = rule
    if (match.length + notMatch.length === 0) return []
    const held = holding(rule, here)
    return [
      ...match.map((call) => tested(rule, call, true, held)),
      ...notMatch.map((call) => tested(rule, call, false, held)),
    ]
  })
}

interface Held {
  readonly matches: boolean
  readonly reason: string
}

function tested(rule: Rule, text: string, wanted: boolean, held: (call: Call) => Held): RuleTest {
  const test = { rule, call: text, wanted }
  try {
    const { matches, reason } = held(callIn(text, rule.agents?.[0]))
    return matches === wanted ? { ...test, ok: true } : { ...test, ok: false, why: reason }
  } catch (error) {
    return { ...test, ok: false, why: messageOf(error) }
  }
}

/** A command line, or a tool and its input, as `check` takes them. */
function callIn(text: string, agent: string | undefined): Call {
  const [, tool = '', input = ''] = /^\s*([A-Z]\w*|mcp__\S+)\s+(\S[^]*)$/.exec(text) ?? []
  const isTool = input.startsWith('{') || (tool !== '' && canonicalTool(tool) !== undefined)
  return callFrom(isTool ? [tool, input] : [text], agent)
}

/** Asks the rule alone, even if it has expired: the test is about what it says. */
function holding({ expires: _expires, ...rule }: Rule, here: Here): (call: Call) => Held {
  const alone = createEngine({ ...here, policy: { ...EMPTY_POLICY, rules: [rule] } })
  if (rule.behavior !== 'allow') return (call) => restricts(alone, call)
  const everyKind = KINDS.map((kind): Rule => ({ behavior: 'ask', rule: kind, source: { layer: 'user' } }))
  const asked = createEngine({ ...here, policy: { ...EMPTY_POLICY, rules: everyKind } }).withAnswers([rule])
  return (call) => permits(alone, asked, call)
}

function restricts(alone: Engine, call: Call): Held {
  const trace: TraceStep[] = []
  const { reason } = alone.decide(call, trace)
  return { matches: trace.some(({ rule, answer }) => rule !== undefined && answer !== 'no'), reason }
}

/**
 * Whether the rule lets the call pass. A read-only call would pass without it, so the rule is tried where everything is
 * asked about.
 */
function permits(alone: Engine, asked: Engine, call: Call): Held {
  const { behavior, rule, reason } = alone.decide(call)
  if (behavior !== 'allow') return { matches: false, reason }
  if (rule !== undefined) return { matches: true, reason }
  const matches = asked.decide(call).behavior === 'allow'
  return { matches, reason: matches ? `covered, though it would pass without a rule: ${reason}` : reason }
}
