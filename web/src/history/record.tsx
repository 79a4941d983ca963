/** Part of the history: one line of the record, and the reason for what it says. */

import { toldOnce } from '../../../src/engine/effect.ts'
import { useSignal } from '@preact/signals'
import type { AuditView, DecisionView } from '../../../src/server/api.ts'
import { visibleJson } from '../../../src/gate/visible.ts'
import { Behaviour } from '../parts/controls.tsx'
import { baseName, fullTime, oneLine, shortPaths, shortTime } from '../parts/format.ts'
import { Block } from '../text/block.tsx'
import { ByRule, Sentence, Strange, Words } from '../text/strange.tsx'
import { EffectList } from '../inbox/effects.tsx'
import { MakeRule } from './make-rule.tsx'
import { Trace } from './trace.tsx'

export function RecordRow({ record }: { readonly record: AuditView }) {
  const open = useSignal(false)
  const { decision, kind, at, seq } = record
  return (
    <li class="record">
      <details onToggle={({ currentTarget }) => (open.value = currentTarget.open)}>
        <summary>
          <time title={fullTime(at)}>{shortTime(at)}</time>
          {decision === null ? <span class="tag">{kind}</span> : <Behaviour of={decision.behavior} />}
          <span class="text">
            <Strange text={oneLine(record.text)} />
          </span>
          <span class="who muted">
            {decision?.agent == null ? null : <Strange text={decision.agent} />}
            {decision?.project == null ? null : (
              <>
                {decision.agent === null ? null : ' · '}
                <Strange text={baseName(decision.project)} />
              </>
            )}
          </span>
        </summary>
        {open.value ? (
          <div class="inside">
            {decision === null ? null : <Decision decision={decision} />}
            <details>
              <summary>As recorded, line {seq}</summary>
              <Block label="The record" text={visibleJson(record.body, 2)} />
              <p class="muted">
                hash <code>{record.hash}</code>
              </p>
            </details>
          </div>
        ) : null}
      </details>
    </li>
  )
}

function Decision({ decision }: { readonly decision: DecisionView }) {
  const { reason, rule, by, words, enforced, mode, call, effects, trace, dangers } = decision
  return (
    <>
      <p>
        <Sentence text={shortPaths(reason)} />
      </p>
      <ByRule reason={reason} rule={rule} />
      {by === null || (words === null && reason.includes(by)) ? null : (
        <p>
          Answered by <Words text={by} />
          {words === null ? null : (
            <q>
              <Words text={words} />
            </q>
          )}
        </p>
      )}
      {enforced ? null : <p class="note">Only recorded: nothing was blocked.</p>}
      {toldOnce(dangers).map(({ severity, why }) => (
        <p key={severity + why} class="note">
          {severity}: <Words text={why} />
        </p>
      ))}
      {call === null ? null : <Block label="The call" text={wholeCall(call)} />}
      <EffectList effects={effects} />
      <Trace trace={trace} effects={effects} mode={mode} />
      {call === null ? null : <MakeRule call={call} behavior={decision.behavior} />}
    </>
  )
}

function wholeCall(call: NonNullable<DecisionView['call']>): string {
  const { command, ...rest } = call.input
  const isAll = typeof command === 'string' && Object.keys(rest).length === 0
  return isAll ? command : `${call.tool} ${visibleJson(call.input, 2)}`
}
