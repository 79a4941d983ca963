/** Part of the gate: what is denied because the question would reach no person, and what the model is told of it. */

import type { Suggestion } from '../../engine/suggest.ts'

/** Why nobody is asked: there is nobody to ask, or the client does not put the question to its own person. */
export type Unasked = 'nobody' | 'client'

export interface JudgeOptions {
  /** What would be asked is then denied, and on record as that. */
  readonly unasked?: Unasked | undefined
  /**
   * The approval by which a person of this session has allowed just this, as whoever calls here knows: what would be asked
   * is then allowed, and on record as that; what leads elsewhere by now than they were shown is still asked. Not for callers
   * that need not be believed.
   */
  readonly approval?: string | undefined
  /** As `approval`, of callers that need not be believed: it stays a question, and is on record with the yes they go by. */
  readonly named?: string | undefined
}

interface Asked {
  readonly reason: string
  readonly suggestions: readonly Pick<Suggestion, 'rules' | 'lasts'>[]
}

/** One or two sentences the model can act on, or the person it works for. */
export function unaskedReason({ reason, suggestions }: Asked, unasked: Unasked, agent = 'the client'): string {
  const ways = unasked === 'nobody' ? [] : ['start `countersign serve`, to be asked there']
  // Where a rule asks, no other rule would help: what is offered then holds for a session only.
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
