/** Part of running Copilot: a denied call, as reported by its output. */

import type { Call } from '../../engine/call.ts'

export interface Denial {
  readonly call: Call
  /** In Copilot's own words. */
  readonly message: string
  /**
   * Whether it was denied because nobody could be asked. What Copilot's own rules, hooks or people denied is not asked
   * again.
   */
  readonly askable: boolean
  /** The flag that the text names, if it is not the current one. */
  readonly flag?: string
}

/** What Copilot prints if nobody could be asked: today's sentence, that of the SDK runtime, and that of seed 001. */
const UNASKED = [
  'Permission denied because no interactive user response was available',
  'Permission denied and could not request permission from user',
  'Permission denied for ',
]

export function isUnasked(message: string): boolean {
  return UNASKED.some((words) => message.startsWith(words))
}
