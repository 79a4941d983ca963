/** History: what was decided, now and in the past, and whether the record of it is complete. */

import { useSignal } from '@preact/signals'
import type { AuditView } from '../../../src/server/api.ts'
import { Choice } from '../parts/choice.tsx'
import { Button } from '../parts/controls.tsx'
import { plural, shortPath } from '../parts/format.ts'
import { Trouble } from '../parts/trouble.tsx'
import { route } from '../state/route.ts'
import { session } from '../state/session.ts'
import { Chain } from './chain.tsx'
import { Charts } from './charts.tsx'
import { RecordRow } from './record.tsx'
import { useRecords } from './records.ts'
import type { Query } from './records.ts'

const ANY: Query = { kind: 'decision', behavior: '', agent: '', project: '', text: '' }

function isAny(query: Query): boolean {
  return JSON.stringify(query) === JSON.stringify(ANY)
}

export function HistoryPage() {
  const query = useSignal<Query>({ ...ANY, text: route.value.query.get('text') ?? '' })
  const { records, fresh, problem, hasOlder, readAgain, readOlder } = useRecords(query)
  const set = (part: Partial<Query>) => (query.value = { ...query.value, ...part })
  return (
    <div class="page history">
      <header class="head">
        <h1>History</h1>
        <span class="gap" />
        <Chain />
      </header>
      <Charts />
      <Filters query={query.value} set={set} records={records} />
      <Trouble text={problem} />
      {fresh === 0 ? null : (
        <Button look="quiet" onClick={readAgain}>
          {plural(fresh, 'new record')}: read again
        </Button>
      )}
      <ol class="records" aria-label="Records">
        {records.map((record) => (
          <RecordRow key={record.seq} record={record} />
        ))}
      </ol>
      {records.length === 0 && problem === '' ? (
        <p class="muted none">{isAny(query.value) ? 'No decision is on record yet.' : 'Nothing on record fits.'}</p>
      ) : null}
      {hasOlder ? <Button onClick={readOlder}>Older</Button> : null}
    </div>
  )
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
