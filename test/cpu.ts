/**
 * For tests that hold something to be quick: time as this process's own CPU time, corrected for how slow the machine is
 * meanwhile. Shared machines make the clock on the wall meaningless, and the CPU time of the same work differs from one
 * machine to another, and on a busy one from one moment to the next.
 */

/** What the reference work below takes, once it is warm, on a machine that is not busy, in milliseconds. */
const NOMINAL = 5
/** After so much work, in milliseconds, the machine may be faster or slower than it was. */
const SPELL = 50

spent(reference)
spent(reference)
let slowness = measured()
let time = 0
let last = cpu()

/** A clock to take differences of, in milliseconds. */
export function cpuNow(): number {
  const passed = cpu() - last
  if (passed > SPELL) {
    // Nobody knows when in between the machine became slower.
    const before = slowness
    slowness = measured()
    time += passed / Math.max(before, slowness)
  } else time += passed / slowness
  last = cpu()
  return time
}

function measured(): number {
  return Math.max(1, spent(reference) / NOMINAL)
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
