/**
 * Part of the gate: tells a chat tool, or any other receiver at an address, that a person is needed. The answer does
 * not come back this way: it is given where approvers are authenticated, on the page or in the inbox.
 *
 * Each message is signed: `Countersign-Signature: t=<seconds>,v1=<hex>`, the HMAC-SHA256 of `<t>.<body>`. A receiver
 * checks it, and that `t` is no older than a few minutes.
 *
 * INVARIANT: it only sends messages. A failure to send is reported only by this process; the question stays open.
 */

import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { wholeUrl } from '../../engine/match/whole-url.ts'
import { messageOf } from '../../engine/thrown.ts'
import type { Asker, Question } from '../asker.ts'
import { redactText } from '../audit/redact-text.ts'

export interface WebhookOptions {
  readonly url: string
  /** Shared with the receiver; at least 16 characters. */
  readonly secret: string
  /** Where people answer; it is part of the message. A server knows the address only once it listens. */
  readonly page?: string | (() => string | undefined)
  readonly now?: () => number
  /** Milliseconds before each retry; by default three retries. */
  readonly retries?: readonly number[]
  /** Milliseconds for one try. */
  readonly timeout?: number
}

/** The id by which a receiver recognises a message that it gets twice. */
const ID_HEADER = 'Countersign-Id'
const SIGNATURE_HEADER = 'Countersign-Signature'

const RETRIES = [1_000, 5_000, 25_000]
const TIMEOUT = 10_000
const SHORTEST_SECRET = 16

/** Throws for an unusable address or secret. */
export function askByWebhook({ url, secret, page, ...options }: WebhookOptions): Asker {
  if (wholeUrl(url) === undefined) throw new RangeError(`the webhook ${url} is not a URL`)
  const target = new URL(url)
  if (target.protocol !== 'https:' && !isLocal(target))
    throw new RangeError('a webhook outside this machine must be https')
  if (secret.length < SHORTEST_SECRET)
    throw new RangeError(`the webhook's secret needs at least ${SHORTEST_SECRET} characters`)
  return {
    name: 'webhook',
    async ask(question, signal) {
      const tell = (type: string, more: object) =>
        deliver(target, secret, { type, ...about(question, page), ...more }, signal, options)
      void tell('question', {}).catch(warn)
      await ended(signal)
      // The first message is out of date now: a receiver that shows it can strike it out.
      void deliver(
        target,
        secret,
        { type: 'ended', ...about(question, page), how: String(signal.reason) },
        undefined,
        options,
      ).catch(warn)
      return undefined
    },
  }
}

/**
 * The body of a message. No input and no file: people who read the channel need not see secrets that a call may hold.
 * The sentences quote what would run, so they are sent with secrets removed, as in the record.
 */
function about(
  { id, agent, session, project, shown, askedAt, expiresAt }: Question,
  where: WebhookOptions['page'],
): object {
  const page = typeof where === 'function' ? where() : where
  const { kind, tool } = shown
  const reason = redactText(shown.reason)
  const rule = shown.rule === null ? null : redactText(shown.rule)
  const danger = shown.dangers[0] === undefined ? null : redactText(shown.dangers[0].why)
  return { id, agent, session, project, tool, kind, reason, rule, danger, askedAt, expiresAt, page: page ?? null }
}

async function deliver(
  url: URL,
  secret: string,
  message: object,
  signal: AbortSignal | undefined,
  { now = Date.now, retries = RETRIES, timeout = TIMEOUT }: Partial<WebhookOptions>,
): Promise<void> {
  const body = JSON.stringify(message)
  const { id, type } = message as { readonly id: string; readonly type: string }
  for (const pause of [...retries, undefined]) {
    const failure = await send(url, body, { secret, now, timeout, id: `${id}-${type}` })
    if (failure === undefined) return
    if (pause === undefined) throw new Error(`${url.origin} did not take the message: ${failure}`)
    await delay(pause, undefined, { ref: false })
    // The question ended meanwhile: there is nothing to send any more.
    if (signal?.aborted === true) return
  }
}

interface Sending {
  readonly secret: string
  readonly now: () => number
  readonly timeout: number
  readonly id: string
}

/** Why the message was not accepted; undefined if it was. */
async function send(url: URL, body: string, { secret, now, timeout, id }: Sending): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
      headers: {
        'content-type': 'application/json',
        [ID_HEADER]: id,
        [SIGNATURE_HEADER]: signatureOf(body, secret, Math.floor(now() / 1000)),
      },
    })
    await response.body?.cancel()
    return response.ok ? undefined : `status ${response.status}`
  } catch (error) {
    return messageOf(error)
  }
}

/** @example signatureOf(body, secret, 1767225600) // 't=1767225600,v1=5257a8…' */
export function signatureOf(body: string, secret: string, seconds: number): string {
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${mac}`
}

function isLocal({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function warn(error: unknown): void {
  const message = messageOf(error)
  process.emitWarning(`a webhook failed: ${message}`, { code: 'COUNTERSIGN_WEBHOOK' })
}
