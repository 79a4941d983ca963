/** Part of the inbox: the question in view, and the ways to answer it. */

import { toldOnce } from '../../../src/engine/effect.ts'
import { visible } from '../../../src/gate/visible.ts'
import { wantsOf } from '../../../src/gate/wants.ts'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { ApprovalDetail, ApprovalView } from '../../../src/server/api.ts'
import { Button } from '../parts/controls.tsx'
import { ago, baseName, brief, fullTime, plural, shortPath, shortPaths } from '../parts/format.ts'
import { Icon, KindIcon } from '../parts/icon.tsx'
import { extend } from '../state/answering.ts'
import { endOf } from '../state/answers.ts'
import { details, move, open, select, snooze, takeFocus, waiting } from '../state/inbox.ts'
import { now } from '../state/now.ts'
import { ByRule, Sentence, Strange, Words } from '../text/strange.tsx'
import { AnswerBar } from './answer-bar.tsx'
import { CallView } from './call.tsx'
import { EffectList } from './effects.tsx'
import { LimitFields, NO_LIMITS } from './limits.tsx'
import { offered, Remember } from './remember.tsx'
import type { Choice } from './remember.tsx'
import { Left, Lines } from './row.tsx'

export function Detail({ approval }: PartProps) {
  const choice = useSignal<Choice>(offered(approval, 0))
  const limits = useSignal(NO_LIMITS)
  const together = useSignal<ReadonlySet<string>>(NOBODY_ELSE)
  const heading = useRef<HTMLHeadingElement>(null)
  const detail = details.value.get(approval.id)
  useEffect(() => {
    if (takeFocus()) heading.current?.focus({ preventScroll: true })
  }, [])
  const { shown, risk } = approval
  const others = waiting.value.filter(({ id, alike }) => alike === approval.alike && id !== approval.id)
  return (
    <article class={`detail risk-${risk.level}`} aria-label="Question">
      <header>
        <Button look="quiet" icon="back" label="Back to the list" onClick={() => backToList(approval.id)}>
          List
        </Button>
        <h2 ref={heading} tabIndex={-1}>
          <KindIcon kind={shown.kind} />
          <span title={visible(approval.agent ?? '')}>
            <Strange text={brief(approval.agent ?? 'An agent', 40)} /> {wantsOf(shown.kind)}
          </span>
        </h2>
        <Facts approval={approval} />
      </header>
      <div class="body">
        {isQuiet(approval) ? null : <RiskNote approval={approval} />}
        {approval.broken === null ? <Asked approval={approval} detail={detail} /> : null}
        {approval.state === 'pending' && approval.broken === null ? (
          <>
            <Remember approval={approval} detail={detail} choice={choice} />
            {shown.suggestions.length === 0 ? null : <LimitFields limits={limits} />}
            {others.length === 0 ? null : <Others others={others} together={together} />}
          </>
        ) : null}
      </div>
      {approval.state === 'pending' ? (
        <AnswerBar
          approval={approval}
          others={others.filter(({ id }) => together.value.has(id))}
          choice={choice.value}
          limits={limits.value}
        />
      ) : (
        <Ended approval={approval} />
      )}
    </article>
  )
}

function Asked({ approval, detail }: PartProps & { readonly detail: ApprovalDetail | undefined }) {
  return (
    <>
      <section aria-label="The call">
        <Tool approval={approval} />
        <CallView approval={approval} detail={detail} />
      </section>
      <section aria-label="What it would do">
        <EffectList effects={approval.shown.effects} />
      </section>
      <Why approval={approval} />
    </>
  )
}

interface PartProps {
  readonly approval: ApprovalView
}

/** Under the agent's name for it, and under ours if that is different. */
function Tool({ approval: { call, shown } }: PartProps) {
  return (
    <p class="tool">
      <Strange text={call.tool} />
      {call.tool === shown.tool ? null : (
        <span class="muted">
          {' '}
          (<Strange text={shown.tool} />)
        </span>
      )}
    </p>
  )
}

function Why({ approval }: PartProps) {
  const { shown, risk } = approval
  return (
    <section class="why" aria-label="Why this is asked">
      <h3>Why this is asked</h3>
      <p>
        <Sentence text={shortPaths(shown.reason)} />
      </p>
      <ByRule reason={shown.reason} rule={shown.rule} />
      {isQuiet(approval) ? (
        <p class="muted">
          Low risk: <Sentence text={shortPaths(risk.sentence)} />
        </p>
      ) : null}
    </section>
  )
}

function Ended({ approval }: PartProps) {
  return (
    <footer class="ended">
      <p>
        <Words text={endOf(approval)} />
        {approval.answer?.words == null ? null : (
          <q>
            <Words text={approval.answer.words} />
          </q>
        )}
      </p>
      <Button look="primary" hotkey="j" onClick={() => move(1)}>
        {waiting.value.length === 0 ? 'Nothing else waits' : 'Next'}
      </Button>
    </footer>
  )
}

/** Whether there is nothing to warn of. */
function isQuiet({ risk, shown }: ApprovalView): boolean {
  return risk.level === 'low' && shown.dangers.length === 0
}

function Facts({ approval }: PartProps) {
  const { project, session, call, askedAt, expiresAt, state } = approval
  return (
    <div class="facts">
      <span title={visible(project)}>
        <Strange text={brief(baseName(project), 40)} />
        <span class="muted" title={visible(call.cwd ?? project)}>
          {' '}
          <Strange text={brief(shortPath(call.cwd ?? project), 100)} />
        </span>
      </span>
      <span class="muted" title={visible(session)}>
        session <Strange text={brief(session, 16)} />
      </span>
      <span class="muted" title={fullTime(askedAt)}>
        asked {ago(askedAt, now.value)}
      </span>
      {state === 'pending' ? (
        <span class="time">
          <Icon name="clock" />
          <Left until={expiresAt} />
          {approval.broken === null ? (
            <Button look="quiet" hotkey="m" onClick={() => void extend(approval)}>
              More time
            </Button>
          ) : null}
          <Button look="quiet" hotkey="z" onClick={() => snooze(approval)}>
            Snooze
          </Button>
        </span>
      ) : null}
    </div>
  )
}

function RiskNote({ approval }: PartProps) {
  const { risk, shown } = approval
  return (
    <div class={`risk ${risk.level}`} role="note">
      <Icon name="warn" />
      <div>
        <p>
          <strong>{capital(risk.level)} risk.</strong> <Sentence text={shortPaths(risk.sentence)} />
        </p>
        {toldOnce(shown.dangers)
          .filter(({ why }) => why !== risk.sentence)
          .map(({ category, why }) => (
            <p key={category + why}>
              <Sentence text={shortPaths(why)} />
            </p>
          ))}
        {shown.safety ? <p>No rule silences this: each time, a person answers.</p> : null}
      </div>
    </div>
  )
}

const NOBODY_ELSE: ReadonlySet<string> = new Set()

interface OthersProps {
  readonly others: readonly ApprovalView[]
  /** Those that were there when the person chose this: later ones are not answered unseen. */
  readonly together: { value: ReadonlySet<string> }
}

/** Calls with the same effect, to be answered together with this one. All of them can be looked at first. */
function Others({ others, together }: OthersProps) {
  const isOpen = useSignal(false)
  const taken = others.filter(({ id }) => together.value.has(id)).length
  const late = others.length - taken
  return (
    <div class="others">
      <label>
        <input
          type="checkbox"
          checked={taken > 0}
          onChange={({ currentTarget }) =>
            (together.value = currentTarget.checked ? new Set(others.map(({ id }) => id)) : NOBODY_ELSE)
          }
        />{' '}
        Answer {plural(taken > 0 ? taken : others.length, 'other call')} of the same effect too
      </label>
      {taken > 0 && late > 0 ? (
        <p class="muted">{plural(late, 'more call')} came since; not answered with these.</p>
      ) : null}
      <details open={isOpen.value} onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
        <summary>Which</summary>
        <Lines approvals={isOpen.value ? others : []} label="Look" act={open} />
      </details>
    </div>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The row that was opened gets the focus back. */
function backToList(id: string): void {
  select(undefined)
  setTimeout(() => document.querySelector<HTMLElement>(`.row [data-id="${CSS.escape(id)}"]`)?.focus())
}
