/** Which of the processes that a test started still run, recognised by its folder in their command line (Linux). */

import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * @param {ReturnType<import('./place.mjs').newPlace>} place
 * @returns {{ pid: number, command: string }[]}
 */
export function runningIn(place) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => ({ pid: Number(name), command: commandOf(name) }))
    .filter(({ command }) => command.includes(place.root))
}

/** Ending can take a moment; what is still there after that will stay. */
export async function orphansOf(place, { within = 10_000 } = {}) {
  const end = performance.now() + within
  while (runningIn(place).length > 0 && performance.now() < end) await wait(50)
  return runningIn(place).map(({ command }) => command)
}

export function endAll(place) {
  for (const { pid } of runningIn(place)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}
