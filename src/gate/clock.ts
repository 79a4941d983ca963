/**
 * Part of the gate: a clock that never goes back, so that nothing that has expired counts again, and never stands
 * still, so that nothing lasts longer because the machine's clock was set back. In whole milliseconds since the epoch.
 */

export type Clock = () => number

/**
 * Milliseconds since this process began, by a clock that nobody can set. `performance` would have to be loaded first.
 */
const sinceStart: Clock = () => process.uptime() * 1000

/** By how many milliseconds the sum of both may come out too small because of rounding. */
const ROUNDING = 0.001

/**
 * @param passed the time that has gone by. If only `now` is given, nothing is known about the time behind it, so 0 is
 * assumed.
 */
export function steady(now: Clock = Date.now, passed: Clock = now === Date.now ? sinceStart : () => 0): Clock {
  let began = Number.NEGATIVE_INFINITY
  return () => {
    const [read, since] = [now(), passed()]
    if (!Number.isFinite(read)) throw new Error('the clock does not tell the time')
    began = Math.max(began, Math.floor(read) - since)
    return Math.floor(began + since + ROUNDING)
  }
}
