/** Part of the server: what its routes work with. */

import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { House } from '../gate/house.ts'
import type { RecordedCalls } from '../gate/hindsight/recorded.ts'
import type { WhatIf } from '../gate/hindsight/what-if.ts'
import type { ServerInfo } from './api/session.ts'
import type { Account } from './auth/accounts.ts'
import type { Guard, Place } from './auth/guard.ts'
import type { Session, Sessions } from './auth/sessions.ts'
import type { EventHub } from './events.ts'
import { Given } from './given.ts'
import type { Health } from './health.ts'
import { readBody, readObject } from './http/body.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics/metrics.ts'
import { HttpProblem } from './problem.ts'
import type { Undo } from './undo.ts'

export interface Deps {
  readonly house: House
  readonly guard: Guard
  readonly sessions: Sessions
  /** Undefined if anybody who holds a link is the approver. */
  readonly accounts: readonly Account[] | undefined
  readonly limits: Limits
  readonly place: () => Place
  readonly info: ServerInfo
  readonly recorded: RecordedCalls
  readonly whatIf: WhatIf
  readonly undo: Undo
  readonly events: EventHub
  readonly health: Health
  readonly metrics: Metrics
  readonly link: (approver: string) => { readonly url: string; readonly expiresAt: number }
  readonly now: () => number
  /** Called with unexpected failures. */
  readonly onFailure: (error: unknown) => void
}

export interface Env {
  Bindings: HttpBindings
  Variables: { session: Session }
}

type Ctx = Context<Env>

/** The JSON body. The content type is checked because a form on a foreign page cannot send this one. */
export async function bodyOf(c: Ctx, { limits }: { readonly limits: Pick<Limits, 'body'> }): Promise<Given> {
  const { incoming } = c.env
  const type = incoming.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new HttpProblem('bad-request', 'The body must be application/json.')
  return new Given(readObject(await readBody(incoming, limits.body)))
}

/** The name of the person at work, for the record. */
export function byOf(c: Ctx): string {
  return `${c.get('session').approver} at the page`
}
