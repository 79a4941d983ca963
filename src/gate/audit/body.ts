/**
 * Part of the audit: the defaults in a decision's record. They are left out when it is written and put back when it is
 * read, because every byte goes through a hash, a log and a table.
 *
 * INVARIANT: `bodyOf` the text of a short form is the body it was made from, with its names in order. A record with
 * every field, as earlier versions wrote it, comes back unchanged.
 */

import { isObject } from '../../engine/call.ts'

type Body = Readonly<Record<string, unknown>>

/** A record's body as it is shown; empty if it is not an object. */
export function bodyOf(text: string): Body {
  const shown = shownBody(text)
  return isObject(shown) ? shown : {}
}

/** The body for faces that show everything: a text that is not JSON is shown as text. */
export function shownBody(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? inFull(value) : value
  } catch {
    return text
  }
}

/** Only a decision that was made is shortened: a failed one has no trace and stays as it is. */
export function inShort(body: Body): Body {
  const { trace, effects, dangers, enforced, project, call, ...rest } = body
  if (!Array.isArray(trace)) return body
  return {
    ...rest,
    call,
    dangers: Array.isArray(dangers) && dangers.length === 0 ? undefined : dangers,
    effects: Array.isArray(effects) ? effects.map(effectInShort) : effects,
    enforced: enforced === true ? undefined : enforced,
    project: project === cwdOf(call) ? undefined : project,
    trace: traceInShort(trace, body['rule']),
  }
}

/**
 * A record that was too large ends early. Only if the verdict, its last name, is there were all missing fields left out
 * on purpose.
 */
function inFull(body: Body): Body {
  const { trace, effects, call, verdict } = body
  if (!Array.isArray(trace) || verdict === undefined) return body
  return inOrder({
    dangers: [],
    enforced: true,
    project: cwdOf(call),
    ...body,
    ...(Array.isArray(effects) ? { effects: effects.map(effectInFull) } : {}),
    trace: trace.flatMap((step: unknown) => stepsOf(step, body['rule'])),
  })
}

function cwdOf(call: unknown): unknown {
  return isObject(call) ? call['cwd'] : undefined
}

function effectInShort(effect: unknown): unknown {
  if (!isObject(effect)) return effect
  const { certain, harmless, ...rest } = effect
  return {
    certain: certain === true ? undefined : certain,
    harmless: harmless === true ? undefined : harmless,
    ...rest,
  }
}

/** An effect that was cut off has no type, which comes last; nothing is known about its missing fields. */
function effectInFull(effect: unknown): unknown {
  return isObject(effect) && 'type' in effect ? inOrder({ certain: true, harmless: true, ...effect }) : effect
}

/** Steps of one effect in a row become one text: `1: deny rule, ask rule, check, safety ask, allow rule = allow by rule`. */
function traceInShort(trace: readonly unknown[], rule: unknown): readonly unknown[] {
  const short: unknown[] = []
  let last: unknown
  for (const step of trace) {
    const said = stepInShort(step, rule)
    const effect = said === undefined ? undefined : (step as Body)['effect']
    if (said === undefined) short.push(step)
    else if (effect === last) short.push(`${String(short.pop())}, ${said}`)
    else short.push(`${String(effect)}: ${said}`)
    last = effect
  }
  return short
}

/** Undefined for a step that says more: a maybe, a note, or another rule than the decision's. */
function stepInShort(step: unknown, own: unknown): string | undefined {
  if (!isObject(step)) return undefined
  const { answer, behavior, note, question, rule } = step
  if (note !== undefined || typeof question !== 'string') return undefined
  if (answer === 'no' && behavior === undefined && rule === undefined) return question
  if (answer !== 'yes' || typeof behavior !== 'string' || (rule !== undefined && rule !== own)) return undefined
  return `${question} = ${behavior}${rule === undefined ? '' : BY_RULE}`
}

const BY_RULE = ' by rule'
const STEPS = /^(\d+): ([^:]+)$/

function stepsOf(step: unknown, rule: unknown): readonly unknown[] {
  const [, effect, said] = (typeof step === 'string' ? STEPS.exec(step) : null) ?? []
  return said === undefined ? [step] : said.split(', ').map((one) => stepInFull(one, Number(effect), rule))
}

function stepInFull(said: string, effect: number, rule: unknown): Body {
  const [question, outcome] = said.split(' = ')
  if (outcome === undefined) return { answer: 'no', effect, question }
  const step = { answer: 'yes', behavior: outcome, effect, question }
  return outcome.endsWith(BY_RULE) ? { ...step, behavior: outcome.slice(0, -BY_RULE.length), rule } : step
}

function inOrder(body: Body): Body {
  const names = Object.keys(body).sort()
  return Object.fromEntries(names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])))
}
