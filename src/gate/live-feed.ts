/**
 * Everything that any process does in the store, together with the approval, grant or record concerned: for faces that
 * show it live.
 *
 * INVARIANT: never throws, and a listener that throws harms only itself. What cannot be read at the moment is left out:
 * a face reads everything once when it connects, and again after it was away.
 */

import type { Approval } from '../store/approval.ts'
import type { Grant } from '../store/grant.ts'
import type { Change, Store } from '../store/port.ts'
import type { AuditRecord } from '../store/record.ts'
import type { Policies } from './policies.ts'

export type Happening =
  /** Asked, given more time, or ended. */
  | { readonly type: 'approval'; readonly approval: Approval }
  /** Made, used up or revoked. */
  | { readonly type: 'grant'; readonly grant: Grant }
  /** Saved or removed. */
  | { readonly type: 'profile'; readonly name: string }
  /** In order; `skipped` of them were left out before these because too many came at once. */
  | { readonly type: 'audit'; readonly records: readonly AuditRecord[]; readonly skipped: number }
  /** The policy of a project that calls were recently decided for. */
  | { readonly type: 'policy'; readonly root: string; readonly version: string }

export interface FeedDeps {
  readonly store: Pick<Store, 'approvals' | 'grants' | 'audit' | 'watch'>
  readonly policies: Pick<Policies, 'known'>
}

const MOST_RECORDS = 200
const LOOK_AT_POLICIES = 1_000

/** Returns a function that stops it. */
export function follow({ store, policies }: FeedDeps, listener: (happening: Happening) => void): () => void {
  const feed = new LiveFeed(store, listener)
  const unwatch = store.watch((change) => feed.onChange(change))
  let versions = versionsOf(policies)
  const timer = setInterval(() => {
    const now = versionsOf(policies)
    for (const [root, version] of now)
      // A project that is seen for the first time has not changed.
      if ((versions.get(root) ?? version) !== version) feed.tell({ type: 'policy', root, version })
    versions = now
  }, LOOK_AT_POLICIES)
  timer.unref()
  return () => {
    clearInterval(timer)
    unwatch()
    feed.stop()
  }
}

class LiveFeed {
  readonly #store: FeedDeps['store']
  readonly #listener: (happening: Happening) => void
  /** One look at the store after another, so that events are reported in order. */
  #looks: Promise<unknown>
  /** The last record that was reported, or that was there before. */
  #seq: number | undefined
  #newest = 0
  #stopped = false

  constructor(store: FeedDeps['store'], listener: (happening: Happening) => void) {
    this.#store = store
    this.#listener = listener
    this.#looks = this.#begin().catch(() => undefined)
  }

  onChange({ what, id }: Change): void {
    if (what === 'audit') this.#newest = Number(id)
    const look = { approval: () => this.#approval(id), grant: () => this.#grant(id), audit: () => this.#audit() }
    if (what === 'profile') this.#look(async () => this.tell({ type: 'profile', name: id }))
    else this.#look(look[what])
  }

  tell(happening: Happening): void {
    if (this.#stopped) return
    try {
      this.#listener(happening)
    } catch {
      // A failing listener does not stop the feed.
    }
  }

  stop(): void {
    this.#stopped = true
  }

  #look(look: () => Promise<void>): void {
    this.#looks = this.#looks.then(() => (this.#stopped ? undefined : look())).catch(() => undefined)
  }

  async #begin(): Promise<void> {
    const head = await this.#store.audit.head()
    this.#seq = head?.seq ?? 0
  }

  async #approval(id: string): Promise<void> {
    const approval = await this.#store.approvals.get(id)
    if (approval !== undefined) this.tell({ type: 'approval', approval })
  }

  async #grant(id: string): Promise<void> {
    const grant = await this.#store.grants.get(id)
    if (grant !== undefined) this.tell({ type: 'grant', grant })
  }

  async #audit(): Promise<void> {
    const from = this.#seq
    if (from === undefined) return this.#begin()
    if (this.#newest <= from) return
    const records = (await this.#store.audit.find({ from: from + 1, limit: MOST_RECORDS })).toReversed()
    const [first] = records
    if (first === undefined) return
    this.#seq = records.at(-1)?.seq ?? from
    this.tell({ type: 'audit', records, skipped: Math.max(0, first.seq - from - 1) })
  }
}

function versionsOf(policies: FeedDeps['policies']): ReadonlyMap<string, string> {
  return new Map([...policies.known()].map(([root, { version }]) => [root, version]))
}
