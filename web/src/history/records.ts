/** Part of the history: the records that match, read page by page, and those that arrive meanwhile. */

import { useSignal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AuditPage, AuditView } from '../../../src/server/api.ts'
import { request, whyOf, withQuery } from '../api/client.ts'
import { epoch, onEvent } from '../state/session.ts'

export interface Query {
  readonly kind: string
  readonly behavior: string
  readonly agent: string
  readonly project: string
  readonly text: string
}

const PAGE = 50
/** The page keeps at most this many; older ones can be read again. */
const MOST = 500
/** Milliseconds to wait until a person has finished typing what they search for. */
const REST = 150

export function useRecords(query: ReadonlySignal<Query>) {
  const records = useSignal<readonly AuditView[]>([])
  const next = useSignal<number | null>(null)
  const fresh = useSignal(0)
  const problem = useSignal('')
  const asked = useSignal(0)

  const { value: connected } = epoch
  useEffect(() => {
    const over = new AbortController()
    const timer = setTimeout(() => {
      read(query.value, undefined, over.signal).then(
        (page) => {
          records.value = page.records
          next.value = page.next
          fresh.value = 0
          problem.value = ''
        },
        (error: unknown) => {
          if (!over.signal.aborted) problem.value = whyOf(error)
        },
      )
    }, REST)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [query.value, connected, asked.value])

  useEffect(
    () =>
      onEvent((event) => {
        if (event.type !== 'audit') return
        if (query.value.text !== '' || event.skipped > 0) {
          fresh.value += event.records.length + event.skipped
          return
        }
        const known = records.value[0]?.seq ?? 0
        const added = event.records.filter((record) => record.seq > known && fits(record, query.value))
        if (added.length === 0) return
        records.value = [...added.toSorted((a, b) => b.seq - a.seq), ...records.value].slice(0, MOST)
      }),
    [],
  )

  const readOlder = () => {
    read(query.value, next.value ?? undefined).then(
      (page) => {
        records.value = [...records.value, ...page.records]
        next.value = page.next
      },
      (error: unknown) => (problem.value = whyOf(error)),
    )
  }
  return {
    records: records.value,
    /** How many arrived that are not in the list. */
    fresh: fresh.value,
    problem: problem.value,
    hasOlder: next.value !== null,
    readAgain: () => void asked.value++,
    readOlder,
  }
}

function read(query: Query, before?: number, signal?: AbortSignal): Promise<AuditPage> {
  return request<AuditPage>('GET', withQuery('/v1/audit', { ...query, before, limit: PAGE }), undefined, signal)
}

function fits({ kind, decision }: AuditView, query: Query): boolean {
  if (query.kind !== '' && kind !== query.kind) return false
  if (query.behavior !== '' && decision?.behavior !== query.behavior) return false
  if (query.agent !== '' && decision?.agent !== query.agent) return false
  return query.project === '' || decision?.project === query.project
}
