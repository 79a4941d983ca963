/**
 * Part of the audit: what goes without saying in a decision's record. It is left out where it is written and said again where
 * it is read, for every byte goes through a hash, a log and a table.
 *
 * INVARIANT: `bodyOf` what was written of a short form is the body it was made of, its names in their order. A record that
 * says everything, as earlier ones do, comes back as it is.
 */

import { isObject } from '../../engine/call.ts'

type Body = Readonly<Record<string, unknown>>

/** A record's body as it is shown; empty where it is no object. */
export function bodyOf(text: string): Body {
  const shown = shownBody(text)
  return isObject(shown) ? shown : {}
}

/** The same for whoever shows everything: what is no JSON is the text it is. */
export function shownBody(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? inFull(value) : value
  } catch {
    return text
  }
}

/** Only a decision that was made is shortened: one that failed has no trace, and stays as it is. */
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

/** A record that was too much ends early: only what has its last name, the verdict, has left out nothing but on purpose. */
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

/** One that was cut has no type, which comes last; of that nothing is known. */
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

/** Undefined for one that says more: a maybe, a note, another rule than the decision's. */
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
