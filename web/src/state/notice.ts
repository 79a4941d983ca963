/**
 * Notifies a person who looks elsewhere: with the browser's notifications, if they were requested, and with the title.
 */

import { effect, signal } from '@preact/signals'
import { visible } from '../../../src/gate/visible.ts'
import type { ApprovalView } from '../../../src/server/api.ts'

export const permission = signal<NotificationPermission | 'none'>(
  'Notification' in globalThis ? Notification.permission : 'none',
)

export async function askToNotify(): Promise<void> {
  if (permission.value !== 'none') permission.value = await Notification.requestPermission()
}

const SHOWN = 140
/** Milliseconds: questions that follow one another so quickly are reported together. */
const TOGETHER = 4_000

let told = 0
let later: ReturnType<typeof setTimeout> | undefined

/** What is shown outside of the page is short, and never enough to decide by. */
export function notify(approval: ApprovalView, waiting: () => number): void {
  if (permission.value !== 'granted' || !document.hidden || later !== undefined) return
  if (Date.now() - told < TOGETHER) {
    later = setTimeout(() => {
      later = undefined
      show('Countersign', `${waiting()} calls wait for you`)
    }, TOGETHER)
    return
  }
  show(
    `${visible(approval.agent ?? 'An agent')} asks`,
    visible((approval.text?.value ?? approval.call.tool).slice(0, SHOWN)),
  )
}

function show(title: string, body: string): void {
  told = Date.now()
  try {
    const notice = new Notification(title, { body, tag: 'countersign' })
    notice.addEventListener('click', () => {
      focus()
      notice.close()
    })
  } catch {
    // Some browsers can notify only from a worker.
  }
}

/** `count` is undefined if it is not known. */
export function showInTitle(count: () => number | undefined): void {
  effect(() => {
    const known = count()
    if (known === undefined) document.title = 'Not signed in: Countersign'
    else document.title = known === 0 ? 'Countersign' : `(${known}) Countersign`
  })
}
