/** For the chaos: what is left when it is over. */

import pg from 'pg'
import { openStore } from '../../src/store/open.ts'
import { sqliteBinding } from '../../src/store/sqlite-binding.ts'
import type { Answer } from '../../src/store/approval.ts'
import type { Told } from './journal.ts'

export interface Aftermath {
  readonly told: readonly Told[]
  readonly approvals: ReadonlyMap<string, { readonly state: string; readonly answer: Answer | null }>
  readonly records: readonly { readonly kind: string; readonly body: Body }[]
  readonly grants: ReadonlySet<string>
}

/** Of records of decisions and of answers. */
export interface Body {
  readonly id?: string
  readonly behavior?: string
  readonly code?: string
  readonly approval?: string
  readonly words?: string
}

/** The port has no list of all approvals, so the tables are asked. */
export async function look(address: string, told: readonly Told[]): Promise<Aftermath> {
  const rows = await tableOf(address, 'select id, state, answer from approvals')
  const store = await openStore(address)
  const records = await store.audit.read(1, 1_000_000)
  const grants = await store.grants.list()
  await store.close()
  return {
    told,
    approvals: new Map(
      rows.map(({ id, state, answer }) => [
        id,
        { state, answer: answer === null ? null : (JSON.parse(answer) as Answer) },
      ]),
    ),
    records: records.map(({ kind, body }) => ({ kind, body: JSON.parse(body) as Body })),
    grants: new Set(grants.map(({ id }) => id)),
  }
}

interface Row {
  readonly id: string
  readonly state: string
  readonly answer: string | null
}

async function tableOf(address: string, query: string): Promise<readonly Row[]> {
  if (!address.startsWith('postgres:')) {
    const raw = (await sqliteBinding())(address)
    const rows = raw.prepare(query).all([])
    raw.close()
    return rows as Row[]
  }
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query<Row>(query)
  await client.end()
  return rows
}
