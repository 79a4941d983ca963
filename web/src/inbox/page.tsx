/** The inbox: the questions that wait for a person. */

import type { VNode } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ApprovalView } from '../../../src/server/api.ts'
import { Button, Empty } from '../parts/controls.tsx'
import { plural } from '../parts/format.ts'
import { loaded, move, selected, snoozed, waiting, wake } from '../state/inbox.ts'
import { useKeys } from '../state/keys.ts'
import { askToNotify, permission } from '../state/notice.ts'
import { connection } from '../state/session.ts'
import { Detail } from './detail.tsx'
import { Lines, Row } from './row.tsx'

export function InboxPage() {
  const list = useRef<HTMLElement>(null)
  const seen = selected.value
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    Enter: () => document.querySelector<HTMLElement>('.detail h2')?.focus(),
  })
  const before = useRef<string | undefined>(undefined)
  useEffect(() => {
    const isFirst = before.current === undefined
    before.current = seen?.id
    // Browsers start tabbing from where they last scrolled to, so nothing is scrolled before a person has moved.
    if (!isFirst) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [seen?.id])
  return (
    <div class={seen === undefined ? 'inbox' : 'inbox open'}>
      <h1 class="unseen-live">Inbox</h1>
      <section class="list" ref={list} aria-label="Waiting">
        <header>
          <h2>{waiting.value.length === 0 ? 'Inbox' : plural(waiting.value.length, 'waiting call')}</h2>
          {permission.value === 'default' ? (
            <Button look="quiet" icon="bell" onClick={() => void askToNotify()}>
              Notify me
            </Button>
          ) : null}
        </header>
        <Rows />
        <Snoozed />
      </section>
      {seen === undefined ? <Nothing /> : <Detail key={seen.id} approval={seen} />}
    </div>
  )
}

/** A browser would take seconds to draw thousands, and nobody reads that far. */
const ROWS_AT_ONCE = 500

/** By its question: a row that is the same as before is not drawn anew when others come or go. */
const drawn = new WeakMap<ApprovalView, VNode>()

function rowOf(approval: ApprovalView): VNode {
  const known = drawn.get(approval)
  if (known !== undefined) return known
  const row = <Row key={approval.id} approval={approval} />
  drawn.set(approval, row)
  return row
}

function Rows() {
  const [most, setMost] = useState(ROWS_AT_ONCE)
  const all = waiting.value
  const inView = all.findIndex(({ id }) => id === selected.value?.id)
  const shown = Math.max(most, inView + 1)
  // Memoised, so that moving on does not draw the rows anew.
  const rows = useMemo(() => all.slice(0, shown).map(rowOf), [all, shown])
  return (
    <>
      <ul class="rows">{rows}</ul>
      {rows.length === all.length ? null : (
        <p class="more">
          {plural(all.length - rows.length, 'more call')} below.{' '}
          <Button look="quiet" onClick={() => setMost(rows.length + ROWS_AT_ONCE)}>
            Show more
          </Button>
        </p>
      )}
    </>
  )
}

function Snoozed() {
  if (snoozed.value.length === 0) return null
  return (
    <details class="snoozed">
      <summary>{plural(snoozed.value.length, 'call')} put off</summary>
      <Lines approvals={snoozed.value} label="Back" act={wake} />
    </details>
  )
}

function Nothing() {
  if (!loaded.value) return <div class="empty" aria-busy="true" />
  if (waiting.value.length > 0)
    return (
      <Empty icon="inbox" title="Choose a call">
        <p>
          <kbd>j</kbd> and <kbd>k</kbd> go through the list.
        </p>
      </Empty>
    )
  if (connection.value === 'lost')
    return (
      <Empty icon="warn" title="The server is not heard">
        <p>Whether something waits is not known. The page looks again by itself.</p>
      </Empty>
    )
  return (
    <Empty icon="check" title="Nothing waits for you">
      <p>When an agent may do something only with your word, it is asked here.</p>
    </Empty>
  )
}
