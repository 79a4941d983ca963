/** Part of the MCP gateway: the client's requests that are not answered yet. */

import { isObject } from '../../engine/call.ts'
import { isId } from '../json-rpc/message.ts'
import type { Id, Request } from '../json-rpc/message.ts'

interface Open {
  readonly id: Id
  readonly over: AbortController
  readonly progress: Id | undefined
  /** The decision that let it through. */
  decision: string | undefined
}

export class OpenRequests {
  readonly #open = new Map<Id, Open>()

  add({ id, params }: Request): { readonly signal: AbortSignal } {
    const meta = params?.['_meta']
    const token = isObject(meta) ? meta['progressToken'] : undefined
    const over = new AbortController()
    const progress = isId(token) ? token : undefined
    this.#open.set(id, { id, over, progress, decision: undefined })
    return over
  }

  has(id: Id): boolean {
    return this.#open.has(id)
  }

  decided(id: Id, decision: string | undefined): void {
    const open = this.#open.get(id)
    if (open !== undefined) open.decision = decision
  }

  /** False if it was answered or cancelled before. */
  remove(id: Id): boolean {
    return this.#open.delete(id)
  }

  /** Nobody waits for its answer any more. */
  cancel(id: Id): { readonly decision: string | undefined } | undefined {
    const open = this.#open.get(id)
    this.#open.delete(id)
    open?.over.abort()
    return open
  }

  ids(): Id[] {
    return [...this.#open.keys()]
  }

  giveUpAll(): void {
    for (const { over } of this.#open.values()) over.abort()
  }

  /** The request that a notification of progress is about. */
  ofProgress(token: unknown): Id | undefined {
    if (!isId(token)) return undefined
    for (const { id, progress } of this.#open.values()) if (progress === token) return id
    return undefined
  }

  /** The newest request: if the server asks something now, that is most likely the reason. */
  get latest(): Id | undefined {
    return [...this.#open.keys()].at(-1)
  }
}
