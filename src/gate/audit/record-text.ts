/** Part of the audit: a record in one line, as every face shows it. A record of unknown form is shown as it is. */

import { isObject } from '../../engine/call.ts'
import type { Call } from '../../engine/call.ts'
import type { Behavior } from '../../engine/rule.ts'
import { callText } from '../call-text.ts'

type Body = Readonly<Record<string, unknown>>

export function recordText(kind: string, body: Body): string {
  const told = Object.hasOwn(TOLD, kind) ? TOLD[kind]?.(body) : undefined
  return told === undefined ? JSON.stringify(body) : told + byWhom(body)
}

const TOLD: Readonly<Record<string, (body: Body) => string | undefined>> = {
  decision: (body) => {
    const call = callOf(body)
    return call === null ? textOf(body['reason']) : callText(call)
  },
  answer: ({ lasts }) => textOf(lasts),
  grant: ({ rules, lasts }) => {
    if (!Array.isArray(rules)) return undefined
    return `${rules.length === 0 ? 'exactly one call' : rules.join('  +  ')}, ${textOf(lasts)}`
  },
  revoke: ({ grant }) => told('grant ', grant),
  outcome: ({ decision, ok, error }) => {
    const why = textOf(error)
    return told(ok === true ? 'done, decision ' : 'failed, decision ', decision, why === undefined ? '' : `: ${why}`)
  },
  policy: ({ add, remove, file, saved }) => {
    if (textOf(saved) !== undefined) return told('', saved, ' saved')
    return isObject(add) ? ruleText(add, 'into', file) : isObject(remove) ? ruleText(remove, 'out of', file) : undefined
  },
  profile: ({ saved, removed, takenUp, how }) =>
    told('', saved, ' saved') ?? told('', removed, ' removed') ?? told('', takenUp, ` taken up (${textOf(how)})`),
  retention: ({ before }) => told('records before ', before),
  extend: ({ approval, expiresAt }) =>
    typeof expiresAt === 'number' ? told('question ', approval, ` until ${timeText(expiresAt)}`) : undefined,
}

function told(before: string, value: unknown, after = ''): string | undefined {
  const text = textOf(value)
  return text === undefined ? undefined : `${before}${text}${after}`
}

function ruleText({ behavior, rule }: Body, where: string, file: unknown): string {
  return `${textOf(behavior)} ${textOf(rule)} ${where} ${textOf(file)}`
}

/** The person who did it, and what they wrote. */
function byWhom({ by, grantedBy, words, call }: Body): string {
  if (call !== undefined) return ''
  const who = textOf(by) ?? textOf(grantedBy)
  const said = textOf(words)
  return `${who === undefined ? '' : `, by ${who}`}${said === undefined ? '' : `: ${said}`}`
}

export function timeText(at: number): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? 'no time' : time.toISOString()
}

/** The call as it was recorded, with secrets taken out; null if the record has no call. */
export function callOf(body: Body): Call | null {
  const call = body['call']
  return isObject(call) && typeof call['tool'] === 'string' && isObject(call['input'])
    ? (call as unknown as Call)
    : null
}

export function behaviorOf(value: unknown): Behavior | null {
  return value === 'allow' || value === 'ask' || value === 'deny' ? value : null
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
