/**
 * Part of the ACP gateway: what it must remember of the conversation between editor and agent.
 *
 * INVARIANT: limited in size; the oldest is forgotten, which can only lose a permission.
 */

import { isObject } from '../../engine/call.ts'
import type { Params } from '../json-rpc/message.ts'
import { Recall } from '../recall.ts'
import { isText } from './tool-call.ts'

const MOST = 1_000

interface Permit {
  readonly session: string
  readonly about: unknown
  readonly key: string
  /** The approval with the person's yes. */
  readonly approval: string | undefined
}

export class Memory {
  readonly #folders = new Recall<string>()
  readonly #toolCalls = new Recall<Params>()
  readonly #decisions = new Recall<string>()
  /** The oldest first. */
  #permits: readonly Permit[] = []

  /** The editor opens a session that it names. */
  opens({ sessionId, cwd }: Params = {}): void {
    if (isText(sessionId) && isText(cwd)) this.#folders.set(sessionId, cwd)
  }

  /** The agent has named the session that the editor opened. False if it is a session of another folder. */
  named({ sessionId, cwd }: Params = {}, result: unknown): boolean {
    const id = isObject(result) ? result['sessionId'] : undefined
    if (!isText(id) || !isText(cwd) || id === sessionId) return true
    if ((this.#folders.get(id) ?? cwd) !== cwd) return false
    this.#folders.set(id, cwd)
    return true
  }

  /**
   * Whether the editor did not open it, though it has opened others: it would be decided by the policy of another
   * folder.
   */
  isMadeUp(session: string): boolean {
    return !this.#folders.isEmpty && this.#folders.get(session) === undefined
  }

  folderOf(session: string): string | undefined {
    return this.#folders.get(session)
  }

  /** Everything that was said about a tool call since it was announced; later fields replace earlier ones. */
  toolCall(session: string, update: Params): Params {
    const { toolCallId } = update
    if (!isText(toolCallId)) return update
    const whole = this.#whole(keyOf(session, toolCallId), update)
    this.#toolCalls.set(keyOf(session, toolCallId), whole)
    return whole
  }

  /** Whether the editor would then show another call under the same id; its progress does not matter. */
  isOther(session: string, update: Params): boolean {
    const { toolCallId } = update
    if (!isText(toolCallId)) return false
    const key = keyOf(session, toolCallId)
    return shownOf(this.#toolCalls.get(key)) !== shownOf(this.#whole(key, update))
  }

  #whole(key: string, update: Params): Params {
    const given = Object.fromEntries(
      Object.entries(update).filter(([, value]) => value !== undefined && value !== null),
    )
    // Ids come from the agent and may be used again.
    const before = update['sessionUpdate'] === 'tool_call' ? undefined : this.#toolCalls.get(key)
    return { ...before, ...given }
  }

  decided(session: string, toolCallId: unknown, decision: string | undefined): void {
    if (isText(toolCallId) && decision !== undefined) this.#decisions.set(keyOf(session, toolCallId), decision)
  }

  /**
   * Forgets a tool call that has just ended, and returns its decision, once. What the call did not do, it may not do
   * any more.
   */
  ended(session: string, toolCallId: unknown): string | undefined {
    if (!isText(toolCallId)) return undefined
    this.#permits = this.#permits.filter((permit) => permit.session !== session || permit.about !== toolCallId)
    this.#toolCalls.take(keyOf(session, toolCallId))
    return this.#decisions.take(keyOf(session, toolCallId))
  }

  /** A turn is over: what a person allowed in it was meant for that turn. */
  turned(session: string): void {
    this.#permits = this.#permits.filter((permit) => permit.session !== session)
  }

  /** A person has allowed the agent to do exactly this, as part of a tool call. */
  allowed(session: string, about: unknown, deed: readonly string[], approval?: string): void {
    this.#permits = [...this.#permits, { session, about, key: keyOf(session, ...deed), approval }].slice(-MOST)
  }

  /** The permission, if there is one; each can be used once. */
  use(session: string, deed: readonly string[]): Pick<Permit, 'approval'> | undefined {
    const key = keyOf(session, ...deed)
    const used = this.#permits.find((permit) => permit.key === key)
    this.#permits = this.#permits.filter((permit) => permit !== used)
    return used
  }
}

function shownOf(toolCall: Params = {}): string {
  const { status: _status, sessionUpdate: _update, ...shown } = toolCall
  return JSON.stringify(Object.entries(shown).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts)
}
