/**
 * Dead time: what is under the pointer or the finger may have appeared there just now. So for a moment after something
 * new is shown, or the window comes to the front, no key and no click answers; each one during that moment starts it
 * again. Otherwise another page could make its visitor click or type, and close at that moment with this one behind it.
 */

import { signal } from '@preact/signals'

const DEAD_TIME = 400

/** Whether answers are ignored at present. */
export const isDead = signal(false)

let timer: ReturnType<typeof setTimeout> | undefined

export function startDeadTime(): void {
  isDead.value = true
  clearTimeout(timer)
  timer = setTimeout(() => (isDead.value = false), DEAD_TIME)
}

/** The window itself may have appeared just now. */
export function watchWindow(): void {
  addEventListener('focus', startDeadTime)
  document.addEventListener('visibilitychange', startDeadTime)
}

/** Whether an answer may be accepted now. One that comes too early prolongs the wait. */
export function mayAnswer(): boolean {
  if (!isDead.value) return true
  startDeadTime()
  return false
}
