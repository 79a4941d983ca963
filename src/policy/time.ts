/** When a rule expires: a date, or a date and time, as ISO 8601 and YAML write them. */

const TIME =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?[ \t]*(?:([Zz])|([+-])(\d\d?)(?::?(\d\d))?)?)?$/

export const TIME_PATTERN = TIME.source

/** Milliseconds since the epoch. A date means its first moment; without a time zone the time is UTC, as in YAML. */
export function readTime(value: unknown): number | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.getTime()
  if (typeof value !== 'string' || value.length > 60) return undefined
  const found = TIME.exec(value.trim())
  if (found === null) return undefined
  const number = (group: number) => Number(found[group] ?? 0)
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map(number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (hour > 23 || minute > 59 || second > 59 || number(10) > 14 || number(11) > 59) return undefined
  const milliseconds = Math.floor(Number(`0.${found[7] ?? 0}`) * 1000)
  const local = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds)
  const calendar = new Date(local)
  // JavaScript would silently read the thirtieth of February as a day in March.
  if (calendar.getUTCMonth() !== month - 1 || calendar.getUTCDate() !== day) return undefined
  const zone = (number(10) * 60 + number(11)) * 60_000
  return found[9] === '-' ? local + zone : local - zone
}
