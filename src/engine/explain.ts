/** The whole story of one verdict: the steps taken, and the smallest changes that would change it. */

import type { Circumstances, CompiledPolicy } from './compile.ts'
import { compileRule } from './compiled-rule.ts'
import { decide } from './decide.ts'
import type { Effect, Reading } from './effect.ts'
import { withoutConditions } from './explain-conditions.ts'
import type { Condition } from './explain-conditions.ts'
import type { Mode } from './mode.ts'
import type { Behavior, Rule } from './rule.ts'
import { suggest } from './suggest.ts'
import type { Suggestion } from './suggest.ts'
import { citeRule } from './verdict.ts'
import type { TraceStep, Verdict } from './verdict.ts'

export interface Change {
  /** What to do, as a clause: "allow rule `shell(npm publish:*)`". */
  readonly what: string
  readonly becomes: Behavior
  /** For a rule that exists already: the conditions that keep it from changing the verdict. */
  readonly without?: readonly Condition[]
}

export interface Explanation {
  readonly verdict: Verdict
  readonly trace: readonly TraceStep[]
  readonly suggestions: readonly Suggestion[]
  readonly changes: readonly Change[]
}

export function explain(reading: Reading, compiled: CompiledPolicy, circumstances: Circumstances): Explanation {
  const trace: TraceStep[] = []
  const verdict = decide(reading, compiled, circumstances, trace)
  const suggestions = suggest(verdict, compiled, circumstances)
  return { verdict, trace, suggestions, changes: changesOf(verdict, suggestions, compiled, circumstances) }
}

function changesOf(
  verdict: Verdict,
  suggestions: readonly Suggestion[],
  compiled: CompiledPolicy,
  circumstances: Circumstances,
): readonly Change[] {
  const { reading, rule, behavior, code, mode } = verdict
  const changes: Change[] = []
  if (code === 'policy-broken') return [{ what: 'mending the policy file', becomes: 'allow' }]
  if (code === 'tool-hidden') {
    const becomes = decide(reading, { ...compiled, visible: () => true }, circumstances).behavior
    return [{ what: `taking ${reading.call.tool} out of \`tools.disallowed\`, or into \`tools.allowed\``, becomes }]
  }
  if (rule !== undefined) {
    const becomes = decide(reading, compiled, { ...circumstances, without: rule }).behavior
    if (becomes !== behavior) changes.push({ what: `without ${citeRule(rule)}`, becomes })
  }
  changes.push(...withoutConditions(verdict, compiled, circumstances))
  const first = suggestions[0]
  if (first !== undefined) {
    const texts = first.rules.map((text) => `\`${text}\``).join(' and ')
    const sessionOnly = !first.lasts.includes('always')
    changes.push({
      what: sessionOnly ? `the answer ${texts} for this session` : `allow rule ${texts}`,
      becomes: 'allow',
    })
  }
  if (verdict.safety)
    changes.push({ what: "a person's answer for this once; no allow rule silences a safety ask", becomes: 'allow' })
  if (behavior !== 'allow') changes.push(...otherModes(verdict, compiled, circumstances, mode))
  else if (rule === undefined) changes.push(...denying(verdict, compiled, circumstances))
  return changes
}

/** A deny rule for the effect that decided, if that rule really makes the verdict deny. */
function denying(verdict: Verdict, compiled: CompiledPolicy, circumstances: Circumstances): Change[] {
  const rule: Rule = {
    behavior: 'deny',
    rule: wholeRule(verdict.reading, verdict.effect),
    source: { layer: 'session' },
  }
  try {
    const plus = { as: 'rules', rules: [compileRule(rule, 0, compiled.world)] } as const
    if (decide(verdict.reading, compiled, { ...circumstances, plus }).behavior !== 'deny') return []
    return [{ what: `deny rule \`${rule.rule}\``, becomes: 'deny' }]
  } catch {
    return []
  }
}

/** Only modes that would change the answer, the mildest step first. */
function otherModes(verdict: Verdict, compiled: CompiledPolicy, circumstances: Circumstances, mode: Mode): Change[] {
  const candidates: readonly Mode[] = mode === 'explore' || mode === 'dontAsk' ? ['default'] : ['acceptEdits', 'bypass']
  for (const candidate of candidates) {
    const becomes = decide(verdict.reading, withPolicy(compiled, { mode: candidate }), circumstances).behavior
    if (becomes !== verdict.behavior) return [{ what: `mode ${candidate}`, becomes }]
  }
  return []
}

function withPolicy(compiled: CompiledPolicy, change: Partial<CompiledPolicy['policy']>): CompiledPolicy {
  return { ...compiled, policy: { ...compiled.policy, ...change } }
}

/** A restriction that certainly matches the effect. */
function wholeRule(reading: Reading, index: number): string {
  const effect = reading.effects[index] as Effect
  switch (effect.type) {
    case 'run':
      return `shell(${effect.program ?? effect.argv[0] ?? '*'}:*)`
    case 'read':
    case 'write':
      return `${effect.type}(/${effect.path.replace(/[\\*?[\]{}]/g, '\\$&')})`
    case 'connect':
      return `url(${effect.host})`
    default:
      return reading.tool
  }
}
