/** Part of the server: a call that a person types, to see what would become of it. */

import type { Call } from '../engine/call.ts'
import type { Given } from './given.ts'

/** @param agents whose call it is taken for where it does not say so: the first of those that the tried rule is for */
export function triedCall(given: Given, cwd: string, agents: readonly string[] = []): Call {
  const agent = given.optionalText('agent') ?? agents[0]
  return {
    tool: given.text('tool'),
    input: given.object('input'),
    cwd: given.optionalText('cwd') ?? cwd,
    ...(agent === undefined || agent === '' ? {} : { agent }),
  }
}
