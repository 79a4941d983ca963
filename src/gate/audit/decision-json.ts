/**
 * Part of the audit: a decision as it is written down. Nearly all of the audit is these, so what they mostly are is said in
 * full here; what is less plain is left to `redact.ts`.
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
import { inOrder, quoted, quotedKey } from './canonical.ts'
import { withoutSecretsOf } from './derived-secrets.ts'
import { redactText, redactedString } from './redact-text.ts'
import { redactedJson } from './redact.ts'
import { MAY_HOLD_SECRET, scanText } from './scan-text.ts'
import { secrecyOf } from './secret-name.ts'

/** More of anything than this is less plain. */
const MOST_PARTS = 64
const LONGEST_TEXT = 4096

export function decisionJson(decision: Decision): string {
  return plainDecision(decision) ?? thoroughJson(decision)
}

export function thoroughJson(decision: Decision): string {
  const body = decisionBody(decision)
  const { reason, effects, dangers, trace } = body
  const made = withoutSecretsOf(decision.call?.input, { reason, effects, dangers, trace }) as typeof body
  return redactedJson({ ...body, ...made })
}

/** Undefined for what is less plain. */
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
    `{"behavior":"${behavior}","call":${called},"code":${repeated(code)},"dangers":[],` +
    `"effects":[${listed(effects, effectJson)}],"enforced":${verdict.enforced},"id":${redactedString(id)},` +
    `"mode":"${verdict.mode}","policy":${repeated(version)},"project":${repeated(root)},` +
    `"reason":${redactedString(reason)},${rule === undefined ? '' : `"rule":${cited(rule)},`}` +
    `"trace":[${listed(decided.trace, stepJson)}],"verdict":"${verdict.behavior}"}`
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

/** Texts, numbers and flags by names that are no secret's; undefined for what is more. */
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

/** Undefined for one with a secret, which what was made of it may hold too. */
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

/** Names of fields come again and again. */
const plainKeys = new Map<string, boolean>()
const MOST_KEYS = 1000

function isPlainKey(key: string): boolean {
  const known = plainKeys.get(key)
  if (known !== undefined) return known
  const isPlain = key !== 'value' && secrecyOf(key) === undefined && redactText(key) === key
  if (plainKeys.size < MOST_KEYS && key.length <= 100) plainKeys.set(key, isPlain)
  return isPlain
}

function effectJson(effect: Effect): string {
  const { certain, harmless, span, type } = effect
  const real = 'real' in effect && effect.real !== effect.path ? effect.real : undefined
  const where = span === undefined ? '' : `"span":{"end":${span.end},"start":${span.start}},`
  const truly = real === undefined ? '' : `"real":${redactedString(real)},`
  const text = redactedString(nameEffect(effect))
  return `{"certain":${certain},"harmless":${harmless},${truly}${where}"text":${text},"type":"${type}"}`
}

function stepJson({ answer, behavior, effect, note, question, rule }: TraceStep): string {
  if (answer === 'no' && behavior === undefined && note === undefined && rule === undefined)
    return negative(question, effect)
  return (
    `{"answer":"${answer}",${behavior === undefined ? '' : `"behavior":"${behavior}",`}"effect":${effect},` +
    `${note === undefined ? '' : `"note":${redactedString(note)},`}"question":"${question}"` +
    (rule === undefined ? '}' : `,"rule":${cited(rule)}}`)
  )
}

/** Most steps are these. */
const negatives = new Map<TraceStep['question'], string[]>()

function negative(question: TraceStep['question'], effect: number): string {
  const known = negatives.get(question) ?? []
  negatives.set(question, known)
  return (known[effect] ??= `{"answer":"no","effect":${effect},"question":"${question}"}`)
}

function listed<T>(list: readonly T[], json: (item: T) => string): string {
  let all = ''
  for (const item of list) all += all === '' ? json(item) : `,${json(item)}`
  return all
}

/** What many decisions have in common. */
const common = new Recent<string>(500)

function repeated(text: string): string {
  const known = common.get(text)
  if (known !== undefined) return known
  const made = JSON.stringify(redactText(text))
  if (text.length <= LONGEST_TEXT) common.set(text, made)
  return made
}

/** Rules are cited again and again. */
const citations = new WeakMap<Rule, string>()

function cited(rule: Rule): string {
  const known = citations.get(rule)
  if (known !== undefined) return known
  const made = JSON.stringify(redactText(citeRule(rule)))
  citations.set(rule, made)
  return made
}
