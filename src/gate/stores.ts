/** Part of the gate: its store and its log, which are opened together, at once or when they are needed. */

import { generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { auditKeyFile, storeFileOf } from '../policy/own-folders.ts'
import type { Store } from '../store/port.ts'
import type { AuditLog } from './audit-log.ts'
import type { SigningKey } from './audit/key.ts'
import type { OpenAuditLog } from './audit/log.ts'
import type { Clock } from './clock.ts'
import { lateStores } from './late.ts'
import type { OpenStores } from './late.ts'
import { hasRoom, spoolBeside } from './spool/file.ts'

export interface StoreOptions {
  /**
   * A file, `postgres://…`, `memory`, or a store that is open already. By default
   * `~/.local/state/countersign/countersign.db`.
   */
  readonly store?: string | Store
  /**
   * The store is opened only when a call needs it. Records of calls that the written policy settles wait in a file
   * beside it until a process opens the store. For processes that end after a call or two.
   */
  readonly late?: boolean
  /** A log to use instead of the store's own. */
  readonly audit?: AuditLog
}

/** Throws if the store cannot be opened. */
export async function openStores(options: StoreOptions, home: string, now: Clock): Promise<OpenStores> {
  const { store: where = storeFileOf(home), audit, late = false } = options
  const keyFile = auditKeyFile(home)
  if (audit !== undefined) return withoutLog(where, audit)
  const spool = late ? spoolBeside(where, keyFile) : undefined
  if (spool === undefined || !hasRoom(spool.file)) return withLog(where, keyFile, now)
  const open = async () => {
    const opened = await withLog(where, keyFile, now)
    await opened.store.approvals.expire(now())
    return opened
  }
  return lateStores({ spool, now, open })
}

async function withoutLog(where: string | Store, audit: AuditLog): Promise<OpenStores> {
  const store = await openNamed(where)
  return { store, audit, release: async () => (typeof where === 'string' ? store.close() : undefined) }
}

async function withLog(
  where: string | Store,
  keyFile: string,
  now: Clock,
): Promise<OpenStores & { readonly audit: OpenAuditLog }> {
  const store = await openNamed(where)
  const { createAuditLog } = await import('./audit/log.ts')
  const { keyId, openKey } = await import('./audit/key.ts')
  const { takingIn } = await import('./spool/intake.ts')
  const key = where === 'memory' ? passingKey(keyId) : () => openKey(keyFile)
  const audit = createAuditLog(store.audit, { key, now })
  const release = async () => {
    await audit.close()
    if (typeof where === 'string') await store.close()
  }
  try {
    await takingIn(where, { store, log: audit, keyFile, now })
    return { store, audit, release }
  } catch (error) {
    await release()
    throw error
  }
}

/** A key for an audit chain that does not outlive the process; the key does not outlive it either. */
function passingKey(keyId: (publicKey: KeyObject) => string): () => SigningKey {
  let made: SigningKey | undefined
  return () => {
    if (made === undefined) {
      const pair = generateKeyPairSync('ed25519')
      made = { id: keyId(pair.publicKey), ...pair }
    }
    return made
  }
}

/** A store that is open already is returned unchanged. */
export async function openNamed(where: string | Store): Promise<Store> {
  if (typeof where !== 'string') return where
  if (where === 'memory') return (await import('../store/memory-store.ts')).createMemoryStore()
  return (await import('../store/open.ts')).openStore(where)
}
