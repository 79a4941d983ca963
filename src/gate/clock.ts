/**
 * Part of the gate: a clock that never goes back, so that nothing which has expired ever counts again. Whole
 * milliseconds since the epoch.
 */

export type Clock = () => number

export function steady(now: Clock): Clock {
  let latest = Number.NEGATIVE_INFINITY
  return () => {
    const read = now()
    if (!Number.isFinite(read)) throw new Error('the clock does not tell the time')
    latest = Math.max(latest, Math.floor(read))
    return latest
  }
}
