/** The start of this machine, where it tells: what was left by one that went down names processes of then. */

import { readFileSync } from 'node:fs'

export function bootOfMachine(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return undefined
  }
}
