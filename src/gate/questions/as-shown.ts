/** Part of the gate: whether this is still the question that a person was shown. */

import type { Approval } from '../../store/approval.ts'
import { canonicalJson } from '../audit/canonical.ts'
import type { Decided } from '../decider.ts'
import { digestOf } from '../digest.ts'
import type { Shown } from '../shown.ts'

/**
 * Whether a person who looked at the question would still see the same. A new version of the policy alone does not make
 * it another question: perhaps only an unrelated rule was added or removed.
 */
export function isStillAsShown(approval: Approval, { verdict }: Decided, shown: Shown | undefined): boolean {
  const before = approval.shown as Partial<Shown>
  if (digestOf(verdict.reading, String(before.policy)) !== approval.digest) return false
  return shown === undefined || seen(shown) === seen(before)
}

/** Whether the answer is about this very call, as it was asked or as the person changed it. */
export function isAnsweredBy({ call, answer }: Approval, { verdict }: Decided): boolean {
  const { tool, input, cwd } = verdict.reading.call
  const meant = { tool: call.tool, input: answer?.input ?? call.input, cwd: call.cwd }
  return canonicalJson({ tool, input, cwd }) === canonicalJson(meant)
}

/**
 * Whether the person who said yes was shown what this call would touch, and every danger. The call itself may be
 * another one, as a part of a whole is; but through a link made since, or in another folder, it leads to something that
 * nobody has seen.
 */
export function isWithin({ shown: before }: Approval, { safety, effects }: Shown): boolean {
  const { safety: wasSafety, effects: were = [] } = before as Partial<Shown>
  const isNew = safety && wasSafety !== true
  return effects.every(({ type, text, real, harmless }) => {
    const touches = real !== undefined || (TOUCHES.has(type) && !harmless)
    if (type === 'use' || !(touches || isNew)) return true
    return were.some((effect) => effect.text === text && effect.real === real)
  })
}

const TOUCHES: ReadonlySet<string> = new Set(['read', 'write', 'connect', 'run'])

function seen({ reason, code, rule, safety, effects, dangers }: Partial<Shown>): string {
  return canonicalJson({ reason, code, rule, safety, effects, dangers })
}
