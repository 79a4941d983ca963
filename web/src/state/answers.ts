/** Part of the inbox: what answers are called, and which are under way. */

import { signal } from '@preact/signals'
import type { ApprovalView } from '../../../src/server/api.ts'

/** Being answered now. */
export const busy = signal<ReadonlySet<string>>(new Set())

export function setBusy(ids: readonly string[], on: boolean): void {
  const next = new Set(busy.value)
  for (const id of ids) {
    if (on) next.add(id)
    else next.delete(id)
  }
  busy.value = next
}

export const LASTS: Readonly<Record<string, string>> = {
  once: 'once',
  session: 'for this session',
  project: 'in this project',
  always: 'always',
}

/** How it ended, in a sentence. */
export function endOf({ state, answer: given, note }: ApprovalView): string {
  if (given !== null)
    return `${given.behavior === 'allow' ? 'Allowed' : 'Denied'} ${LASTS[given.lasts] ?? given.lasts} by ${given.by}.`
  if (state === 'expired') return 'Nobody answered in time: it was denied.'
  return note ?? `It was ${state}.`
}
