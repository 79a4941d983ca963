/** Part of the gate: calls that are denied because the question would reach nobody, and what the model is told. */

import type { Suggestion } from '../../engine/suggest.ts'

/** Why nobody is asked: there is nobody to ask, or the client does not show the question to its own user. */
export type Unasked = 'nobody' | 'client'

export interface JudgeOptions {
  /** A call that needs an answer is then denied, and recorded as denied for this reason. */
  readonly unasked?: Unasked | undefined
  /**
   * The approval by which a person of this session has allowed this very call, according to the caller. A call that
   * needs an answer is then allowed and recorded as such, but it is still asked about if it now leads elsewhere than
   * the person was shown. Only for callers that can be trusted.
   */
  readonly approval?: string | undefined
  /**
   * As `approval`, for callers that need not be trusted: it stays a question, and is recorded with the yes they refer
   * to.
   */
  readonly named?: string | undefined
}

interface Asked {
  readonly reason: string
  readonly suggestions: readonly Pick<Suggestion, 'rules' | 'lasts'>[]
}

/** One or two sentences that the model, or the person it works for, can act on. */
export function unaskedReason({ reason, suggestions }: Asked, unasked: Unasked, agent = 'the client'): string {
  const ways = unasked === 'nobody' ? [] : ['start `countersign serve`, to be asked there']
  // If a rule asks, another rule would not help: the offers then hold for a session only.
  const lasting = suggestions.find(({ lasts }) => lasts.some((long) => long !== 'session'))
  if (lasting !== undefined) ways.push(`allow it by the ${named(lasting.rules)}`)
  const advice =
    ways.length === 0
      ? 'Go on without it, or tell the person you work for what you need.'
      : `The person you work for can ${ways.join(', or ')}.`
  const absent = unasked === 'nobody' ? 'nobody is' : `${agent} does not ask here`
  return `Not allowed: ${lowered(reason)} A person would have to be asked, and ${absent}. ${advice}`
}

function named(rules: readonly string[]): string {
  return `rule${rules.length === 1 ? '' : 's'} ${rules.map((rule) => `\`${rule}\``).join(' and ')}`
}

function lowered(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1)
}
