/** Part of the server: who added which rule to a policy file, as far as the record shows. */

import { bodyOf } from '../gate/audit/body.ts'
import type { Management } from '../gate/management.ts'
import { originKey } from './views/rule.ts'
import type { Origin } from './views/rule.ts'

const MOST = 500

/** The latest origin of each rule counts. */
export async function originsOf({ audit }: Pick<Management, 'audit'>): Promise<ReadonlyMap<string, Origin>> {
  const origins = new Map<string, Origin>()
  const note = (behavior: unknown, rule: unknown, by: unknown, at: number, approval: string | null) => {
    if (typeof behavior !== 'string' || typeof rule !== 'string' || typeof by !== 'string') return
    const key = originKey(behavior, rule)
    if ((origins.get(key)?.at ?? 0) < at) origins.set(key, { by, at, approval })
  }
  const [granted, changed] = await Promise.all([
    audit.search({ kind: 'grant', limit: MOST }),
    audit.search({ kind: 'policy', limit: MOST }),
  ])
  for (const { body: text, at } of granted.records) {
    const { behavior, rules, grantedBy, approval } = bodyOf(text)
    const id = typeof approval === 'string' ? approval : null
    if (Array.isArray(rules)) for (const rule of rules) note(behavior, rule, grantedBy, at, id)
  }
  for (const { body: text, at } of changed.records) {
    const { add, by } = bodyOf(text)
    const entry = (typeof add === 'object' && add !== null ? add : {}) as Readonly<Record<string, unknown>>
    note(entry['behavior'], entry['rule'], by, at, null)
  }
  return origins
}
