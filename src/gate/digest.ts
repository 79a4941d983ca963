/**
 * Part of the gate: a short name for exactly what a person is shown.
 *
 * INVARIANT: calls that differ in tool, input or working directory, in where their paths lead, or in the policy they
 * were judged by, have different digests. An answer names one digest and applies to nothing else.
 */

import type { Reading } from '../engine/effect.ts'
import type { Policy } from '../engine/policy.ts'
import { canonicalJson } from './audit/canonical.ts'
import { sha256 } from './sha256.ts'

/** `reading.call` must be a snapshot: plain JSON of bounded depth. */
export function digestOf(reading: Reading, policyVersion: string): string {
  const { tool, input, cwd } = reading.call
  const paths = reading.effects.flatMap((effect) =>
    effect.type === 'read' || effect.type === 'write' ? [[effect.type, effect.path, effect.real]] : [],
  )
  return nameOf({ tool, input, cwd, paths, policy: policyVersion })
}

/**
 * Names the merged policy, whatever files it came from. Answers are left out, because they change with every question.
 */
export function policyVersion(policy: Policy): string {
  return nameOf({ ...policy, answers: [] }).slice(0, 16)
}

function nameOf(value: unknown): string {
  return sha256(Buffer.from(canonicalJson(value))).toString('hex')
}
