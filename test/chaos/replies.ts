/** For the chaos: what a person might say to a question, at random, from all that is on offer. */

import { randomUUID } from 'node:crypto'
import type { Reply } from '../../src/gate/asker.ts'
import type { Suggestion } from '../../src/engine/suggest.ts'

interface Face {
  readonly digest: string
  readonly shown: object
}

const LONGER = 0.35
const BROAD = 0.05
const FILED = 0.1

/** Its words are its own, so that every answer can be told from every other. */
export function replyTo({ digest, shown }: Face, by: string): Reply {
  const said = { digest, by, words: randomUUID(), behavior: Math.random() < 0.3 ? 'deny' : 'allow' } as const
  const offers = 'suggestions' in shown ? (shown.suggestions as readonly Suggestion[]) : []
  const [narrow] = offers
  if (narrow === undefined || Math.random() > LONGER) return said
  const { rules, lasts } = Math.random() < BROAD ? pick(offers) : narrow
  return { ...said, rules, lasts: Math.random() < FILED ? pick(lasts) : 'session' }
}

export function pick<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)] as T
}
