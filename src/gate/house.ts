/**
 * What a server is built on: one store, one audit chain, one gate for the calls of many projects, and the management
 * interface.
 *
 * INVARIANT: gate and management share what they know about answers that are being taken, so that an answer through
 * either is remembered once. Closing first stops all decisions and then lets go of the store.
 */

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Suggestion } from '../engine/suggest.ts'
import { auditKeyFile, storeFileOf } from '../policy/own-folders.ts'
import type { Approval } from '../store/approval.ts'
import { openKey } from './audit/key.ts'
import { createAuditLog } from './audit/log.ts'
import { steady } from './clock.ts'
import { gateOf } from './gate.ts'
import type { Gate } from './gate.ts'
import { follow } from './live-feed.ts'
import type { Happening } from './live-feed.ts'
import { manage } from './management.ts'
import type { Management } from './management.ts'
import { measured } from './measured.ts'
import type { Measured } from './measured.ts'
import { assemble } from './open.ts'
import type { GateOptions } from './gate-options.ts'
import type { InForce } from './policy-source.ts'
import { snapshot } from './snapshot.ts'
import { spoolBeside } from './spool/file.ts'
import { takingIn } from './spool/intake.ts'
import { openNamed } from './stores.ts'

export interface HouseOptions extends Omit<GateOptions, 'cwd' | 'projects' | 'home' | 'audit' | 'late'> {
  readonly home: string
  /** The working directory of calls that name none; by default home. */
  readonly cwd?: string
  /** The name of the person who manages, for the record. */
  readonly by: string
  /** Told how long each call of the store took. */
  readonly measure?: (measured: Measured) => void
}

export interface House {
  /** Each call is decided by the policy of the project it is in. */
  readonly gate: Gate
  readonly management: Management
  /** The policy in force in a folder. */
  policyAt(cwd: string): InForce
  /** Reports live everything that happens in the store. Returns a function that stops it. */
  feed(listener: (happening: Happening) => void): () => void
  /**
   * Whether rules that a person wrote would let the asked call pass, and for how long they may be remembered; pass the
   * result to `approvals.answer` as an offer. Undefined if they would not.
   */
  prove(approval: Approval, rules: readonly string[]): Promise<Suggestion | undefined>
  /** How much waits beside the store, in bytes. */
  spoolBytes(): number
  /** `leave`: questions stay open for a caller that asks again. */
  close(options?: { readonly leave?: boolean }): Promise<void>
}

/** How often records that wait beside the store are looked for, in milliseconds. */
const LOOK = 1_000

/** Throws for options that make no sense, and if the store cannot be opened. */
export async function openHouse({ by, measure, ...options }: HouseOptions): Promise<House> {
  const home = resolve(options.home)
  const keyFile = auditKeyFile(home)
  const where = options.store ?? storeFileOf(home)
  const opened = await openNamed(where)
  const store = measure === undefined ? opened : measured(opened, measure)
  const now = steady(options.now)
  const log = createAuditLog(store.audit, { key: () => openKey(keyFile), now })
  let looking: NodeJS.Timeout | undefined
  const release = async () => {
    clearInterval(looking)
    await log.close()
    if (typeof where === 'string') await store.close()
  }
  try {
    const cwd = options.cwd ?? home
    const takeIn = await takingIn(where, { store, log, keyFile, now })
    // Hooks that cannot reach this server, for example from another container, still write records beside the store.
    looking = setInterval(() => void takeIn().catch(() => undefined), LOOK).unref()
    const parts = await assemble({ ...options, now, home, cwd, store, audit: log, projects: 'called' })
    const gate = gateOf(parts)
    const { approvals, grants, policies } = parts
    const management = manage({
      store,
      log,
      approvals,
      grants,
      keyFile,
      home,
      by,
      now,
      takeIn,
      release: async () => undefined,
    })
    return {
      gate,
      management,
      policyAt: (folder) => policies.current(folder),
      feed: (listener) => follow({ store, policies }, listener),
      prove: ({ call, session, agent }, rules) =>
        parts.decider.prove(
          snapshot({ ...call, session, ...(agent === null ? {} : { agent }) }, parts.defaults),
          rules,
        ),
      spoolBytes() {
        const spool = spoolBeside(where, keyFile)
        return spool === undefined ? 0 : (statSync(spool.file, { throwIfNoEntry: false })?.size ?? 0)
      },
      async close(options) {
        await gate.close(options)
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}
