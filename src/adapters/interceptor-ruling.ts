/**
 * Part of the interceptor port: turns what a gate returned into a ruling.
 *
 * INVARIANT: only an object that says `allow` and contains the input to run is an allow. Anything else is a denial.
 */

import { isObject, isTexts } from '../engine/call.ts'
import type { Call, Input } from '../engine/call.ts'
import type { Suggestion } from '../engine/suggest.ts'
import { messageOf } from '../engine/thrown.ts'
import { Cancelled, Late } from './interceptor-deadline.ts'

export interface Ruling {
  readonly behavior: 'allow' | 'deny' | 'ask'
  /** The text for the model. */
  readonly reason: string
  readonly code: string
  /** The person who answered this very call; undefined if the policy or an earlier answer settled it. */
  readonly by?: string
  /** The approval with that person's answer. */
  readonly approval?: string
  /** What that person wrote. */
  readonly words?: string
  /** What to run, and nothing else: the call's own input, or the input as a person changed it. */
  readonly input: Input
  /** Whether the input is not the call's own: then a client that cannot run another input must not run this call. */
  readonly edited: boolean
  /** The decision's id; `outcome` needs it. */
  readonly id?: string
  /** False if the policy only records: the client must go on as if nobody had been asked. */
  readonly enforced?: false
  /** Which rules could be remembered, if it asks. */
  readonly suggestions: readonly Suggestion[]
}

export const MEND = 'Tell the person you work for; trying again will not help until it is fixed.'

/** @param mayAsk whether `ask` is a valid answer here, or one that nobody would put to a person */
export function readRuling(answer: unknown, given: Input, mayAsk: boolean): Ruling {
  if (!isObject(answer)) return garbage('no answer', given)
  const { behavior, reason, code, by, approval, words, input, id, shown, verdict } = answer
  const said = {
    reason: typeof reason === 'string' && reason !== '' ? reason : 'The policy gives no reason.',
    code: typeof code === 'string' ? code : 'gate-failed',
    ...(typeof by === 'string' && by !== '' ? { by } : {}),
    ...(typeof approval === 'string' ? { approval } : {}),
    ...(typeof words === 'string' ? { words } : {}),
    ...(typeof id === 'string' && id !== '' ? { id } : {}),
    ...(isObject(verdict) && verdict['enforced'] === false ? { enforced: false as const } : {}),
  }
  if (behavior === 'deny') return { ...said, behavior, input: given, edited: false, suggestions: [] }
  if (behavior === 'ask' && mayAsk)
    return { ...said, behavior, input: given, edited: false, suggestions: suggestionsOf(shown) }
  if (behavior !== 'allow') return garbage('an answer that neither allows nor denies', given)
  if (!isObject(input)) return garbage('an answer that does not say what to run', given)
  const edited = !isSame(input, given)
  return { ...said, behavior, input: edited ? input : given, edited, suggestions: [] }
}

/** JavaScript reads `1e400` as infinity, and writes that as `null`, so the two inputs would not be the same. */
function isSame(decided: Input, given: Input): boolean {
  const text = JSON.stringify(decided)
  if (text !== JSON.stringify(given)) return false
  return !text.includes('null') || JSON.stringify(decided, withNumbers) === JSON.stringify(given, withNumbers)
}

function withNumbers(_: string, value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value
}

/** A ruling for an error on the way. */
export function failure(error: unknown, call: Call): Ruling {
  const input = inputOf(call)
  if (error instanceof Cancelled)
    return denial('cancelled', 'Not allowed: the call was given up before it was decided.', input)
  if (error instanceof Late)
    return denial('gate-failed', `Not allowed: Countersign did not decide in time (${error.message}). ${MEND}`, input)
  return denial('gate-failed', `Not allowed: Countersign failed to decide (${messageOf(error)}). ${MEND}`, input)
}

export function denial(code: string, reason: string, input: Input): Ruling {
  return { behavior: 'deny', code, reason, input, edited: false, suggestions: [] }
}

/**
 * If the client requires a person, the policy's own allow is not enough; this also covers gates that do not know of
 * such a wish.
 */
export function byPerson(ruling: Ruling): Ruling {
  if (ruling.behavior !== 'allow' || ruling.by !== undefined || ruling.enforced === false) return ruling
  const reason =
    'Not allowed: a person has to approve this, and the policy must not stand in for one. Go on without it, or tell the person you work for what you need.'
  return { ...ruling, behavior: 'deny', code: 'needs-person', reason }
}

/**
 * For clients that can only run a call as it is: if a person changed the input, the call is refused, and the model is
 * told which call to make.
 */
export function asGiven(ruling: Ruling): Ruling {
  if (ruling.behavior !== 'allow' || !ruling.edited) return ruling
  const reason = `Allowed only as a person has changed it. Make the call again with ${JSON.stringify(ruling.input)}.`
  return { ...ruling, behavior: 'deny', code: 'edited', reason }
}

function garbage(what: string, input: Input): Ruling {
  return denial('gate-failed', `Not allowed: Countersign gave ${what}. ${MEND}`, input)
}

function suggestionsOf(shown: unknown): readonly Suggestion[] {
  const listed = isObject(shown) ? shown['suggestions'] : undefined
  return Array.isArray(listed) ? listed.filter(isSuggestion) : []
}

function isSuggestion(value: unknown): value is Suggestion {
  return isObject(value) && isTexts(value['rules']) && isTexts(value['lasts'])
}

function inputOf(call: unknown): Input {
  try {
    const input = isObject(call) ? call['input'] : undefined
    return isObject(input) ? input : {}
  } catch {
    return {}
  }
}
