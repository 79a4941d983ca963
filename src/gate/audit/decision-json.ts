/**
 * Part of the audit: a decision as it is written down. Nearly all audit records are decisions, so the usual form is
 * written here field by field; unusual ones are left to `redact.ts`.
 *
 * INVARIANT: the same text as `thoroughJson`, for every decision.
 */

import type { Input } from '../../engine/call.ts'
import type { Effect } from '../../engine/effect.ts'
import type { Rule } from '../../engine/rule.ts'
import { citeRule, nameEffect } from '../../engine/verdict.ts'
import type { TraceStep } from '../../engine/verdict.ts'
import { decisionBody } from '../record.ts'
import type { Decision } from '../record.ts'
import { Recent } from '../recent.ts'
import type { FullCall } from '../snapshot.ts'
import { inShort } from './body.ts'
import { inOrder, quoted, quotedKey } from './canonical.ts'
import { withoutSecretsOf } from './derived-secrets.ts'
import { redactText, redactedString } from './redact-text.ts'
import { redactedJson } from './redact.ts'
import { MAY_HOLD_SECRET, scanText } from './scan-text.ts'
import { secrecyOf } from './secret-name.ts'

/** A decision with more of anything than this is not written by the quick way. */
const MOST_PARTS = 64
const LONGEST_TEXT = 4096

export function decisionJson(decision: Decision): string {
  return plainDecision(decision) ?? thoroughJson(decision)
}

export function thoroughJson(decision: Decision): string {
  const body = decisionBody(decision)
  const { reason, effects, dangers, trace } = body
  const made = withoutSecretsOf(decision.call?.input, { reason, effects, dangers, trace }) as typeof body
  return redactedJson(inShort({ ...body, ...made }))
}

/** Undefined for a decision that needs the thorough way. */
function plainDecision({ call, authorization, decided }: Decision): string | undefined {
  const { behavior, code, id, reason, rule, verdict, approval, by, words } = authorization
  if (call === undefined || decided === undefined || verdict === undefined) return undefined
  if (approval !== undefined || by !== undefined || words !== undefined || reason.length > LONGEST_TEXT)
    return undefined
  const { dangers, effects } = verdict.reading
  if (dangers.length > 0 || effects.length > MOST_PARTS || decided.trace.length > MOST_PARTS) return undefined
  const called = plainCall(call)
  if (called === undefined) return undefined
  const { version, root } = decided.inForce
  return (
    `{"behavior":"${behavior}","call":${called},"code":${repeated(code)},` +
    `"effects":[${effectsJson(effects)}],${verdict.enforced ? '' : '"enforced":false,'}"id":${redactedString(id)},` +
    `"mode":"${verdict.mode}","policy":${repeated(version)},` +
    `${root === call.cwd ? '' : `"project":${repeated(root)},`}"reason":${redactedString(reason)},` +
    `${rule === undefined ? '' : `"rule":${cited(rule)},`}"trace":[${traceJson(decided.trace, rule)}],` +
    `"verdict":"${verdict.behavior}"}`
  )
}

function plainCall({ tool, input, cwd, session, project, agent, subagent, id, annotations }: FullCall) {
  if (annotations !== undefined) return undefined
  const given = plainInput(input)
  if (given === undefined) return undefined
  return (
    `{${agent === undefined ? '' : `"agent":${repeated(agent)},`}"cwd":${repeated(cwd)},` +
    `${id === undefined ? '' : `"id":${redactedString(id)},`}"input":${given},` +
    `${project === undefined ? '' : `"project":${repeated(project)},`}"session":${repeated(session)},` +
    `${subagent === undefined ? '' : `"subagent":${repeated(subagent)},`}"tool":${repeated(tool)}}`
  )
}

/** The JSON of an input of texts, numbers and flags whose names are not secret; undefined for anything else. */
function plainInput(input: Input): string | undefined {
  const keys = Object.keys(input)
  if (keys.length > MOST_PARTS) return undefined
  let json = ''
  for (const key of inOrder(keys)) {
    const value = input[key]
    if (!isPlainKey(key)) return undefined
    const said = typeof value === 'string' ? plainText(value) : plainValue(value)
    if (said === undefined) return undefined
    json += `${json === '' ? '' : ','}${quotedKey(key)}:${said}`
  }
  return `{${json}}`
}

/** Undefined for a text with a secret, because other texts made from the call may hold the secret too. */
function plainText(text: string): string | undefined {
  if (text.length > LONGEST_TEXT) return undefined
  const bits = scanText(text)
  if (bits === 0) return `"${text}"`
  return (bits & MAY_HOLD_SECRET) === 0 || redactText(text) === text ? quoted(text) : undefined
}

function plainValue(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  return typeof value === 'boolean' || value === null ? String(value) : undefined
}

/** Kept because the same field names recur. */
const plainKeys = new Map<string, boolean>()
const MOST_KEYS = 1000

function isPlainKey(key: string): boolean {
  const known = plainKeys.get(key)
  if (known !== undefined) return known
  const isPlain = key !== 'value' && secrecyOf(key) === undefined && redactText(key) === key
  if (plainKeys.size < MOST_KEYS && key.length <= 100) plainKeys.set(key, isPlain)
  return isPlain
}

function effectsJson(effects: readonly Effect[]): string {
  let json = ''
  for (const effect of effects) json += json === '' ? effectJson(effect) : `,${effectJson(effect)}`
  return json
}

function effectJson(effect: Effect): string {
  const { certain, harmless, span, type } = effect
  const real = 'real' in effect && effect.real !== effect.path ? effect.real : undefined
  const doubts = `${certain ? '' : '"certain":false,'}${harmless ? '' : '"harmless":false,'}`
  const where = span === undefined ? '' : `"span":{"end":${span.end},"start":${span.start}},`
  const truly = real === undefined ? '' : `"real":${redactedString(real)},`
  return `{${doubts}${truly}${where}"text":${redactedString(nameEffect(effect))},"type":"${type}"}`
}

/** The same form as in `body.ts`: steps of one effect in a row are one text. */
function traceJson(trace: readonly TraceStep[], own: Rule | undefined): string {
  let json = ''
  /** The effect whose text is not closed yet. */
  let open: number | undefined
  for (const step of trace) {
    const said = stepInShort(step, own)
    if (said !== undefined && open === step.effect) {
      json += `, ${said}`
      continue
    }
    json += `${open === undefined ? '' : '"'}${json === '' ? '' : ','}`
    json += said === undefined ? stepJson(step) : `"${step.effect}: ${said}`
    open = said === undefined ? undefined : step.effect
  }
  return open === undefined ? json : `${json}"`
}

function stepInShort({ answer, behavior, note, question, rule }: TraceStep, own: Rule | undefined): string | undefined {
  if (note !== undefined) return undefined
  if (answer === 'no' && behavior === undefined && rule === undefined) return question
  if (answer !== 'yes' || behavior === undefined) return undefined
  if (rule === undefined) return `${question} = ${behavior}`
  const isOwn = rule === own || (own !== undefined && citeRule(rule) === citeRule(own))
  return isOwn ? `${question} = ${behavior} by rule` : undefined
}

function stepJson({ answer, behavior, effect, note, question, rule }: TraceStep): string {
  return (
    `{"answer":"${answer}",${behavior === undefined ? '' : `"behavior":"${behavior}",`}"effect":${effect},` +
    `${note === undefined ? '' : `"note":${redactedString(note)},`}"question":"${question}"` +
    (rule === undefined ? '}' : `,"rule":${cited(rule)}}`)
  )
}

/** Texts that many decisions have in common. */
const common = new Recent<string>(500)

function repeated(text: string): string {
  const known = common.get(text)
  if (known !== undefined) return known
  const made = JSON.stringify(redactText(text))
  if (text.length <= LONGEST_TEXT) common.set(text, made)
  return made
}

/** Kept because the same rules are cited again and again. */
const citations = new WeakMap<Rule, string>()

function cited(rule: Rule): string {
  const known = citations.get(rule)
  if (known !== undefined) return known
  const made = JSON.stringify(redactText(citeRule(rule)))
  citations.set(rule, made)
  return made
}
