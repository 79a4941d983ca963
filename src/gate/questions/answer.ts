/**
 * Part of the gate: checks whether a reply is a valid answer to a question.
 *
 * INVARIANT: an answer contains nothing that was not offered: it names the digest of the question, lasts no longer than
 * the cause of the question permits, and remembers only rules that were proven for this very call.
 */

import { LASTING } from '../../store/approval.ts'
import type { Answer, Asked, Lasting } from '../../store/approval.ts'
import { storable } from '../../store/encode.ts'
import { isTexts } from '../../engine/call.ts'
import type { Suggestion } from '../../engine/suggest.ts'
import { canonicalJson } from '../audit/canonical.ts'
import type { Reply } from '../asker.ts'
import { plainInput } from '../snapshot.ts'

/** Why an answer does not count. */
export type Refusal =
  | 'unknown' // no such question
  | 'ended' // answered before, cancelled, superseded
  | 'expired'
  | 'digest' // about something else than what was asked
  | 'not-offered'
  | 'invalid'

export class Refused extends Error {
  override readonly name = 'Refused'
  readonly refusal: Refusal

  constructor(refusal: Refusal, message: string) {
    super(message)
    this.refusal = refusal
  }
}

const LONGEST_WORDS = 10_000

/**
 * The complete answer; throws `Refused` if it does not count. `more`: offers besides those shown, proven for this very
 * call.
 */
export function checkAnswer(asked: Asked, reply: Reply, now: number, more: readonly Suggestion[] = []): Answer {
  if (typeof reply !== 'object' || reply === null) throw invalid('it is not an answer')
  const { behavior, lasts = 'once', by, words } = reply
  if (behavior !== 'allow' && behavior !== 'deny') throw invalid('it says neither allow nor deny')
  if (!LASTING.includes(lasts)) throw invalid('it does not say for how long')
  if (reply.digest !== asked.digest)
    throw new Refused('digest', 'The answer is about something else than what was asked; look at the question again.')
  if (typeof by !== 'string' || by.trim() === '' || !storable(by)) throw invalid('it does not say who answered')
  if (words !== undefined && (typeof words !== 'string' || words.length > LONGEST_WORDS))
    throw invalid(`its words are not text of at most ${LONGEST_WORDS} characters`)
  return {
    behavior,
    lasts,
    digest: asked.digest,
    by,
    rules: lasts === 'once' ? [] : offeredRules([...offersOf(asked), ...more], reply, lasts),
    ...untilOf(reply, now),
    ...usesOf(reply, lasts),
    ...(words === undefined || words.trim() === '' ? {} : { words }),
    ...inputOf(asked, reply),
  }
}

/** The rules that the answer names; without any, the narrowest offer for that duration. */
function offeredRules(all: readonly Offer[], { rules = [] }: Reply, lasts: Lasting): readonly string[] {
  const offers = all.filter((offer) => offer.lasts.includes(lasts))
  if (offers.length === 0) {
    const session = all.some((offer) => offer.lasts.includes('session')) ? ', or for the session' : ''
    throw new Refused(
      'not-offered',
      `This question cannot be answered for so long (${lasts}); answer it once${session}.`,
    )
  }
  const said = rules.length === 0 ? offers[0] : offers.find((offer) => isSame(offer.rules, rules))
  if (said === undefined) throw new Refused('not-offered', 'The answer names rules that were not on offer.')
  return said.rules
}

interface Offer {
  readonly rules: readonly string[]
  readonly lasts: readonly string[]
}

/** Another version may have written what the store returned; a malformed offer is ignored. */
function offersOf({ shown }: Asked): Offer[] {
  const offers: unknown = shown['suggestions']
  return Array.isArray(offers) ? offers.filter(isOffer) : []
}

function isOffer(value: unknown): value is Offer {
  if (typeof value !== 'object' || value === null) return false
  const { rules, lasts } = value as Partial<Record<keyof Offer, unknown>>
  return isTexts(rules) && rules.length > 0 && isTexts(lasts)
}

function isSame(a: readonly string[], b: unknown): boolean {
  return isTexts(b) && a.length === b.length && a.every((text, index) => text === b[index])
}

function untilOf({ until }: Reply, now: number): { until?: number } {
  if (until === undefined) return {}
  if (!Number.isSafeInteger(until) || until <= now)
    throw invalid('the time until which it holds is over, or is not a time')
  return { until }
}

/** Policy files cannot count uses, so an answer with a limited number of uses is kept in the session. */
function usesOf({ uses }: Reply, lasts: Lasting): { uses?: number } {
  if (uses === undefined) return {}
  if (!Number.isSafeInteger(uses) || uses < 1) throw invalid('the number of uses is not a number from 1')
  if (lasts === 'session') return { uses }
  if (lasts === 'once' && uses === 1) return {}
  throw new Refused('not-offered', 'An answer for a number of uses holds for the session, neither shorter nor longer.')
}

/** An input that was sent back unchanged is no change. */
function inputOf({ call }: Asked, { behavior, input }: Reply): Pick<Answer, 'input'> {
  if (input === undefined) return {}
  try {
    const changed = plainInput(input)
    if (canonicalJson(changed) === canonicalJson(call.input)) return {}
    if (behavior === 'deny') throw new Error('it denies what it changes')
    return { input: changed }
  } catch (error) {
    throw invalid(error instanceof Error ? `of the changed call, ${error.message}` : 'the changed input cannot be read')
  }
}

function invalid(why: string): Refused {
  return new Refused('invalid', `The answer does not count: ${why}.`)
}
