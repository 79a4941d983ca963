/** Part of the inbox: the names of answers, and which answers are being sent. */

import { signal } from '@preact/signals'
import type { ApprovalView } from '../../../src/server/api.ts'

/** The questions that are being answered now. */
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

/** A sentence that says how it ended. */
export function endOf({ state, answer: given, note }: ApprovalView): string {
  if (given !== null)
    return `${given.behavior === 'allow' ? 'Allowed' : 'Denied'} ${LASTS[given.lasts] ?? given.lasts} by ${given.by}.`
  if (state === 'expired') return 'Nobody answered in time: it was denied.'
  return note ?? `It was ${state}.`
}
