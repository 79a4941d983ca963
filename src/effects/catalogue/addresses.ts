/**
 * Part of the command catalogue: words that name another host because their table says so. Words that merely look like
 * an address are the business of `guesses/addresses.ts`.
 */

import { includes } from '../code-at.ts'
import { addConnect, addRead, type Draft, GUESS } from './draft.ts'

/** A URL, or `user@host`; a `file:` URL is a path. */
export function addAddress(draft: Draft, index: number, value: string, as: number): void {
  const scheme = /^fileb?:\/\//iu.exec(value)?.[0].length
  if (scheme !== undefined) {
    const slash = value.indexOf('/', scheme)
    if (slash >= 0) addRead(draft, index, value.slice(slash), as)
    // For some programs, what should be the host is the beginning of a path (`aws --payload fileb://x/y`).
    if (slash !== scheme && value.length > scheme) addRead(draft, index, value.slice(scheme), as | GUESS)
    return
  }
  const named = includes(value, '://') ? value : value.slice(value.indexOf('@') + 1)
  // curl reads one slash as two.
  const short = /^([a-z][a-z0-9+.-]*):\/(?!\/)(.*)$/isu.exec(value)
  if (short !== null) addConnect(draft, index, `${short[1]}://${short[2]}`, as | GUESS)
  addConnect(draft, index, named, short === null ? as : as | GUESS)
}

/** `host:path`, `rsync://host/path` or a local path; returns true if it is a remote one. */
export function addRemote(draft: Draft, index: number, value: string, as: number): boolean {
  const colon = value.indexOf(':')
  const slash = value.indexOf('/')
  if (colon <= 0 || (slash !== -1 && colon > slash)) return false
  draft.connects = true
  const host = value.startsWith('://', colon) ? value : value.slice(value.lastIndexOf('@', colon) + 1, colon)
  addConnect(draft, index, host, as)
  return true
}

/** What git accepts as a repository: an address, `host:path`, a folder, or the name of a remote. */
export function addRepository(draft: Draft, index: number, value: string, as: number): void {
  if (includes(value, '://')) addAddress(draft, index, value.slice(value.lastIndexOf('::') + 1), as)
  else if (!addRemote(draft, index, value, as) && /^[./~]/u.test(value)) addRead(draft, index, value, as)
}

/** An image or a module: the part before the first slash is a host if it contains a dot or a port. */
export function addImage(draft: Draft, index: number, value: string, as: number): void {
  const slash = value.indexOf('/')
  const host = value.slice(0, slash)
  if (slash > 0 && !includes(value, '://') && /^[a-z0-9-][a-z0-9.-]*[.:][a-z0-9]+$/iu.test(host))
    addConnect(draft, index, host, as | GUESS)
}
