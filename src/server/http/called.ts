/** Part of the server: a call as an agent sends it, and the answer it gets. */

import type { Call, Input } from '../../engine/call.ts'
import type { Rule } from '../../engine/rule.ts'
import { citeRule } from '../../engine/verdict.ts'
import { quoted, quotedKey } from '../../gate/audit/canonical.ts'
import type { Authorization, Judgement } from '../../gate/authorization.ts'
import type { Unasked } from '../../gate/questions/unasked.ts'
import { HttpProblem } from '../problem.ts'

/**
 * Takes only the fields that an agent may set: the annotations of an MCP server are not among them. The gate checks the
 * values. Here only the working directory is checked, because without one the call would be decided by the policy of
 * another place.
 */
export function callOf(value: unknown): Call {
  if (typeof value !== 'object' || value === null) throw new HttpProblem('bad-request', '`call` must be an object.')
  const { tool, input, cwd, agent, session, id, subagent, project } = value as Readonly<Record<string, unknown>>
  if (typeof cwd !== 'string')
    throw new HttpProblem('bad-request', '`call.cwd` must say in which folder the call runs: its policy counts.')
  // Written field by field because every call comes through here: a loop over a list of names would take longer than
  // everything else.
  const call: Record<string, unknown> = { tool, input, cwd }
  if (agent !== undefined) call['agent'] = agent
  if (session !== undefined) call['session'] = session
  if (id !== undefined) call['id'] = id
  if (subagent !== undefined) call['subagent'] = subagent
  if (project !== undefined) call['project'] = project
  return call as unknown as Call
}

export function answerJson(answer: Authorization | Judgement): string {
  const { behavior, code, reason, id, input, rule } = answer
  return (
    `{"behavior":"${behavior}","code":${quoted(code)},"reason":${quoted(reason)},"id":"${id}"` +
    `${rule === undefined ? '' : `,"rule":${cited(rule)}`}${moreJson(answer)},"input":${inputJson(input)}}`
  )
}

/** Kept because the same rules are cited again and again. */
const citations = new WeakMap<Rule, string>()

function cited(rule: Rule): string {
  const known = citations.get(rule)
  if (known !== undefined) return known
  const made = quoted(citeRule(rule))
  citations.set(rule, made)
  return made
}

/**
 * Most inputs are a few texts. They are written one by one because `JSON.stringify` takes several times as long to
 * start.
 */
function inputJson(input: Input): string {
  let json = ''
  for (const key of Object.keys(input)) {
    const value = input[key]
    if (typeof value !== 'string') return JSON.stringify(input)
    json += `${json === '' ? '' : ','}${quotedKey(key)}:${quoted(value)}`
  }
  return `{${json}}`
}

/** Fields that few answers have. */
function moreJson(answer: Authorization | Judgement): string {
  const { approval, by, words } = answer
  const { shown } = answer as Judgement
  // A client that is only observed goes on as it would without Countersign.
  const verdict = answer.verdict?.enforced === false ? { enforced: false } : undefined
  const isPlain = approval === undefined && by === undefined && words === undefined
  if (isPlain && shown === undefined && verdict === undefined) return ''
  return `,${JSON.stringify({ approval, by, words, shown, verdict }).slice(1, -1)}`
}

export function unaskedOf(value: unknown): Unasked | undefined {
  if (value === undefined || value === 'nobody' || value === 'client') return value
  throw new HttpProblem('bad-request', '`unasked` must be `nobody` or `client`.')
}

/** The approval to which the caller refers. */
export function namedOf(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  throw new HttpProblem('bad-request', '`approval` must be the id of one.')
}

const LONGEST_WAIT = 120_000
const USUAL_WAIT = 25_000

/** How many milliseconds the request may stay open. */
export function waitOf(value: unknown): number {
  if (value === undefined) return USUAL_WAIT
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw new HttpProblem('bad-request', '`wait` must be a number of milliseconds.')
  return Math.min(value, LONGEST_WAIT)
}
