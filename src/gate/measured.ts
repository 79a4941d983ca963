/**
 * Part of the gate: a store whose calls are measured, for a server's metrics.
 *
 * INVARIANT: measuring changes nothing: what the store returns or throws is passed on, and a listener never throws.
 */

import { StoreError } from '../store/error.ts'
import type { StoreProblem } from '../store/error.ts'
import type { Store } from '../store/port.ts'

export type StoreOperation = 'read' | 'write' | 'append'

export interface Measured {
  readonly operation: StoreOperation
  readonly seconds: number
  readonly failed: boolean
}

const APPENDS: ReadonlySet<string | symbol> = new Set(['append', 'appendMissing'])
const READS: ReadonlySet<string | symbol> = new Set(
  'get history pending count live list head read find checkpoints'.split(' '),
)
/** Errors of whoever calls. */
const REFUSALS: ReadonlySet<StoreProblem> = new Set(['stale', 'duplicate', 'invalid'])

export function measured(store: Store, tell: (measured: Measured) => void): Store {
  return {
    ...store,
    watch: store.watch.bind(store),
    close: store.close.bind(store),
    approvals: timed(store.approvals, tell),
    grants: timed(store.grants, tell),
    audit: timed(store.audit, tell),
    profiles: timed(store.profiles, tell),
  }
}

function timed<T extends object>(port: T, tell: (measured: Measured) => void): T {
  return new Proxy(port, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      const operation = APPENDS.has(name) ? 'append' : READS.has(name) ? 'read' : 'write'
      return async (...given: unknown[]) => {
        const began = performance.now()
        const done = (failed: boolean) => tell({ operation, seconds: (performance.now() - began) / 1_000, failed })
        try {
          const result = await (Reflect.apply(method, target, given) as Promise<unknown>)
          done(false)
          return result
        } catch (error) {
          done(!(error instanceof StoreError && REFUSALS.has(error.code)))
          throw error
        }
      }
    },
  })
}
