/**
 * Part of the gate: a clock that never goes back, so that nothing which has expired ever counts again, and never stands still, so that
 * nothing lasts longer because this machine's was set back. Whole milliseconds since the epoch.
 */

export type Clock = () => number

/** Since this process began, by a clock that nobody sets. `performance` would have to be loaded first. */
const sinceStart: Clock = () => process.uptime() * 1000

/** So much, in milliseconds, may a sum of both be less than it should. */
const ROUNDING = 0.001

/** @param passed what has gone by; one that is given has a time of its own, of which nothing else is known */
export function steady(now: Clock = Date.now, passed: Clock = now === Date.now ? sinceStart : () => 0): Clock {
  let began = Number.NEGATIVE_INFINITY
  return () => {
    const [read, since] = [now(), passed()]
    if (!Number.isFinite(read)) throw new Error('the clock does not tell the time')
    began = Math.max(began, Math.floor(read) - since)
    return Math.floor(began + since + ROUNDING)
  }
}
