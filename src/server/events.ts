/**
 * Part of the server: sends events to every page that listens. Each event is serialised once for all pages.
 *
 * INVARIANT: a page that does not read its events is disconnected before it costs memory; it reconnects and reads
 * everything again.
 */

import type { ServerResponse } from 'node:http'
import type { House } from '../gate/house.ts'
import type { Happening } from '../gate/live-feed.ts'
import type { ServerEvent } from './api/events.ts'
import { COMMON_HEADERS } from './http/reply.ts'
import { approvalView } from './views/approval.ts'
import { recordView } from './views/record.ts'

export interface EventHubOptions {
  readonly most: number
  readonly version: string
  readonly now: () => number
}

const BEAT = 8_000
/** A page with this many unread bytes is disconnected. */
const BEHIND = 4 * 1024 * 1024

export class EventHub {
  readonly #house: Pick<House, 'feed' | 'management'>
  readonly #options: EventHubOptions
  readonly #pages = new Map<ServerResponse, () => boolean>()
  #stopFeed: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(house: Pick<House, 'feed' | 'management'>, options: EventHubOptions) {
    this.#house = house
    this.#options = options
  }

  get size(): number {
    return this.#pages.size
  }

  isFull(): boolean {
    return this.#pages.size >= this.#options.most
  }

  /** @param isWelcome called repeatedly, so that a session that has ended gets no further events */
  add(response: ServerResponse, isWelcome: () => boolean): void {
    response.writeHead(200, {
      ...COMMON_HEADERS,
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
    })
    this.#pages.set(response, isWelcome)
    response.on('close', () => this.#remove(response))
    response.on('error', () => this.#remove(response))
    this.#start()
    const { now, version } = this.#options
    response.write(frame({ type: 'hello', now: now(), version }))
  }

  close(): void {
    this.#tell({ type: 'bye' })
    for (const page of this.#pages.keys()) page.end()
    this.#pages.clear()
    this.#stop()
  }

  #remove(response: ServerResponse): void {
    if (this.#pages.delete(response) && this.#pages.size === 0) this.#stop()
  }

  #start(): void {
    this.#stopFeed ??= this.#house.feed((happening) => {
      for (const event of eventsOf(happening)) this.#tell(event)
    })
    this.#timer ??= setInterval(() => void this.#beat(), BEAT).unref()
  }

  #stop(): void {
    this.#stopFeed?.()
    this.#stopFeed = undefined
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #beat(): Promise<void> {
    for (const [page, isWelcome] of this.#pages) if (!isWelcome()) this.#drop(page)
    // Counting also expires overdue questions, including those of processes that are gone.
    const pending = await this.#house.management.approvals.count().catch(() => undefined)
    if (pending !== undefined) this.#tell({ type: 'beat', now: this.#options.now(), pending })
  }

  #tell(event: ServerEvent): void {
    if (this.#pages.size === 0) return
    const text = frame(event)
    for (const page of this.#pages.keys()) {
      if (page.writableLength > BEHIND) this.#drop(page)
      else page.write(text)
    }
  }

  #drop(page: ServerResponse): void {
    this.#remove(page)
    page.destroy()
  }
}

function eventsOf(happening: Happening): ServerEvent[] {
  switch (happening.type) {
    case 'approval': {
      const approval = approvalView(happening.approval)
      return [{ type: approval.state === 'pending' ? 'approval' : 'ended', approval }]
    }
    case 'grant':
      return [{ type: 'changed', what: 'grants' }]
    case 'profile':
      return [{ type: 'changed', what: 'profiles' }]
    case 'policy':
      return [{ type: 'changed', what: 'policy' }]
    case 'audit':
      return [{ type: 'audit', records: happening.records.map(recordView), skipped: happening.skipped }]
  }
}

function frame({ type, ...data }: ServerEvent): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
}
