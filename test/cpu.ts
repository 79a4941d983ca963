/**
 * For tests that hold something to be quick: time as this process's own CPU time, corrected for how slow the machine is at
 * present. Shared machines make the clock on the wall meaningless.
 */

/** What the reference work below takes on an idle machine, in milliseconds. */
const NOMINAL = 12

const slowness = Math.max(1, spent(reference) / NOMINAL)

/** A clock to take differences of, in milliseconds. */
export function cpuNow(): number {
  return cpu() / slowness
}

function cpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function spent(work: () => unknown): number {
  const before = cpu()
  work()
  return cpu() - before
}

function reference(): number {
  const seen = new Map<string, number>()
  for (let at = 0; at < 60_000; at++) seen.set(`k${at % 5000}`, (seen.get(`k${at % 5000}`) ?? 0) + at)
  return seen.size
}
