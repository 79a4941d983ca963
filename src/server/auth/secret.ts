/**
 * Part of the server: secrets, and comparing them.
 *
 * INVARIANT: a secret is never compared character by character, and never stored where its digest is enough.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 bits, spelled so that it fits in a header, a cookie and an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Takes a time that does not reveal how much of the secret was right. */
export function isSecret(given: string, digest: Buffer): boolean {
  return timingSafeEqual(digestOf(given), digest)
}
