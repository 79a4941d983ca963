/** Part of the history: whether the record is complete, from its first line to its last. */

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { visible } from '../../../src/gate/visible.ts'
import type { ChainStatus } from '../../../src/server/api.ts'
import { request, whyOf } from '../api/client.ts'
import { Button, Modal } from '../parts/controls.tsx'
import { plural } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { Words } from '../text/strange.tsx'
import { Trouble } from '../parts/trouble.tsx'

export function Chain() {
  const status = useSignal<ChainStatus | undefined>(undefined)
  const problem = useSignal('')
  const open = useSignal(false)
  const verify = () => {
    status.value = undefined
    problem.value = ''
    request<ChainStatus>('GET', '/v1/audit/verify').then(
      (read) => (status.value = read),
      (error: unknown) => (problem.value = whyOf(error)),
    )
  }
  useEffect(verify, [])
  const { value } = status
  const look = value === undefined ? '' : value.ok ? 'good' : 'bad'
  return (
    <span class={`chain ${look}`} role="status">
      <Icon name={value?.ok === false || problem.value !== '' ? 'warn' : 'shield'} />
      {value === undefined
        ? problem.value === ''
          ? 'checking the record …'
          : visible(problem.value)
        : value.ok
          ? `record whole, ${plural(value.records, 'line')}`
          : 'the record is in doubt'}
      <Button look="quiet" onClick={() => (open.value = true)}>
        Details
      </Button>
      {open.value ? (
        <Modal title="The record" onClose={() => (open.value = false)}>
          <p>
            Each line of the record carries a hash over the line before; signed checkpoints stand between them. Whoever
            changes or removes a line breaks the chain.
          </p>
          {value === undefined ? <Trouble text={problem.value} /> : <Facts status={value} />}
          <Button onClick={verify}>Check again</Button>
        </Modal>
      ) : null}
    </span>
  )
}

function Facts({ status }: { readonly status: ChainStatus }) {
  return (
    <>
      <dl class="fields">
        <div>
          <dt>state</dt>
          <dd>{status.ok ? 'whole' : 'broken'}</dd>
        </div>
        <div>
          <dt>lines</dt>
          <dd>{status.records.toLocaleString()}</dd>
        </div>
        <div>
          <dt>signed up to</dt>
          <dd>{status.signedTo === null ? 'not signed yet' : `line ${status.signedTo.toLocaleString()}`}</dd>
        </div>
        {status.head === null ? null : (
          <div class="long">
            <dt>last line {status.head.seq}</dt>
            <dd>
              <code>{status.head.hash}</code>
            </dd>
          </div>
        )}
      </dl>
      <ul class="problems">
        {status.problems.map((problem) => (
          <li key={problem} class="error">
            <Icon name="warn" />
            <span>
              <Words text={problem} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
