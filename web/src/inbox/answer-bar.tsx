/**
 * Part of the inbox: the buttons and keys that answer.
 *
 * INVARIANT: a key or click never allows anything if it came too early, or while something of the call is still folded,
 * or for longer than is on offer. Denying only has to wait for the dead time.
 */

import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { AnswerLasts, AnswerRequest, ApprovalView } from '../../../src/server/api.ts'
import { Button } from '../parts/controls.tsx'
import { plural } from '../parts/format.ts'
import { isUnseen, unfoldAll } from '../parts/folded.tsx'
import { isDead, mayAnswer, startDeadTime } from '../state/dead-time.ts'
import { answer, answerAll, extend } from '../state/answering.ts'
import { busy } from '../state/answers.ts'
import { snooze } from '../state/inbox.ts'
import { useKeys } from '../state/keys.ts'
import { announce, say } from '../state/toasts.ts'
import { Sentence } from '../text/strange.tsx'
import { limitsOf } from './limits.tsx'
import type { Limits } from './limits.tsx'
import type { Choice } from './remember.tsx'

interface AnswerBarProps {
  readonly approval: ApprovalView
  /** The questions that are answered together with this one. */
  readonly others: readonly ApprovalView[]
  readonly choice: Choice
  readonly limits: Limits
}

export function AnswerBar({ approval, others, choice, limits }: AnswerBarProps) {
  const saying = useSignal(false)
  const isBusy = busy.value.has(approval.id)

  const send = (said: Omit<AnswerRequest, 'digest'>) => {
    if (!mayAnswer()) return announce('That came too early; look, then answer.')
    if (isBusy) return
    if (approval.broken !== null && said.behavior === 'allow') return say('It is damaged: it can only be denied.')
    if (said.behavior === 'allow' && isUnseen()) {
      unfoldAll()
      startDeadTime()
      return say('There was more to see: it is open now. Look, then answer.')
    }
    void (others.length === 0 ? answer(approval, said) : answerAll([approval, ...others], said))
  }

  const allow = (lasts: AnswerLasts) => {
    const blocked = whyNot(lasts, choice, limits)
    if (blocked !== undefined) return say(blocked)
    const rules = lasts === 'once' ? {} : { rules: choice.rules }
    send({ behavior: 'allow', lasts, ...rules, ...(lasts === 'once' ? {} : limitsOf(limits)) })
  }

  // A person who is about to type is not answering, even before the field has the focus.
  const unlessSaying = (command: () => void) => () => {
    if (!saying.value) command()
  }
  useKeys({
    a: unlessSaying(() => allow('once')),
    s: unlessSaying(() => allow('session')),
    d: unlessSaying(() => send({ behavior: 'deny' })),
    w: unlessSaying(() => (saying.value = true)),
    m: unlessSaying(() => void extend(approval)),
    z: unlessSaying(() => snooze(approval)),
  })

  return (
    <footer class={isDead.value || isBusy ? 'answers dead' : 'answers'} aria-busy={isBusy}>
      {saying.value ? (
        <SayWhy
          canLast={choice.lasts.includes('session')}
          rules={choice.rules}
          onDrop={() => (saying.value = false)}
          onDeny={(words, lasts) =>
            send({
              behavior: 'deny',
              lasts,
              ...(words.trim() === '' ? {} : { words }),
              ...(lasts === 'session' ? { rules: choice.rules } : {}),
            })
          }
        />
      ) : (
        <Answers
          isBroken={approval.broken !== null}
          calls={others.length + 1}
          blocked={(lasts) => whyNot(lasts, choice, limits)}
          onAllow={allow}
          onDeny={() => send({ behavior: 'deny' })}
          onSay={() => (saying.value = true)}
        />
      )}
    </footer>
  )
}

interface AnswersProps {
  /** Then it can only be denied. */
  readonly isBroken: boolean
  /** How many calls are answered at once. */
  readonly calls: number
  /** Why an answer cannot last so long; undefined if it can. */
  readonly blocked: (lasts: AnswerLasts) => string | undefined
  readonly onAllow: (lasts: AnswerLasts) => void
  readonly onDeny: () => void
  readonly onSay: () => void
}

function Answers({ isBroken, calls, blocked, onAllow, onDeny, onSay }: AnswersProps) {
  const all = calls === 1 ? '' : ` (${calls})`
  const limit = isBroken ? undefined : (['session', 'project', 'always'] as const).map(blocked).find(Boolean)
  return (
    <>
      <div class="buttons">
        {isBroken ? null : (
          <>
            <Button look="allow" hotkey="a" icon="check" onClick={() => onAllow('once')}>
              Allow once{all}
            </Button>
            <Button look="plain" hotkey="s" blocked={blocked('session')} onClick={() => onAllow('session')}>
              Allow for session{all}
            </Button>
            <Button look="plain" blocked={blocked('project')} onClick={() => onAllow('project')}>
              Always here{all}
            </Button>
            <Button look="plain" blocked={blocked('always')} onClick={() => onAllow('always')}>
              Always{all}
            </Button>
            <span class="gap" />
          </>
        )}
        <Button look="deny" hotkey="d" icon="cross" onClick={onDeny}>
          Deny{all}
        </Button>
        <Button look="quiet" hotkey="w" onClick={onSay}>
          Deny and say why
        </Button>
      </div>
      {limit === undefined ? null : (
        <p class="limit">
          <Sentence text={limit} />
        </p>
      )}
      {calls === 1 ? null : <p class="limit">Answers {plural(calls, 'call')} at once; each stands for itself.</p>}
    </>
  )
}

/** Why an answer cannot last so long; undefined if it can. */
function whyNot(lasts: AnswerLasts, { lasts: offers, why, rules }: Choice, { uses }: Limits): string | undefined {
  if (lasts === 'once') return undefined
  if (!offers.includes(lasts)) return why ?? 'That is not on offer for this call.'
  if (uses > 0 && lasts !== 'session') return 'An answer for a number of uses holds for the session only.'
  return rules.length === 0 ? 'There is no rule to remember.' : undefined
}

interface SayWhyProps {
  readonly canLast: boolean
  readonly rules: readonly string[]
  readonly onDrop: () => void
  readonly onDeny: (words: string, lasts: 'once' | 'session') => void
}

function SayWhy({ canLast, rules, onDrop, onDeny }: SayWhyProps) {
  const words = useSignal('')
  const lasts = useSignal<'once' | 'session'>('once')
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const deny = () => onDeny(words.value, lasts.value)
  return (
    <div
      class="saying"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDrop()
        else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) deny()
      }}
    >
      <label class="field">
        <span class="label">What the agent is told</span>
        <textarea
          ref={field}
          rows={2}
          maxLength={5000}
          value={words.value}
          placeholder="Do it another way: …"
          onInput={({ currentTarget }) => (words.value = currentTarget.value)}
        />
      </label>
      {canLast ? (
        <label class="check">
          <input
            type="checkbox"
            checked={lasts.value === 'session'}
            onChange={({ currentTarget }) => (lasts.value = currentTarget.checked ? 'session' : 'once')}
          />{' '}
          Deny for this session whatever <Sentence text={rules.map((rule) => `\`${rule}\``).join(', ')} /> covers
        </label>
      ) : null}
      <div class="buttons">
        <Button look="deny" icon="cross" onClick={deny}>
          Deny with these words
        </Button>
        <Button look="quiet" onClick={onDrop}>
          Back
        </Button>
        <span class="muted">Ctrl+Enter denies, Escape goes back</span>
      </div>
    </div>
  )
}
