/**
 * Part of the server: knows a browser again in which an account has signed in, so that others who try passwords do not
 * make it wait.
 *
 * INVARIANT: the token opens nothing; it only counts the browser's wrong tries by themselves. It is bound to the
 * account's password: nobody can make one who cannot read the file of accounts, and a new password ends it.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Account } from './accounts.ts'
import { newSecret } from './secret.ts'

const FORM = /^([\w-]{43})\.([\w-]{43})$/

export function knownBrowser(account: Account): string {
  const id = newSecret()
  return `${id}.${signed(id, account).toString('base64url')}`
}

/** The browser's id; undefined if the account never signed in there. */
export function browserIn(token: string | undefined, account: Account): string | undefined {
  const [, id, signature] = FORM.exec(token ?? '') ?? []
  if (id === undefined || signature === undefined) return undefined
  return timingSafeEqual(Buffer.from(signature, 'base64url'), signed(id, account)) ? id : undefined
}

/** The account's hash is as secret as a key: it is kept in a file that only its owner may read. */
function signed(id: string, { name, hash }: Account): Buffer {
  return createHmac('sha256', hash).update(`countersign known browser\n${name}\n${id}`).digest()
}
