/** Part of the measurements: CPU time, which other work on the machine hardly lengthens, and medians of rounds. */

/** Microseconds of CPU time. */
export function cpu(work) {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

export function median(times) {
  return at(times, 0.5)
}

/** The time below which this share of the times lies. */
export function at(times, part) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)]
}

/**
 * Interleaves the rounds of all `contestants` ({ name: (round) => work }), so that a busy moment affects all of them;
 * each prepares its work outside the measured time.
 */
export function interleaved(contestants, { rounds, warmUp }) {
  const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]))
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const [name, prepare] of Object.entries(contestants)) {
      const time = cpu(prepare(round))
      if (round >= warmUp) times[name].push(time)
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]))
}

/** The 99th percentile of single calls; each call's time is the median of several. */
export function p99(items, work, repeats = 9) {
  const single = items.map((item) => median(Array.from({ length: repeats }, (_, time) => cpu(() => work(item, time)))))
  return at(single, 0.99)
}
