/**
 * The one decision function. Read it beside `spec/decide.md`; the numbers are the same.
 *
 *     decide(call) = the strictest verdict over every part of the call        deny > ask > allow
 *
 * INVARIANT: pure, synchronous, total. Nothing returns allow before deny and ask rules were put to every effect.
 */

import type { Circumstances, CompiledPolicy } from './compile.ts'
import type { Reading } from './effect.ts'
import { Evidence } from './evidence.ts'
import { factOf } from './fact.ts'
import type { Fact, Sentence } from './fact.ts'
import { Lookup } from './lookup.ts'
import { STEPS } from './mode.ts'
import type { Mode } from './mode.ts'
import type { Part } from './part.ts'
import { partsOf } from './part.ts'
import type { Policy } from './policy.ts'
import type { Behavior, Rule } from './rule.ts'
import * as sentence from './sentences.ts'
import { ruleOf, traced } from './trace.ts'
import { isStricter } from './verdict.ts'
import type { TraceStep, Verdict } from './verdict.ts'

export function decide(
  reading: Reading,
  compiled: CompiledPolicy,
  circumstances: Circumstances,
  trace?: TraceStep[],
): Verdict {
  return new Decided(judgeCall(reading, compiled, circumstances, trace), reading, compiled.policy)
}

/** The sentence is built when it is first read, since for most allows nobody reads it. Printing includes it. */
class Decided implements Verdict {
  readonly behavior: Behavior
  readonly code: string
  readonly rule: Rule | undefined
  readonly effect: number
  readonly safety: boolean
  readonly mode: Mode
  readonly enforced: boolean
  readonly reading: Reading
  readonly #fact: Fact
  readonly #policy: Policy

  constructor(fact: Fact, reading: Reading, policy: Policy) {
    this.behavior = fact.says
    this.code = fact.code
    this.rule = fact.rule
    this.effect = fact.effect
    this.safety = fact.safety
    this.mode = policy.mode
    this.enforced = policy.enforce
    this.reading = reading
    this.#fact = fact
    this.#policy = policy
  }

  get reason(): string {
    return this.#fact.sentence(this.#fact, this.reading, this.#policy)
  }

  toJSON(): Verdict {
    const { behavior, code, reason, rule, effect, safety, mode, enforced, reading } = this
    return { behavior, code, reason, rule, effect, safety, mode, enforced, reading }
  }

  [Symbol.for('nodejs.util.inspect.custom')](): Verdict {
    return this.toJSON()
  }
}

function judgeCall(
  reading: Reading,
  compiled: CompiledPolicy,
  circumstances: Circumstances,
  trace?: TraceStep[],
): Fact {
  if (compiled.policy.broken !== undefined) return denied('policy-broken', sentence.broken)
  // 1 hidden tool
  const { call, tool, effects } = reading
  if (compiled.policy.tools.length > 0 && !compiled.visible([call.tool, tool, ...(effects[0].names ?? [])])) {
    trace?.push({ effect: 0, question: 'hidden tool', answer: 'yes', behavior: 'deny' })
    return denied('tool-hidden', sentence.hidden)
  }
  const lookup = new Lookup(reading, compiled, circumstances)
  if (trace === undefined && onlyReads(reading) && lookup.restrictingAny() === undefined)
    return factOf('read-only', effects.length > 1 ? 1 : 0, 'allow', sentence.readOnly)
  const evidence = new Evidence(reading, compiled.policy, lookup)
  let strictest: Fact | undefined
  for (const part of partsOf(reading)) {
    const judged = judgePart(part, evidence, trace)
    if (strictest === undefined || outweighs(judged, strictest)) strictest = judged
    if (strictest.says === 'deny' && trace === undefined) break
  }
  return strictest as Fact
}

/**
 * A shell line that only reads and that no check has anything against: unless a rule does, every mode allows all its
 * parts.
 */
function onlyReads({ kind, effects }: Reading): boolean {
  if (kind !== 'shell') return false
  for (const { finding, harmless } of effects) if (finding !== undefined || !harmless) return false
  return true
}

const denied = (code: string, why: Sentence): Fact => factOf(code, 0, 'deny', why)

/** 2 to 9: the mode's steps, the first that answers wins. */
export function judgePart(part: Part, evidence: Evidence, trace?: TraceStep[]): Fact {
  for (const { question, yes, no } of STEPS[evidence.policy.mode]) {
    const found = evidence.answer(question, part)
    const outcome = found === undefined ? no : yes
    trace?.push(traced(question, found, outcome, part))
    if (outcome === 'pass') continue
    const fact = saying(outcome, found ?? evidence.notReadOnly(part))
    if (fact.says !== 'ask') return fact
    // A person's earlier answer takes the place of this ask; it never beats a check's deny or a safety ask.
    const answer = evidence.answered(fact, part)
    if (answer === undefined) return evidence.withSafety(fact, part)
    trace?.push({ effect: answer.effect, question: 'answer', answer: 'yes', behavior: answer.says, ...ruleOf(answer) })
    if (answer.says === 'deny') return answer
    const check = evidence.answer('check', part)
    if (check?.says === 'deny') return check
    const safety = evidence.policy.mode === 'bypass' ? undefined : evidence.answer('safety ask', part)
    return safety ?? answer
  }
  return saying('ask', evidence.notReadOnly(part))
}

/** The fact, with the behaviour that the step turns it into. */
function saying(outcome: Behavior | 'as said', fact: Fact): Fact {
  if (outcome === 'as said' || outcome === fact.says) return fact
  const isUnasked = fact.says === 'ask' && outcome === 'deny'
  return { ...fact, says: outcome, sentence: isUnasked ? sentence.unasked(fact.sentence) : fact.sentence }
}

/**
 * The stricter fact wins. If both are equally strict, the first one wins, with exceptions: of two asks, a safety ask,
 * and then one that names a rule, because that rule is the cause; of two allows, one that names a rule, and then one
 * that does more than read.
 */
function outweighs(a: Fact, b: Fact): boolean {
  if (a.says !== b.says) return isStricter(a.says, b.says)
  if (a.says === 'ask' && a.safety !== b.safety) return a.safety
  if (a.says === 'deny') return false
  if ((a.rule === undefined) !== (b.rule === undefined)) return a.rule !== undefined
  return a.says === 'allow' && b.code === 'read-only' && a.code !== 'read-only'
}
