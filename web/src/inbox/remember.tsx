/** Part of the inbox: what a lasting answer would remember, and what else that would let through. */

import type { Signal } from '@preact/signals'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type {
  ApprovalDetail,
  ApprovalView,
  RuleHistory,
  TryRulesRequest,
  TryRulesResponse,
} from '../../../src/server/api.ts'
import { request, whyOf } from '../api/client.ts'
import { Button, REST } from '../parts/controls.tsx'
import { ago, plural } from '../parts/format.ts'
import { now } from '../state/now.ts'
import { Sentence, Strange, Words } from '../text/strange.tsx'

/** What the person has chosen to have remembered. */
export interface Choice {
  readonly rules: readonly string[]
  readonly lasts: readonly string[]
  /** Why it cannot be remembered like this. */
  readonly why: string | undefined
}

interface RememberProps {
  readonly approval: ApprovalView
  readonly detail: ApprovalDetail | undefined
  readonly choice: Signal<Choice>
}

export function Remember({ approval, detail, choice }: RememberProps) {
  const { suggestions } = approval.shown
  const edited = useSignal<readonly string[] | undefined>(undefined)
  const at = useSignal(0)
  const choose = (index: number) => {
    at.value = index
    edited.value = undefined
    choice.value = offered(approval, index)
  }
  if (suggestions.length === 0) return null
  return (
    <fieldset class="remember">
      <legend>For longer than once, remember</legend>
      {suggestions.map((suggestion, index) => (
        <div key={index} class="offer">
          <label>
            <input
              type="radio"
              name="offer"
              checked={edited.value === undefined && at.value === index}
              onChange={() => choose(index)}
            />
            <span class="rules">
              {suggestion.rules.map((rule) => (
                <code key={rule}>
                  <Strange text={rule} />
                </code>
              ))}
            </span>
          </label>
          <Also history={detail?.history[index]} />
        </div>
      ))}
      {edited.value === undefined ? (
        <Button look="quiet" icon="write" onClick={() => (edited.value = choice.value.rules)}>
          Edit the rule
        </Button>
      ) : (
        <Editor
          approval={approval}
          rules={edited.value}
          choice={choice}
          onChange={(rules) => (edited.value = rules)}
          onDrop={() => choose(at.value)}
        />
      )}
    </fieldset>
  )
}

export function offered({ shown }: ApprovalView, index: number): Choice {
  const suggestion = shown.suggestions[index]
  return { rules: suggestion?.rules ?? [], lasts: suggestion?.lasts ?? [], why: shown.limits ?? undefined }
}

interface EditorProps {
  readonly approval: ApprovalView
  readonly rules: readonly string[]
  readonly choice: Signal<Choice>
  readonly onChange: (rules: readonly string[]) => void
  readonly onDrop: () => void
}

/** A typed rule counts only once the server has proven it for this very call. */
function Editor({ approval, rules, choice, onChange, onDrop }: EditorProps) {
  const tried = useSignal<TryRulesResponse | undefined>(undefined)
  const text = rules.join('\n')
  useEffect(() => {
    choice.value = { rules, lasts: [], why: 'The edited rule is being looked at.' }
    const over = new AbortController()
    const timer = setTimeout(() => {
      const path = `/v1/approvals/${encodeURIComponent(approval.id)}/rules`
      request<TryRulesResponse>('POST', path, { rules } satisfies TryRulesRequest, over.signal).then(
        (response) => {
          tried.value = response
          choice.value = { rules, lasts: response.lasts, why: response.why ?? approval.shown.limits ?? undefined }
        },
        (error: unknown) => {
          if (!over.signal.aborted) choice.value = { rules, lasts: [], why: whyOf(error) }
        },
      )
    }, REST)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [text, approval.id])
  return (
    <div class="editor">
      {rules.map((rule, index) => (
        <input
          key={index}
          type="text"
          class="mono"
          aria-label={rules.length === 1 ? 'Rule' : `Rule ${index + 1}`}
          spellcheck={false}
          autocomplete="off"
          value={rule}
          onInput={({ currentTarget }) => onChange(rules.with(index, currentTarget.value))}
        />
      ))}
      <p class={choice.value.lasts.length === 0 ? 'verdict bad' : 'verdict good'} role="status">
        {choice.value.lasts.length > 0 ? (
          'Covers this call.'
        ) : (
          <Sentence text={choice.value.why ?? 'Does not cover this call.'} />
        )}
      </p>
      <Also history={tried.value?.history} />
      <Button look="quiet" icon="undo" onClick={onDrop}>
        Back to what was suggested
      </Button>
    </div>
  )
}

/** Counts from history. */
export function Also({ history }: { readonly history: RuleHistory | undefined }) {
  if (history === undefined) return <span class="also muted">…</span>
  const { changed, looked, matched, examples } = history
  if (looked === 0) return <span class="also muted">no history yet</span>
  if (matched === 0) return <span class="also muted">matched none of the {plural(looked, 'recorded call')}</span>
  return (
    <details class="also">
      <summary>
        {changed === 0
          ? `matches ${plural(matched, 'recorded call')}`
          : `would also let through ${changed.toLocaleString()}`}
        <span class="muted"> of {looked.toLocaleString()}</span>
      </summary>
      <ul class="examples">
        {examples.map(({ text, agent, at, changed: isNew }, index) => (
          <li key={index}>
            <code>
              <Strange text={text} />
            </code>
            <span class="muted">
              {agent === null ? null : <Words text={agent} />} {ago(at, now.value)}
              {isNew ? ', not allowed then' : ''}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
