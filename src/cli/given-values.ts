/** Part of the command line: numbers, times and ports that the user gives to an option. */

import { readTime } from '../policy/time.ts'
import { BadUse } from './bad-use.ts'

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** A date, or how long ago: `2026-01-31`, `30d`. */
export function timeOf(text: string, option: string): number {
  return timeFrom(text, option, -1)
}

/**
 * A date, or how long from now. A time in the past is refused: what ends then would never count, and nobody would
 * notice.
 */
export function timeAhead(text: string, option: string): number {
  const time = timeFrom(text, option, 1)
  if (time <= Date.now()) throw new BadUse(`--${option} ${text} is over`)
  return time
}

function timeFrom(text: string, option: string, direction: 1 | -1): number {
  const span = /^(\d{1,6})([mhdw])$/.exec(text)
  const time = span === null ? readTime(text) : Date.now() + direction * Number(span[1]) * (UNITS[span[2] ?? ''] ?? 0)
  if (time !== undefined) return time
  const where = direction === 1 ? 'from now' : 'ago'
  throw new BadUse(`--${option} needs a time such as 2026-01-31, 2026-01-31T18:00:00Z, or 30d for thirty days ${where}`)
}

export function numberOf(text: string, option: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new BadUse(`--${option} needs a number from 1`)
}

/** 0 means any free port. */
export function portOf(text: string, option: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new BadUse(`--${option} needs a port, a number from 0 to 65535`)
}
