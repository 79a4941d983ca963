/** Part of the MCP gateway: the pins of one server, kept in a file or, for programs that want none, in memory only. */

import { unwatchFile, watchFile } from 'node:fs'
import type { Stats } from 'node:fs'
import type { Definition } from './definition.ts'
import type { Identity } from './identity.ts'
import { assess } from './pins.ts'
import type { Assessed, ServerPins } from './pins.ts'
import { changePins, readPins } from './pins-file.ts'
import type { AllPins } from './pins-file.ts'

export interface PinKeeper {
  /** Throws when the pins cannot be read or written. */
  assess(listing: readonly Definition[]): Promise<Pick<Assessed, 'shown' | 'held'>>
  /** Calls back when pins were changed elsewhere; gives back how to stop that. */
  watch?(changed: () => void): () => void
}

/** Milliseconds until somebody's acceptance is noticed. */
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

/** A server that is not known, under a name that was another's, is held against what that one had. */
function recordOf(all: AllPins, { key, name, isNamed }: Identity): ServerPins | undefined {
  if (Object.hasOwn(all, key)) return all[key]
  const namesake = isNamed ? Object.values(all).findLast((known) => known.name === name) : undefined
  return namesake === undefined ? undefined : { ...namesake, held: {} }
}
