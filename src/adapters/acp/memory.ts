/**
 * Part of the ACP gateway: what it must remember of the conversation between editor and agent.
 *
 * INVARIANT: bounded; the oldest is forgotten, which can only cost a permission.
 */

import { isObject } from '../json-rpc/message.ts'
import type { Params } from '../json-rpc/message.ts'

const MOST = 1_000

/** A map that forgets what was put in longest ago. */
class Recent<V> {
  readonly #values = new Map<string, V>()

  get(key: string): V | undefined {
    return this.#values.get(key)
  }

  put(key: string, value: V): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    const [oldest] = this.#values.size > MOST ? this.#values.keys() : []
    if (oldest !== undefined) this.#values.delete(oldest)
  }

  take(key: string): V | undefined {
    const value = this.#values.get(key)
    this.#values.delete(key)
    return value
  }
}

export class Memory {
  readonly #folders = new Recent<string>()
  readonly #toolCalls = new Recent<Params>()
  readonly #decisions = new Recent<string>()
  readonly #deeds = new Recent<number>()

  /** The editor opened a session in a folder. */
  opened(params: Params | undefined, result: unknown): void {
    const id = isObject(result) && isText(result['sessionId']) ? result['sessionId'] : params?.['sessionId']
    if (isText(id) && isText(params?.['cwd'])) this.#folders.put(id, params['cwd'])
  }

  folderOf(session: string): string | undefined {
    return this.#folders.get(session)
  }

  /** All that was said of a tool call; later fields replace earlier ones. */
  toolCall(session: string, update: Params): Params {
    const { toolCallId } = update
    if (!isText(toolCallId)) return update
    const key = keyOf(session, toolCallId)
    const given = Object.fromEntries(
      Object.entries(update).filter(([, value]) => value !== undefined && value !== null),
    )
    const whole = { ...this.#toolCalls.get(key), ...given }
    this.#toolCalls.put(key, whole)
    return whole
  }

  decided(session: string, toolCallId: unknown, decision: string | undefined): void {
    if (isText(toolCallId) && decision !== undefined) this.#decisions.put(keyOf(session, toolCallId), decision)
  }

  /** The decision on a tool call that has just ended; once. */
  ended(session: string, toolCallId: unknown): string | undefined {
    return isText(toolCallId) ? this.#decisions.take(keyOf(session, toolCallId)) : undefined
  }

  /** A person, or the policy, has allowed the agent to do exactly this. */
  allowed(session: string, deed: readonly string[]): void {
    const key = keyOf(session, ...deed)
    this.#deeds.put(key, (this.#deeds.get(key) ?? 0) + 1)
  }

  /** Whether it was; each permission serves once. */
  use(session: string, deed: readonly string[]): boolean {
    const key = keyOf(session, ...deed)
    const left = this.#deeds.take(key) ?? 0
    if (left > 1) this.#deeds.put(key, left - 1)
    return left > 0
  }
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
