/**
 * Part of the MCP gateway: shows a question of the gate as a form at the client.
 *
 * INVARIANT: the form shows the whole call, or there is no form; an answer that was not offered does not count.
 */

import { isObject } from '../../engine/call.ts'
import type { Question, Reply } from '../../gate/asker.ts'
import { visible, visibleJson } from '../../gate/visible.ts'
import { sessionRulesOf } from '../json-rpc/client-asker.ts'
import type { Params, Response } from '../json-rpc/message.ts'

const ALLOW = 'allow once'
const SESSION = 'allow for this session'
const DENY = 'deny'
/** A person does not read more than this in a form; the inbox shows it page by page. */
const LONGEST = 6_000
const LONGEST_WORDS = 1_000

/** Whether a client that declared these capabilities can be asked with a form. */
export function canElicit(capabilities: unknown): boolean {
  const elicitation = isObject(capabilities) ? capabilities['elicitation'] : undefined
  if (!isObject(elicitation)) return false
  // Before there were two ways to ask, an empty object meant forms.
  return Object.keys(elicitation).length === 0 || isObject(elicitation['form'])
}

/** Undefined if the form would be too long to be read. */
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

/** Undefined if nobody answered, or if the answer was not one of those offered. */
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
  const dangers = shown.dangers.map(({ severity, why }) => `${severity} danger: ${visible(why)}`)
  return [
    `Countersign asks: may ${visible(call.tool)} run?`,
    visibleJson(call.input, 2),
    ...effects,
    ...dangers,
    visible(shown.reason),
    // Limits on lasting answers do not matter if the answer can only hold for the session.
    ...(shown.limits === null || sessionRulesOf(question) !== undefined ? [] : [visible(shown.limits)]),
  ].join('\n')
}
