/**
 * Part of the MCP gateway: keeps the pins of one server, in a file or, for programs that do not want one, only in
 * memory.
 */

import { unwatchFile, watchFile } from 'node:fs'
import type { Stats } from 'node:fs'
import type { Definition } from './definition.ts'
import type { Identity } from './identity.ts'
import { assess } from './pins.ts'
import type { Assessed, ServerPins } from './pins.ts'
import { changePins, readPins } from './pins-file.ts'
import type { AllPins } from './pins-file.ts'

export interface PinKeeper {
  /** Throws if the pins cannot be read or written. */
  assess(listing: readonly Definition[]): Promise<Pick<Assessed, 'shown' | 'held'>>
  /** Calls back when pins were changed by another process; returns a function that stops that. */
  watch?(changed: () => void): () => void
}

/** Milliseconds until an acceptance by another process is noticed. */
const NOTICE = 1_000

export function keepInFile(file: string, server: Identity, strict = false): PinKeeper {
  const who = { identity: server.text, name: server.name }
  return {
    async assess(listing) {
      const seen = assess(listing, who, recordOf(readPins(file), server), strict)
      if (!seen.changed) return seen
      let written = seen
      await changePins(file, (all) => {
        written = assess(listing, who, recordOf(all, server), strict)
        return { ...all, [server.key]: written.pins }
      })
      return written
    },
    watch(changed) {
      const listener = (now: Stats, before: Stats) => {
        if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino) changed()
      }
      watchFile(file, { interval: NOTICE, persistent: false }, listener)
      return () => unwatchFile(file, listener)
    },
  }
}

/** Notices only what changes while this process runs. */
export function keepInMemory(server: Identity, strict = false): PinKeeper {
  const who = { identity: server.text, name: server.name }
  let pins: ServerPins | undefined
  return {
    async assess(listing) {
      const seen = assess(listing, who, pins, strict)
      pins = seen.pins
      return seen
    },
  }
}

/** An unknown server, under a name that another server had, is compared with that server's pins. */
function recordOf(all: AllPins, { key, name, isNamed }: Identity): ServerPins | undefined {
  if (Object.hasOwn(all, key)) return all[key]
  const namesake = isNamed ? Object.values(all).findLast((known) => known.name === name) : undefined
  return namesake === undefined ? undefined : { ...namesake, held: {} }
}
