/** Part of the server: a question as the page draws it. */

import { createHash } from 'node:crypto'
import { isTexts } from '../../engine/call.ts'
import type { Call } from '../../engine/call.ts'
import { SEVERITIES } from '../../engine/effect.ts'
import type { Danger } from '../../engine/effect.ts'
import { messageOf } from '../../engine/thrown.ts'
import type { Approval } from '../../gate/management.ts'
import type { Shown } from '../../gate/shown.ts'
import { translate } from '../../vocabulary/translate.ts'
import type { AnswerView, ApprovalView, Risk, ShownText } from '../api/approvals.ts'
import { lookAlikeIn } from './look-alike.ts'

/** Never throws: a question that cannot be drawn is shown as broken, and so can only be denied. */
export function approvalView(approval: Approval): ApprovalView {
  if (approval.broken !== undefined) return brokenView(approval, approval.broken)
  try {
    return soundView(approval)
  } catch (error) {
    return brokenView(
      approval,
      `approval ${approval.id} is damaged in the store: it cannot be shown (${messageOf(error)})`,
    )
  }
}

function brokenView(approval: Approval, broken: string): ApprovalView {
  const sentence = `${broken}. Nobody can tell what it asks: deny it, or let it expire. The agent may then ask again.`
  const view = soundView({ ...approval, call: UNREAD, shown: { reason: sentence } })
  const own = createHash('sha256').update(approval.id).digest('base64url').slice(0, 16)
  return { ...view, broken, risk: { level: 'high', sentence }, alike: own }
}

const UNREAD: Call = { tool: 'a call that cannot be read', input: {} }

function soundView(approval: Approval): ApprovalView {
  const { id, state, session, agent, project, digest, call, askedAt, expiresAt, answer, endedAt, note } = approval
  const shown = shownOf(approval)
  return {
    id,
    state,
    session,
    agent,
    project,
    digest,
    call,
    shown,
    risk: riskOf(shown),
    text: textOf(call),
    alike: alikeOf(approval, shown),
    askedAt,
    expiresAt,
    answer: answer === null ? null : answerView(answer),
    endedAt,
    note,
    broken: null,
  }
}

/**
 * Another version may have written it: a missing field becomes empty instead of breaking the page. Throws for a field
 * that is there and is something else.
 */
function shownOf({ shown, call }: Approval): Shown {
  const { reason, code, rule, safety, mode, tool, kind, limits, policy, effects, dangers, suggestions } =
    shown as Partial<Shown>
  return {
    reason: reason ?? '',
    code: code ?? '',
    rule: rule ?? null,
    safety: safety === true,
    mode: mode ?? 'default',
    tool: tool ?? call.tool,
    kind: kind ?? 'other',
    effects: listOf(effects, ({ type, text }) => [type, text]),
    dangers: listOf(dangers, ({ severity, why }) => [severity, why]),
    suggestions: listOf(suggestions, ({ rules, lasts }) => [...rules, ...lasts]),
    limits: limits ?? null,
    policy: policy ?? '',
  }
}

/** `texts`: what of each must be texts. */
function listOf<T>(value: readonly T[] | undefined, texts: (one: T) => readonly unknown[]): readonly T[] {
  if (value === undefined) return []
  for (const one of value) if (!isTexts(texts(one))) throw new Error('what it would do is not as it was written')
  return value
}

function answerView(answer: NonNullable<Approval['answer']>): AnswerView {
  const { behavior, lasts, by, rules, words, until, uses, input } = answer
  return {
    behavior,
    lasts,
    by,
    rules,
    words: words ?? null,
    until: until ?? null,
    uses: uses ?? null,
    edited: input !== undefined,
  }
}

/** The worst danger that was recognised; a call that was not understood deserves a second look, too. */
export function riskOf({ dangers, effects, safety, code, reason }: Shown): Risk {
  const worst = worstOf(dangers)
  if (worst !== undefined) return { level: worst.severity, sentence: worst.why }
  if (safety) return { level: 'high', sentence: reason }
  if (code === 'secret-read') return { level: 'medium', sentence: reason }
  const unknown = effects.find(({ type }) => type === 'unknown')
  if (unknown !== undefined) return { level: 'medium', sentence: `Not all of it was understood: ${unknown.text}.` }
  const doubtful = effects.find(({ certain, harmless }) => !certain && !harmless)
  if (doubtful !== undefined) return { level: 'medium', sentence: `Only running it will tell: ${doubtful.text}.` }
  for (const { text } of effects) {
    const alike = lookAlikeIn(text)
    if (alike !== undefined)
      return { level: 'medium', sentence: `${alike.host} looks like ${alike.seems} and is another host.` }
  }
  const changing = effects.filter(({ type, harmless }) => type !== 'use' && !harmless).length
  if (changing === 0) return { level: 'low', sentence: 'Nothing in it is known to change anything.' }
  return { level: 'low', sentence: 'Nothing in it is known to be dangerous.' }
}

function worstOf(dangers: readonly Danger[]): Danger | undefined {
  const rank = ({ severity }: Danger) => SEVERITIES.indexOf(severity)
  return dangers.toSorted((a, b) => rank(b) - rank(a))[0]
}

/** The text that the effects' spans point into. */
export function textOf(call: Call): ShownText | null {
  try {
    const { command, paths, urls } = translate(call)
    const value =
      command === undefined ? (paths[0]?.text ?? urls[0]?.text) : 'text' in command ? command.text : undefined
    if (value === undefined) return null
    const field = Object.keys(call.input).find((name) => call.input[name] === value)
    return field === undefined ? null : { field, value }
  } catch {
    return null
  }
}

/** Equal for questions that one narrowest rule would cover, or, without a rule, for those with the same effects. */
function alikeOf({ agent, project }: Approval, { suggestions, effects, tool, safety, rule }: Shown): string {
  const about = suggestions[0]?.rules ?? effects.map(({ type, text }) => [type, text])
  const key = JSON.stringify([agent, project, tool, safety, rule, about])
  return createHash('sha256').update(key).digest('base64url').slice(0, 16)
}
