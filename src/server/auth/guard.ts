/**
 * Part of the server: who sends a request, and whether it came by a permitted way.
 *
 * INVARIANT: an agent's token permits only asking, an approver's session only answering and managing, and the token for
 * metrics only reading them. A request for a
 * foreign host name (DNS rebinding) or from a foreign page (CSRF) is refused, whatever it carries.
 */

import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { problemOf } from '../problem.ts'
import type { Problem } from '../api/problem.ts'
import type { Session, Sessions } from './sessions.ts'

/** The names by which the server is reached; known once it listens. */
export interface Place {
  /** As written in `Host`, in lower case. */
  readonly hosts: ReadonlySet<string>
  /** As written in `Origin`. */
  readonly origins: ReadonlySet<string>
  readonly secure: boolean
  readonly cookie: string
}

export const KEY_HEADER = 'x-countersign-key'
const TOO_LONG = 200
const SCHEME = 'Bearer '
const SCHEME_LOW = SCHEME.toLowerCase()

/** A token as it is sent in a header. */
class Bearer {
  readonly #wanted: Buffer
  /** A buffer for the header that was sent. */
  readonly #given: Buffer

  constructor(token: string) {
    this.#wanted = Buffer.from(SCHEME + token, 'latin1')
    this.#given = Buffer.alloc(this.#wanted.length)
  }

  is(authorization: string | undefined): boolean {
    if (authorization === undefined || authorization.length !== this.#wanted.length) return false
    this.#given.write(authorization, 'latin1')
    // The scheme may be in upper or lower case.
    if (authorization.slice(0, SCHEME.length).toLowerCase() === SCHEME_LOW) this.#given.write(SCHEME, 'latin1')
    return timingSafeEqual(this.#given, this.#wanted)
  }
}

export class Guard {
  readonly #sessions: Sessions
  readonly #agent: Bearer
  /** Undefined if nobody but approvers may read the metrics. */
  readonly #watcher: Bearer | undefined
  readonly #place: () => Place

  constructor(sessions: Sessions, tokens: { agent: string; watcher: string | undefined }, place: () => Place) {
    this.#sessions = sessions
    this.#agent = new Bearer(tokens.agent)
    this.#watcher = tokens.watcher === undefined ? undefined : new Bearer(tokens.watcher)
    this.#place = place
  }

  /** Checks the host of every request over TCP, including those for the page's own files. */
  cameHere({ host }: IncomingHttpHeaders): Problem | undefined {
    if (host !== undefined && this.#place().hosts.has(host.toLowerCase())) return undefined
    return problemOf(
      'forbidden',
      'This server is not known by the name in the address: open the link it printed, or start it with --name.',
    )
  }

  isAgent({ authorization }: IncomingHttpHeaders): boolean {
    return this.#agent.is(authorization)
  }

  agent(headers: IncomingHttpHeaders): Problem | undefined {
    const foreign = this.fromElsewhere(headers)
    if (foreign !== undefined) return foreign
    if (this.isAgent(headers)) return undefined
    if (this.#session(headers) !== undefined)
      return problemOf('forbidden', "An approver's session answers; asking is for agents, with the agents' token.")
    return problemOf('unauthorized', 'This wants the agents\u2019 token: Authorization: Bearer \u2026')
  }

  approver(headers: IncomingHttpHeaders): Session | Problem {
    const foreign = this.fromElsewhere(headers)
    if (foreign !== undefined) return foreign
    const session = this.#session(headers)
    if (session !== undefined) return session
    if (this.isAgent(headers)) return problemOf('forbidden', 'An agent may ask, never answer or manage.')
    return problemOf(
      'unauthorized',
      'There is no session, or it is over: sign in, or open a new link from the server\u2019s terminal.',
    )
  }

  /** Who reads the metrics: an approver, or a program with the token for that, which is good for nothing else. */
  watcher(headers: IncomingHttpHeaders): Problem | undefined {
    if (this.#watcher?.is(headers.authorization) === true) return this.fromElsewhere(headers)
    const session = this.approver(headers)
    if (!isProblem(session)) return undefined
    if (session.code !== 'unauthorized') return session
    const how =
      this.#watcher === undefined ? 'start the server with --metrics-token FILE' : 'Authorization: Bearer \u2026'
    return problemOf('unauthorized', `This wants the token for metrics (${how}), or an approver\u2019s session.`)
  }

  /** Whether a page of another origin sent it; programs other than browsers send no such headers. */
  fromElsewhere(headers: IncomingHttpHeaders): Problem | undefined {
    const { origin } = headers
    const site = headers['sec-fetch-site']
    const isOurs = origin === undefined || this.#place().origins.has(origin.toLowerCase())
    if (isOurs && (site === undefined || site === 'same-origin' || site === 'none')) return undefined
    return problemOf('forbidden', 'The request comes from a page that is not this server\u2019s.')
  }

  tokenOf({ cookie }: IncomingHttpHeaders): string | undefined {
    return cookieIn(cookie, this.#place().cookie)
  }

  #session(headers: IncomingHttpHeaders): Session | undefined {
    const token = this.tokenOf(headers)
    const key = headers[KEY_HEADER]
    if (token === undefined || typeof key !== 'string' || token.length > TOO_LONG || key.length > TOO_LONG)
      return undefined
    return this.#sessions.find(token, key)
  }
}

export function cookieIn(cookies: string | undefined, name: string): string | undefined {
  const found = cookies?.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1)
}

export function isProblem(value: Session | Problem): value is Problem {
  return 'status' in value
}
