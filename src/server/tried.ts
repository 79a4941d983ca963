/** Part of the server: a call that a person types to see how it would be decided. */

import type { Call } from '../engine/call.ts'
import type { Given } from './given.ts'

/** @param agents the agents of the tried rule; the first is used if the call names no agent */
export function triedCall(given: Given, cwd: string, agents: readonly string[] = []): Call {
  const agent = given.optionalText('agent') ?? agents[0]
  return {
    tool: given.text('tool'),
    input: given.object('input'),
    cwd: given.optionalText('cwd') ?? cwd,
    ...(agent === undefined || agent === '' ? {} : { agent }),
  }
}
