/**
 * Part of the store: a store in memory, for programs that want no database (`store: 'memory'`). It needs no driver and
 * leaves no file.
 *
 * INVARIANT: keeps every promise of the port but one: nothing outlives the process. It stores copies, as every store
 * does.
 */

import { CLOSED, StoreError } from './error.ts'
import type { Change, Store } from './port.ts'
import { ApprovalsInMemory } from './memory/approvals.ts'
import { AuditInMemory } from './memory/audit.ts'
import { GrantsInMemory } from './memory/grants.ts'
import { ProfilesInMemory } from './memory/profiles.ts'
import type { Tell } from './memory/tell.ts'

/** What is shared by stores opened on the same memory. */
export class Memory {
  readonly #listeners = new Map<symbol, (change: Change) => void>()
  readonly #tell: Tell = (what, id) => {
    for (const listener of this.#listeners.values()) {
      try {
        listener({ what, id })
      } catch {
        // If one listener fails, the others are called anyway.
      }
    }
  }
  readonly audit = new AuditInMemory(this.#tell)
  readonly approvals = new ApprovalsInMemory(this.#tell, this.audit)
  readonly grants = new GrantsInMemory(this.#tell, this.audit)
  readonly profiles = new ProfilesInMemory(this.#tell)

  listen(listener: (change: Change) => void): () => void {
    const key = Symbol('listener')
    this.#listeners.set(key, listener)
    return () => void this.#listeners.delete(key)
  }
}

export function createMemoryStore(memory: Memory = new Memory()): Store {
  const stops: (() => void)[] = []
  let isClosed = false
  const open = () => {
    if (isClosed) throw new StoreError('closed', CLOSED)
  }
  return {
    approvals: whileOpen(memory.approvals, open),
    grants: whileOpen(memory.grants, open),
    audit: whileOpen(memory.audit, open),
    profiles: whileOpen(memory.profiles, open),
    watch(listener) {
      open()
      const stop = memory.listen(listener)
      stops.push(stop)
      return stop
    },
    async close() {
      isClosed = true
      for (const stop of stops) stop()
    },
  }
}

function whileOpen<T extends object>(port: T, open: () => void): T {
  return new Proxy(port, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name, target)
      if (typeof method !== 'function') return method
      return async (...given: unknown[]) => {
        open()
        return (await Reflect.apply(method, target, given)) as unknown
      }
    },
  })
}
