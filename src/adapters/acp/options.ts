/**
 * Part of the ACP gateway: the options of a permission request, by their kind, because their ids differ from agent to
 * agent.
 *
 * INVARIANT: no option by which the agent would remember an allow is ever offered or chosen: only the gate remembers.
 */

import { isObject } from '../../engine/call.ts'
import type { Question, Reply } from '../../gate/asker.ts'
import { visible } from '../../gate/visible.ts'
import { sessionRulesOf } from '../json-rpc/client-asker.ts'
import type { Params, Response } from '../json-rpc/message.ts'

export interface Option {
  readonly optionId: string
  readonly name: string
  readonly kind: string
}

export type Outcome = { readonly outcome: 'selected'; readonly optionId: string } | { readonly outcome: 'cancelled' }

export const CANCELLED: Outcome = { outcome: 'cancelled' }
const SESSION = 'countersign:session'
const ONCE = 'Allow once'
const BY = 'the person at the editor'

export function optionsOf({ options }: Params): Option[] {
  if (!Array.isArray(options)) return []
  const read = (options as readonly unknown[]).filter(isOption)
  // If two options share an id, nobody can say which was chosen.
  const [seen, twice] = [new Set<string>(), new Set<string>()]
  for (const { optionId } of read) (seen.has(optionId) ? twice : seen).add(optionId)
  return read.filter(({ optionId }) => !twice.has(optionId))
}

function isOption(one: unknown): one is Option {
  if (!isObject(one) || typeof one['kind'] !== 'string' || typeof one['name'] !== 'string') return false
  return typeof one['optionId'] === 'string' && one['optionId'] !== SESSION
}

/** What may be offered to a person: allow once, our own "for this session", and every no. */
export function offeredOf(options: readonly Option[], question?: Question): Option[] {
  const yes = options.filter(({ kind }) => kind === 'allow_once')
  const no = options.filter(({ kind }) => kind.startsWith('reject'))
  if (question === undefined) return [...yes, ...no]
  // The agent's name for the option need not show that it is a yes.
  const once = yes.map((one) => ({ ...one, name: yes.length === 1 ? ONCE : `${ONCE}: ${visible(one.name)}` }))
  const rules = sessionRulesOf(question)
  if (rules === undefined || once.length === 0) return [...once, ...no]
  const name = `Allow for this session (${rules.map(visible).join(' + ')})`
  return [...once, { optionId: SESSION, name, kind: 'allow_always' }, ...no]
}

export function allowing(options: readonly Option[]): Outcome | undefined {
  const option = options.find(({ kind }) => kind === 'allow_once')
  return option === undefined ? undefined : { outcome: 'selected', optionId: option.optionId }
}

export function refusing(options: readonly Option[]): Outcome {
  const option = options.find(({ kind }) => kind === 'reject_once')
  return option === undefined ? CANCELLED : { outcome: 'selected', optionId: option.optionId }
}

/** What the editor's person chose; undefined if that was not on offer. */
export function chosenOf({ result }: Response, offered: readonly Option[]): Option | 'cancelled' | undefined {
  const outcome = isObject(result) ? result['outcome'] : undefined
  if (!isObject(outcome)) return undefined
  if (outcome['outcome'] === 'cancelled') return 'cancelled'
  if (outcome['outcome'] !== 'selected') return undefined
  return offered.find(({ optionId }) => optionId === outcome['optionId'])
}

/** The editor's own answer to the agent's own options. */
export function outcomeOf(response: Response, options: readonly Option[]): Outcome {
  return toAgent(chosenOf(response, options), options) ?? refusing(options)
}

export function replyOf(chosen: Option | 'cancelled', question: Question): Reply {
  const said = { digest: question.digest, by: BY }
  if (chosen === 'cancelled' || !chosen.kind.startsWith('allow')) return { behavior: 'deny', lasts: 'once', ...said }
  const rules = chosen.optionId === SESSION ? sessionRulesOf(question) : undefined
  return rules === undefined
    ? { behavior: 'allow', lasts: 'once', ...said }
    : { behavior: 'allow', lasts: 'session', rules, ...said }
}

/** What the agent is told: only one of its own options. */
export function toAgent(chosen: Option | 'cancelled' | undefined, options: readonly Option[]): Outcome | undefined {
  if (chosen === 'cancelled') return CANCELLED
  if (chosen === undefined || chosen.optionId === SESSION) return undefined
  const { optionId } = chosen
  return options.some((option) => option.optionId === optionId) ? { outcome: 'selected', optionId } : undefined
}
