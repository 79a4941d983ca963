/** Part of the store: what PostgreSQL's error codes mean. */

import { messageOf } from '../engine/thrown.ts'
import { StoreError, type StoreProblem } from './error.ts'

/** Serialization failure, deadlock, lock not available in time. */
const PASSING: ReadonlySet<unknown> = new Set(['40001', '40P01', '55P03'])

/** Found by the code, then by its class (the first two characters), then by the system's own code. */
const PROBLEMS: ReadonlyMap<string, readonly [StoreProblem, string]> = new Map([
  ['40001', ['busy', 'others were in the way for too long']],
  ['40P01', ['busy', 'others were in the way for too long']],
  ['55P03', ['busy', 'others were in the way for too long']],
  ['57014', ['busy', 'the server took too long']],
  ['53300', ['busy', 'the server has no connection left']],
  ['53100', ['full', "the server's disk is full; nothing of this was written"]],
  ['25006', ['read-only', 'the server takes no writes']],
  ['42501', ['read-only', 'this user may not do that in this database']],
  ['23505', ['duplicate', 'there is one with this id already']],
  ['22', ['invalid', 'a value cannot be kept']],
  ['54', ['invalid', 'a value is too big']],
  ['XX', ['corrupt', "the server reports damage: look at the server's log"]],
  ['3D', ['unreachable', 'there is no such database: create it first']],
  ['28', ['unreachable', 'the server refuses this user or password']],
  ['08', ['unreachable', 'the connection was lost']],
  ['57', ['unreachable', 'the server is shutting down or starting']],
  ['EC', ['unreachable', 'there is no server']],
  ['EN', ['unreachable', 'there is no such host']],
  ['ET', ['unreachable', 'the server does not answer']],
  ['EA', ['unreachable', 'there is no such host']],
  ['EH', ['unreachable', 'there is no way to the server']],
  ['EP', ['unreachable', 'the connection was lost']],
])

export function isPassing(error: unknown): boolean {
  return PASSING.has(codeOf(error))
}

export function explainPostgres(error: unknown, where: string): StoreError {
  const code = codeOf(error)
  const [problem, means] =
    PROBLEMS.get(code) ?? PROBLEMS.get(code.slice(0, 2)) ?? (isLost(error) ? LOST : (['failed', 'it failed'] as const))
  return new StoreError(problem, `${where}: ${means} (${messageOf(error)})`, error)
}

const LOST = ['unreachable', 'the connection was lost'] as const

/** The client has no codes for failures of its own connections. */
function isLost(error: unknown): boolean {
  return /connection terminated|not queryable|trying to connect|connection ended/i.test(messageOf(error))
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : ''
}
