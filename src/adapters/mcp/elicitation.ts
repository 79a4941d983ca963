/**
 * Part of the MCP gateway: a question of the gate as a form that the client puts before its person.
 *
 * INVARIANT: the form shows the whole call, or there is no form; what was not offered is not an answer.
 */

import { isObject } from '../../engine/call.ts'
import type { Question, Reply } from '../../gate/asker.ts'
import { visible, visibleJson } from '../../gate/visible.ts'
import { sessionRulesOf } from '../json-rpc/client-asker.ts'
import type { Params, Response } from '../json-rpc/message.ts'

const ALLOW = 'allow once'
const SESSION = 'allow for this session'
const DENY = 'deny'
/** More than a person reads in a form; the inbox shows the rest page by page. */
const LONGEST = 6_000
const LONGEST_WORDS = 1_000

/** Whether a client that declared these capabilities can be asked with a form. */
export function canElicit(capabilities: unknown): boolean {
  const elicitation = isObject(capabilities) ? capabilities['elicitation'] : undefined
  if (!isObject(elicitation)) return false
  // Before there were two ways to ask, an empty object meant forms.
  return Object.keys(elicitation).length === 0 || isObject(elicitation['form'])
}

/** Undefined when it would be too long to be read. */
export function formOf(question: Question): Params | undefined {
  const message = textOf(question)
  if (message.length > LONGEST) return undefined
  const session = sessionRulesOf(question)
  const remembered = session === undefined ? '' : ` "${SESSION}" remembers ${session.map(visible).join(' + ')}.`
  return {
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        decision: {
          type: 'string',
          title: 'Decision',
          description: `Shall it run?${remembered}`,
          enum: session === undefined ? [ALLOW, DENY] : [ALLOW, SESSION, DENY],
        },
        words: {
          type: 'string',
          title: 'In your words',
          description: 'Optional; the model reads it.',
          maxLength: LONGEST_WORDS,
        },
      },
      required: ['decision'],
    },
  }
}

/** Undefined when nobody answered, or not to what was asked. */
export function replyOf({ result }: Response, question: Question): Reply | undefined {
  if (!isObject(result)) return undefined
  const { action, content } = result
  const { digest } = question
  if (action === 'decline' || action === 'cancel') return { behavior: 'deny', lasts: 'once', digest, by: BY }
  if (action !== 'accept' || !isObject(content)) return undefined
  const { decision, words } = content
  const said = {
    digest,
    by: BY,
    ...(typeof words === 'string' && words.trim() !== '' ? { words: words.trim().slice(0, LONGEST_WORDS) } : {}),
  }
  if (decision === DENY) return { behavior: 'deny', lasts: 'once', ...said }
  if (decision === ALLOW) return { behavior: 'allow', lasts: 'once', ...said }
  const rules = decision === SESSION ? sessionRulesOf(question) : undefined
  return rules === undefined ? undefined : { behavior: 'allow', lasts: 'session', rules, ...said }
}

const BY = 'the person at the MCP client'

function textOf(question: Question): string {
  const { call, shown } = question
  const effects = shown.effects.filter(({ type }) => type !== 'use').map(({ text }) => visible(text))
  const dangers = shown.dangers.map(({ severity, why }) => `${severity} danger: ${why}`)
  return [
    `Countersign asks: may ${visible(call.tool)} run?`,
    visibleJson(call.input, 2),
    ...effects,
    ...dangers,
    visible(shown.reason),
    // What cannot last for longer than the session is of no concern here.
    ...(shown.limits === null || sessionRulesOf(question) !== undefined ? [] : [visible(shown.limits)]),
  ].join('\n')
}
