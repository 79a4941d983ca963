/** Part of the gate: whether a grant still counts, and why not. */

import type { Grant } from '../../store/grant.ts'

export type GrantState = 'live' | 'revoked' | 'expired' | 'used up'

export function stateOfGrant({ revokedAt, until, usesLeft }: Grant, now: number): GrantState {
  if (revokedAt !== null) return 'revoked'
  if (until !== null && until <= now) return 'expired'
  return usesLeft !== null && usesLeft <= 0 ? 'used up' : 'live'
}
