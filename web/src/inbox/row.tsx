/** Part of the inbox: waiting questions, each in one line. */

import { useComputed } from '@preact/signals'
import type { ApprovalView } from '../../../src/server/api.ts'
import { Button } from '../parts/controls.tsx'
import { baseName, countdown, oneLine, shortPath } from '../parts/format.ts'
import { KindIcon } from '../parts/icon.tsx'
import { open, selected } from '../state/inbox.ts'
import { now } from '../state/now.ts'
import { Strange } from '../text/strange.tsx'

export function Row({ approval }: { readonly approval: ApprovalView }) {
  const { id, agent, project, shown, risk } = approval
  // Computed, so that moving on redraws only two rows.
  const isInView = useComputed(() => selected.value?.id === id)
  return (
    <li class={`row risk-${risk.level}`}>
      <button
        type="button"
        data-id={id}
        aria-current={isInView.value ? 'true' : undefined}
        onClick={() => open(approval)}
      >
        <KindIcon kind={shown.kind} />
        <span class="head">
          <Strange text={headline(approval)} />
        </span>
        <Left until={approval.expiresAt} />
        <span class="sub">
          <Strange text={agent ?? 'an agent'} /> · <Strange text={baseName(project)} />
        </span>
        {risk.level === 'low' ? null : <span class={`level ${risk.level}`}>{risk.level}</span>}
      </button>
    </li>
  )
}

/** One line that describes the call. */
function headline({ call, text, project, shown }: ApprovalView): string {
  if (text === null || text.value === '') return call.tool
  if (shown.kind !== 'read' && shown.kind !== 'write') return oneLine(text.value)
  return oneLine(text.value.startsWith(`${project}/`) ? text.value.slice(project.length + 1) : shortPath(text.value))
}

/** Several calls, each in one line with a button for it. */
export function Lines({ approvals, label, act }: LinesProps) {
  return (
    <ul class="examples">
      {approvals.map((approval) => (
        <li key={approval.id}>
          <code>
            <Strange text={headline(approval)} />
          </code>
          <Button look="quiet" onClick={() => act(approval)}>
            {label}
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface LinesProps {
  readonly approvals: readonly ApprovalView[]
  readonly label: string
  readonly act: (approval: ApprovalView) => void
}

const SOON = 60_000

/** The time that is left; the only part of a row that changes by itself. */
export function Left({ until }: { readonly until: number }) {
  const left = until - now.value
  return <time class={left < SOON ? 'left soon' : 'left'}>{countdown(left)}</time>
}
