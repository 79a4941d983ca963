/** The server's time, ticking. The clocks of two machines differ, and countdowns use the server's. */

import { signal } from '@preact/signals'

let ahead = 0

/** Milliseconds since the epoch, at the server; changes every second. */
export const now = signal(Date.now())

export function setServerTime(at: number): void {
  ahead = at - Date.now()
  now.value = at
}

export function serverNow(): number {
  return Date.now() + ahead
}

export function startTicking(): void {
  setInterval(() => (now.value = serverNow()), 1000)
}
