/** Part of the server: a call that a person types, to see what would become of it. */

import type { Call } from '../engine/call.ts'
import type { Given } from './given.ts'

export function triedCall(given: Given, cwd: string): Call {
  const agent = given.optionalText('agent')
  return {
    tool: given.text('tool'),
    input: given.object('input'),
    cwd: given.optionalText('cwd') ?? cwd,
    ...(agent === undefined || agent === '' ? {} : { agent }),
  }
}
