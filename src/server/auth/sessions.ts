/**
 * Part of the server: the links and sessions of approvers.
 *
 * INVARIANT: an approver's secret exists only in the memory of this process and in one browser: nothing is written down
 * that an agent on the same machine could read. A link opens one session, within a short time. A session needs both
 * halves: the cookie, which browsers send to every port of a host, and the key, which no other origin can see.
 */

import { keepLatest } from '../../gate/recent.ts'
import { digestOf, isSecret, newSecret } from './secret.ts'

export interface Session {
  readonly approver: string
  readonly expiresAt: number
}

export interface Opened extends Session {
  /** For the cookie. */
  readonly token: string
  /** For the header. */
  readonly key: string
}

interface Kept extends Session {
  readonly key: Buffer
}

interface Link {
  readonly approver: string
  readonly expiresAt: number
}

const LINK_LASTS = 10 * 60_000
const SESSION_LASTS = 12 * 3_600_000
/** More than one person's browsers need; the oldest entry is dropped. */
const MOST_LINKS = 16
const MOST_SESSIONS = 100

export class Sessions {
  readonly #now: () => number
  /** By the digest of their secret. */
  readonly #links = new Map<string, Link>()
  readonly #sessions = new Map<string, Kept>()

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** A secret that opens one session. */
  link(approver: string): { readonly secret: string; readonly expiresAt: number } {
    const secret = newSecret()
    const expiresAt = this.#now() + LINK_LASTS
    keepLatest(this.#links, nameOf(secret), { approver, expiresAt }, MOST_LINKS)
    return { secret, expiresAt }
  }

  /** Whose link it is; undefined for a secret that opens nothing, or nothing any more. */
  exchange(secret: string): string | undefined {
    const name = nameOf(secret)
    const link = this.#links.get(name)
    this.#links.delete(name)
    return link === undefined || link.expiresAt <= this.#now() ? undefined : link.approver
  }

  open(approver: string): Opened {
    const [token, key] = [newSecret(), newSecret()]
    const expiresAt = this.#now() + SESSION_LASTS
    keepLatest(this.#sessions, nameOf(token), { approver, expiresAt, key: digestOf(key) }, MOST_SESSIONS)
    return { approver, expiresAt, token, key }
  }

  find(token: string, key: string): Session | undefined {
    const session = this.#sessions.get(nameOf(token))
    if (session === undefined || !isSecret(key, session.key)) return undefined
    if (session.expiresAt > this.#now()) return session
    this.end(token)
    return undefined
  }

  end(token: string): void {
    this.#sessions.delete(nameOf(token))
  }
}

/** Digests are looked up because the time that takes reveals nothing about the secret. */
function nameOf(secret: string): string {
  return digestOf(secret).toString('base64url')
}
