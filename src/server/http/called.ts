/** Part of the server: a call as an agent sends it, and what it is told. */

import type { Call } from '../../engine/call.ts'
import { citeRule } from '../../engine/verdict.ts'
import type { Authorization, Judgement } from '../../gate/authorization.ts'
import { HttpProblem } from '../problem.ts'

const TEXTS = ['agent', 'session', 'id', 'subagent', 'project'] as const

/**
 * Only what a call says of itself: what an MCP server is believed is not for an agent to say. The gate looks at the values;
 * here it must only be told where the call runs, or it would be decided by the policy of another place.
 */
export function callOf(value: unknown): Call {
  if (typeof value !== 'object' || value === null) throw new HttpProblem('bad-request', '`call` must be an object.')
  const given = value as Readonly<Record<string, unknown>>
  if (typeof given['cwd'] !== 'string')
    throw new HttpProblem('bad-request', '`call.cwd` must say in which folder the call runs: its policy counts.')
  const call: Record<string, unknown> = { tool: given['tool'], input: given['input'], cwd: given['cwd'] }
  for (const name of TEXTS) if (given[name] !== undefined) call[name] = given[name]
  return call as unknown as Call
}

export function answerJson(answer: Authorization | Judgement): string {
  const { behavior, code, reason, id, input, rule, approval, by, words } = answer
  const shown = 'shown' in answer ? answer.shown : undefined
  const cited = rule === undefined ? undefined : citeRule(rule)
  // A client that is only watched goes on as it would alone.
  const verdict = answer.verdict?.enforced === false ? { enforced: false } : undefined
  return JSON.stringify({ behavior, code, reason, id, rule: cited, approval, by, words, shown, verdict, input })
}

const LONGEST_WAIT = 120_000
const USUAL_WAIT = 25_000

/** Milliseconds that the request may stay open. */
export function waitOf(value: unknown): number {
  if (value === undefined) return USUAL_WAIT
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw new HttpProblem('bad-request', '`wait` must be a number of milliseconds.')
  return Math.min(value, LONGEST_WAIT)
}
