/** Part of what the command line prints: how long ago something was, or how soon it will be. */

const STEPS: readonly (readonly [milliseconds: number, unit: string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
]

/** `3 d ago`, `in 5 min`, `just now`. */
export function ageOf(time: number, now: number): string {
  const distance = Math.abs(now - time)
  const step = STEPS.find(([milliseconds]) => distance >= milliseconds)
  if (step === undefined) return 'just now'
  const amount = `${Math.floor(distance / step[0])} ${step[1]}`
  return time <= now ? `${amount} ago` : `in ${amount}`
}
