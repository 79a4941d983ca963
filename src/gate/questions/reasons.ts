/** Part of the gate: what the model is told after a person was asked, in one or two sentences it can act on. */

import type { Verdict } from '../../engine/verdict.ts'
import type { Answer, Approval } from '../../store/approval.ts'
import { NO_CHANNEL, STOPPING } from './open-question.ts'

const HOW_LONG: Readonly<Record<Answer['lasts'], string>> = {
  once: 'once',
  session: 'for this session',
  project: 'in this project',
  always: 'always',
}

export function answeredReason({ behavior, lasts, by, words, uses, until }: Answer): string {
  const times = uses === undefined ? '' : `, ${uses} ${uses === 1 ? 'time' : 'times'}`
  const end = until === undefined || lasts === 'once' ? '' : `, until ${new Date(until).toISOString()}`
  const wrote = words === undefined ? '' : ` They wrote: ${words}`
  if (behavior === 'allow') return `Allowed ${HOW_LONG[lasts]}${times}${end} by ${by}.${wrote}`
  const advice = words === undefined ? ' Do not try the same in another way; ask what to do instead.' : ''
  return `Denied ${HOW_LONG[lasts]}${times}${end} by ${by}.${wrote}${advice}`
}

/**
 * For a question that the client does not ask again: says that a person has allowed it before, and whether that was for
 * this very call.
 */
export function wentByReason({ by }: Answer, wasThis: boolean): string {
  return `The client goes by an earlier yes of ${by}${wasThis ? '' : ' to another call'}.`
}

/** For a question that ended without an answer. */
export function unansweredReason({ state, note, shown }: Approval): { readonly code: string; readonly reason: string } {
  const asked = `Not allowed: ${askedBecause(shown)}`
  if (state === 'expired')
    return {
      code: 'no-answer',
      reason: `${asked}, and nobody answered in time. Go on without it, or try again later.`,
    }
  if (note === STOPPING)
    return {
      code: 'stopping',
      reason: `Not allowed yet: ${STOPPING} The question stays open; try the same call again.`,
    }
  const why = (note ?? 'The asking was called off.').replace(/\.$/, '')
  const isNobody = why.startsWith(NO_CHANNEL)
  const advice = isNobody ? 'Go on without it, or tell the person you work for what you need.' : 'Go on without it.'
  return {
    code: isNobody ? 'no-channel' : 'cancelled',
    reason: `${asked}. ${why}. ${advice}`,
  }
}

/** A model that knows why a person had to be asked can do without the call, or try another way. */
function askedBecause({ reason }: Approval['shown']): string {
  if (typeof reason !== 'string' || reason === '') return 'a person had to be asked'
  return `${reason.charAt(0).toLowerCase()}${reason.slice(1).replace(/\.$/, '')}, so a person had to be asked`
}

export function notEnforcedReason({ behavior, reason }: Verdict): string {
  if (behavior === 'allow') return reason
  return `Let through because the policy only records; it would have ${behavior === 'deny' ? 'been denied' : 'been asked about'}: ${reason}`
}
