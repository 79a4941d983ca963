/** History: what was decided, live and past, and whether the record of it is whole. */

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AuditPage, AuditView } from '../../../src/server/api.ts'
import { request, whyOf, withQuery } from '../api/client.ts'
import { Choice } from '../parts/choice.tsx'
import { Button } from '../parts/controls.tsx'
import { plural, shortPath } from '../parts/format.ts'
import { route } from '../state/route.ts'
import { epoch, onEvent, session } from '../state/session.ts'
import { Chain } from './chain.tsx'
import { Charts } from './charts.tsx'
import { RecordRow } from './record.tsx'
import { Trouble } from '../parts/trouble.tsx'

interface Query {
  readonly kind: string
  readonly behavior: string
  readonly agent: string
  readonly project: string
  readonly text: string
}

const ANY: Query = { kind: 'decision', behavior: '', agent: '', project: '', text: '' }
const PAGE = 50
/** More than this is not kept on the page: older ones can be read again. */
const MOST = 500

export function HistoryPage() {
  const query = useSignal<Query>({ ...ANY, text: route.value.query.get('text') ?? '' })
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
    }, 150)
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

  const older = () => {
    read(query.value, next.value ?? undefined).then(
      (page) => {
        records.value = [...records.value, ...page.records]
        next.value = page.next
      },
      (error: unknown) => (problem.value = whyOf(error)),
    )
  }
  const set = (part: Partial<Query>) => (query.value = { ...query.value, ...part })
  return (
    <div class="page history">
      <header class="head">
        <h1>History</h1>
        <span class="gap" />
        <Chain />
      </header>
      <Charts />
      <Filters query={query.value} set={set} records={records.value} />
      <Trouble text={problem.value} />
      {fresh.value === 0 ? null : (
        <Button look="quiet" onClick={() => asked.value++}>
          {plural(fresh.value, 'new record')}: read again
        </Button>
      )}
      <ol class="records" aria-label="Records">
        {records.value.map((record) => (
          <RecordRow key={record.seq} record={record} />
        ))}
      </ol>
      {records.value.length === 0 && problem.value === '' ? <p class="muted none">Nothing on record fits.</p> : null}
      {next.value === null ? null : <Button onClick={older}>Older</Button>}
    </div>
  )
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

interface FiltersProps {
  readonly query: Query
  readonly set: (part: Partial<Query>) => void
  readonly records: readonly AuditView[]
}

const KINDS = [
  ['', 'all records'],
  ['decision', 'decisions'],
  ['answer', 'answers'],
  ['extend', 'more time'],
  ['outcome', 'outcomes'],
  ['grant', 'grants'],
  ['revoke', 'revocations'],
  ['policy', 'changes of policy'],
  ['profile', 'profiles'],
  ['retention', 'retention'],
] as const

function Filters({ query, set, records }: FiltersProps) {
  const agents = new Set(records.flatMap(({ decision }) => decision?.agent ?? []))
  if (query.agent !== '') agents.add(query.agent)
  const projects = session.value?.projects.map(({ root }) => root) ?? []
  return (
    <div class="filters" role="search">
      <input
        type="search"
        placeholder="Search the record"
        aria-label="Search the record"
        value={query.text}
        onInput={({ currentTarget }) => set({ text: currentTarget.value })}
      />
      <Choice
        label="Verdict"
        value={query.behavior}
        options={[
          ['', 'every verdict'],
          ['allow', 'allowed'],
          ['ask', 'asked'],
          ['deny', 'denied'],
        ]}
        onChange={(behavior) => set({ behavior })}
      />
      <Choice
        label="Agent"
        value={query.agent}
        options={[['', 'every agent'], ...[...agents].map((agent) => [agent, agent] as const)]}
        onChange={(agent) => set({ agent })}
      />
      <Choice
        label="Project"
        value={query.project}
        options={[['', 'every project'], ...projects.map((root) => [root, shortPath(root)] as const)]}
        onChange={(project) => set({ project })}
      />
      <Choice label="Kind of record" value={query.kind} options={KINDS} onChange={(kind) => set({ kind })} />
    </div>
  )
}
