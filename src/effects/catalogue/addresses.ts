/** Part of the command catalogue: words that name another host, as their table says. By their shape alone: `guesses/addresses.ts`. */

import { includes } from '../code-at.ts'
import { addConnect, addRead, type Draft, GUESS } from './draft.ts'

/** A url, or `user@host`; a `file:` url is a path. */
export function addAddress(draft: Draft, index: number, value: string, as: number): void {
  const scheme = /^fileb?:\/\//iu.exec(value)?.[0].length
  if (scheme !== undefined) {
    const slash = value.indexOf('/', scheme)
    if (slash >= 0) addRead(draft, index, value.slice(slash), as)
    // What should be a host is the beginning of a path to some (`aws --payload fileb://x/y`).
    if (slash !== scheme) addRead(draft, index, value.slice(scheme), as | GUESS)
    return
  }
  const named = includes(value, '://') ? value : value.slice(value.indexOf('@') + 1)
  // curl takes one slash for two.
  const short = /^([a-z][a-z0-9+.-]*):\/(?!\/)(.*)$/isu.exec(value)
  if (short !== null) addConnect(draft, index, `${short[1]}://${short[2]}`, as | GUESS)
  addConnect(draft, index, named, short === null ? as : as | GUESS)
}

/** `host:path`, `rsync://host/path` or a local path; true when it was a remote one. */
export function addRemote(draft: Draft, index: number, value: string, as: number): boolean {
  const colon = value.indexOf(':')
  const slash = value.indexOf('/')
  if (colon <= 0 || (slash !== -1 && colon > slash)) return false
  draft.connects = true
  const host = value.startsWith('://', colon) ? value : value.slice(value.lastIndexOf('@', colon) + 1, colon)
  addConnect(draft, index, host, as)
  return true
}

/** What git takes for a repository: an address, `host:path`, a folder, or the name of a remote. */
export function addRepository(draft: Draft, index: number, value: string, as: number): void {
  if (includes(value, '://')) addAddress(draft, index, value.slice(value.lastIndexOf('::') + 1), as)
  else if (!addRemote(draft, index, value, as) && /^[./~]/u.test(value)) addRead(draft, index, value, as)
}

/** An image or a module: what stands before the first slash is a host where it has a dot or a port. */
export function addImage(draft: Draft, index: number, value: string, as: number): void {
  const slash = value.indexOf('/')
  const host = value.slice(0, slash)
  if (slash > 0 && !includes(value, '://') && /^[a-z0-9-][a-z0-9.-]*[.:][a-z0-9]+$/iu.test(host))
    addConnect(draft, index, host, as | GUESS)
}
