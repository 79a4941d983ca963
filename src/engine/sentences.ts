/** Part of deciding: the one sentence that tells a person about each fact. */

import type { Effect, Finding } from './effect.ts'
import type { Sentence } from './fact.ts'
import { otherNames } from './match/host.ts'
import type { Rule } from './rule.ts'
import { citeRule, nameEffect, openWithRule, shorten } from './verdict.ts'

export const broken: Sentence = (_, _reading, policy) =>
  `Nothing is allowed until the policy is fixed: ${policy.broken}`

export const hidden: Sentence = (_, { call }) => `The tool ${call.tool} is hidden by this policy's list of tools.`

export const matches: Sentence = ({ rule, effect }, { effects }) => {
  const { reason } = rule as Rule
  const why = reason === undefined ? '.' : `: ${stop(reason)}`
  return `${openWithRule(rule as Rule)} matches ${withTarget(effects[effect] as Effect)}${why}`
}

/** What was not understood is described by what it belongs to, and so is a file given to an unknown program. */
export const mayMatch: Sentence = ({ rule, effect: index }, { effects }) => {
  const effect = effects[index] as Effect
  const why =
    effect.type === 'unknown'
      ? effect.why
      : effect.type === 'read' && effect.mayWrite === true
        ? `nobody here knows what it does with ${effect.path}`
        : effect.type === 'read' && effect.found === true
          ? `it may read ${shorten(effect.path)}${effect.reach === 'tree' ? ', and more below it than is looked at' : ''}`
          : effect.type === 'connect' && otherNames(effect.host).length > 0
            ? 'it may be the same host by another name'
            : undefined
  const owned = effect.of > 0 && effect.of < index
  const what =
    effect.type === 'unknown' && !owned
      ? 'this call'
      : nameEffect(why !== undefined && owned ? (effects[effect.of] as Effect) : effect)
  const may = `${openWithRule(rule as Rule)} may apply to ${what}`
  return why === undefined ? `${may}, which only shows when it runs.` : `${may}: ${why}.`
}

export const answeredBefore: Sentence = ({ rule }) => `Answered before in this session: ${citeRule(rule as Rule)}.`

/** If this is the verdict, it holds for every command of the line. */
export const readOnly: Sentence = ({ effect }, { effects }) => {
  const commands = effects.filter(({ type, of }) => type === 'run' && of === 0)
  const named = commands.length > 1 ? commands.slice(0, MOST_NAMED) : [effects[effect] as Effect]
  const others = commands.length - named.length
  return `Read-only: ${named.map(nameEffect).join(', ')}${others > 0 ? ` and ${others} more` : ''}.`
}

const MOST_NAMED = 3

export const notReadOnly: Sentence = ({ finding, effect: index }, { effects }, { mode }) => {
  const effect = effects[index] as Effect
  const known = finding ?? effect.finding
  const detail =
    known !== undefined
      ? lower(found(known))
      : effect.type === 'unknown'
        ? `not understood, ${nameEffect(effect)}`
        : `${nameEffect(effect)} is not read-only`
  return `Mode ${mode} allows only reading: ${stop(detail)}`
}

export const checked: Sentence = ({ finding }) => found(finding as Finding)

export const inside: Sentence = ({ effect }, { effects }) =>
  `Inside a working directory, where mode acceptEdits allows edits: ${nameEffect(effects[effect] as Effect)}.`

export const covers: Sentence = ({ rule, effect }, { effects }) =>
  `${openWithRule(rule as Rule)} covers ${nameEffect(effects[effect] as Effect)}.`

export const bypassed: Sentence = () => 'Mode bypass allows what no deny or ask rule stops.'

/** Says in which command, if that is known. */
export const notUnderstood: Sentence = ({ effect: index }, { effects }) => {
  const effect = effects[index] as Effect
  const owner = effect.of > 0 && effect.of < index ? effects[effect.of] : undefined
  const where = owner?.type === 'run' ? `in ${nameEffect(owner)}, ` : ''
  return `Not understood: ${where}${nameEffect(effect)}.`
}

export const uncovered: Sentence = ({ effect }, { effects }, { otherwise }) => {
  const tail = otherwise === 'ask' ? '' : `, and the policy says \`otherwise: ${otherwise}\``
  return `No rule covers ${withTarget(effects[effect] as Effect)}${tail}.`
}

/** What would be asked, and is denied because of the mode: the sentence must not blame a rule that it names. */
export function unasked(why: Sentence): Sentence {
  return (fact, reading, policy) => {
    const told = why(fact, reading, policy)
    return policy.mode === 'dontAsk' ? `${told.replace(/\.$/, '')}; mode dontAsk asks nobody.` : told
  }
}

/** Where a link leads may be the reason that a rule matches, or that none does. */
function withTarget(effect: Effect): string {
  const leads = 'real' in effect && effect.real !== effect.path
  return leads ? `${nameEffect(effect)}, which leads to ${shorten(effect.real)}` : nameEffect(effect)
}

function found({ why }: Finding): string {
  return stop(shorten(why))
}

function stop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
