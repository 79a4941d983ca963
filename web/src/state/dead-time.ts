/**
 * Dead time: what is under the pointer or the finger may have appeared there just now. So for a moment after something
 * new is shown, no key and no click answers; each one during that moment starts it again.
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

/** Whether an answer may be accepted now. One that comes too early prolongs the wait. */
export function mayAnswer(): boolean {
  if (!isDead.value) return true
  startDeadTime()
  return false
}
