/**
 * Part of the gate: what a face shows when it asks, and what the audit keeps of a verdict. Plain JSON.
 *
 * INVARIANT: the same policy and the same call are shown the same way, so comparing two of these objects tells whether
 * a person would see anything new.
 */

import type { Danger, Effect, Span } from '../engine/effect.ts'
import type { Suggestion } from '../engine/suggest.ts'
import { citeRule, nameEffect } from '../engine/verdict.ts'
import type { TraceStep, Verdict } from '../engine/verdict.ts'
import type { Holding } from './holding.ts'

export type ShownEffect = {
  readonly type: Effect['type']
  /** In a few words: "`rm -rf build`", "writing /etc/hosts". */
  readonly text: string
  readonly certain: boolean
  readonly harmless: boolean
  /** Where the file really is, if its path leads elsewhere through a link. */
  readonly real?: string | undefined
  readonly span?: Span | undefined
}

/** Everything a face needs besides the call itself. */
export type Shown = {
  readonly reason: string
  readonly code: string
  readonly rule: string | null
  readonly safety: boolean
  readonly mode: string
  readonly tool: string
  readonly kind: string
  readonly effects: readonly ShownEffect[]
  readonly dangers: readonly Danger[]
  /** What may be remembered and for how long, narrow to broad; `once` is always possible. */
  readonly suggestions: readonly Suggestion[]
  /** Why less is offered than usual; null if nothing is held back. */
  readonly limits: string | null
  /** The policy's version. */
  readonly policy: string
}

export function shownOf(verdict: Verdict, suggestions: readonly Suggestion[], policy: string, holding: Holding): Shown {
  const { reading } = verdict
  return {
    reason: verdict.reason,
    code: verdict.code,
    rule: verdict.rule === undefined ? null : citeRule(verdict.rule),
    safety: verdict.safety,
    mode: verdict.mode,
    tool: reading.tool,
    kind: reading.kind,
    effects: reading.effects.map(shownEffect),
    dangers: reading.dangers,
    suggestions,
    limits: limitsOf(verdict, suggestions, holding),
    policy,
  }
}

export function shownEffect(effect: Effect): ShownEffect {
  return {
    certain: effect.certain,
    harmless: effect.harmless,
    real: 'real' in effect && effect.real !== effect.path ? effect.real : undefined,
    span: effect.span,
    text: nameEffect(effect),
    type: effect.type,
  }
}

/** A trace without the parts that cannot be written as JSON; rules are cited as in every face. */
export function shownTrace(trace: readonly TraceStep[]): readonly unknown[] {
  return trace.map(({ answer, behavior, effect, note, question, rule }) => ({
    answer,
    behavior,
    effect,
    note,
    question,
    rule: rule && citeRule(rule),
  }))
}

function limitsOf(
  { safety, rule, reading }: Verdict,
  suggestions: readonly Suggestion[],
  holding: Holding,
): string | null {
  if (safety) return 'A safety question can be answered only once at a time.'
  if (rule?.source.layer === 'managed') return 'The managed policy asks here: only once at a time can be answered.'
  if (suggestions.length === 0 && reading.effects.some((effect) => effect.type === 'run' && effect.fed === true))
    return 'It runs what it is handed on its input, which no rule can name, so it can be answered only once.'
  if (suggestions.length === 0)
    return 'No rule could be found that would cover this call, so it can be answered only once.'
  if (rule !== undefined && rule.behavior !== 'allow')
    return 'A rule asks here, so an answer holds for this session at most; to be asked no more, change the rule.'
  if (!holding.project && !holding.always)
    return 'Rules of your own files do not count here, so an answer holds for this session at most.'
  const isForAlways = suggestions.some(({ lasts }) => lasts.includes('always'))
  if (holding.project)
    return isForAlways ? null : 'The rule is about files of this project, so it is not for all of them.'
  return isForAlways
    ? 'This folder is not trusted (countersign trust, run there, trusts it), so its own file cannot allow anything.'
    : 'The rule is about files of this project, and this folder is not trusted (countersign trust, run there, trusts it): an answer holds for this session at most.'
}
