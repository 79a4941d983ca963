/** Part of the server: a host name written so that it is mistaken for another. */

import { domainToUnicode } from 'node:url'
import { isPlain, undisguise } from '../../vocabulary/fold.ts'

const ENCODED = /[a-z0-9.-]*xn--[a-z0-9.-]*/giu

export interface LookAlike {
  /** The host as it is looked up. */
  readonly host: string
  /** What a person would take it for. */
  readonly seems: string
}

/**
 * The first such host in a text with hosts as they are looked up. An accent is visible to a person; a letter of another
 * script is not.
 */
export function lookAlikeIn(text: string): LookAlike | undefined {
  for (const [host] of text.matchAll(ENCODED)) {
    const written = domainToUnicode(host)
    const seems = undisguise(written)
    if (written !== '' && isPlain(seems) && seems !== withoutMarks(written)) return { host, seems }
  }
  return undefined
}

function withoutMarks(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '')
}
