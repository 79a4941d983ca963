/**
 * Part of the Copilot SDK adapter: turns a ruling into a result of `onPermissionRequest`.
 *
 * INVARIANT: there is always an answer, since without one the session hangs; and a rejection always says why, since
 * without feedback it ends the turn.
 */

import { toModel } from '../interceptor.ts'
import type { Ruling } from '../interceptor.ts'
import type { LegacyResult, PermissionResult } from './protocol.ts'

export function resultOf(ruling: Ruling): PermissionResult {
  return ruling.behavior === 'allow' ? { kind: 'approve-once' } : { kind: 'reject', feedback: toModel(ruling) }
}

export function legacyResultOf({ behavior, by, code }: Ruling): LegacyResult {
  if (behavior === 'allow') return { kind: 'approved' }
  if (by !== undefined) return { kind: 'denied-interactively-by-user' }
  if (UNASKED.has(code)) return { kind: 'denied-no-approval-rule-and-could-not-request-from-user' }
  return { kind: 'denied-by-rules' }
}

const UNASKED = new Set(['no-answer', 'no-channel', 'cancelled', 'gate-failed', 'needs-person'])
