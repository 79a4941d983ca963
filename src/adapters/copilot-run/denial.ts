/** Part of running Copilot: a call that it was denied, as its output tells. */

import type { Call } from '../../engine/call.ts'

export interface Denial {
  readonly call: Call
  /** In Copilot's own words. */
  readonly message: string
  /** Nobody could be asked; what Copilot's own rules, hooks or people said is not asked again. */
  readonly askable: boolean
  /** The flag that its text names, where it is not today's. */
  readonly flag?: string
}

/** What Copilot says when nobody was there to be asked: today's sentence, the SDK runtime's, and seed 001's. */
const UNASKED = [
  'Permission denied because no interactive user response was available',
  'Permission denied and could not request permission from user',
  'Permission denied for ',
]

export function isUnasked(message: string): boolean {
  return UNASKED.some((words) => message.startsWith(words))
}
