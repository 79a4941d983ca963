/** When this machine started, if the system tells: what an earlier run left behind names processes of that run. */

import { readFileSync } from 'node:fs'

export function bootOfMachine(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return undefined
  }
}
