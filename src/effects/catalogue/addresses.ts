/** Part of the command catalogue: words that name another host, as their table says or as their shape tells. */

import { codeAt, includes } from '../code-at.ts'
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

const LONGEST = 16_384
/** In one word. */
const MOST_URLS = 8
const SCHEME_CHAR = /[a-z0-9+.-]/iu
/** A text with blanks is prose unless it begins so; `name @ address` is how pip is told where a package lies. */
const BEGINS_AS_URL = /^\s*(?:\S+ @ )?[a-z][a-z0-9+.-]*:\/\//iu
/** `user@host:path`, alone or as the value of an option. Made when it is first needed, which takes long. */
const atHost = (): RegExp => /^(?:[^=\s]*=)?[\w.-]+@([a-z0-9.-]+):/iu
/** What package managers write behind the at sign instead of a host. */
const PROTOCOLS = new Set(['npm', 'workspace', 'file', 'link', 'portal', 'patch', 'catalog', 'jsr', 'exec', 'git'])
const PROXY = /^-{0,2}(?:\w+[_-])?proxy=(.+)$|^[A-Z_]*(?:HOST|ADDR|SERVER|ENDPOINT)=([\w.-]+\.[a-z]{2,}(?:[:/].*)?)$/iu

/** The last letters of `proxy`, `host`, `addr`, `server` and `endpoint`. */
const LAST_LETTERS = 'ytr'
const COLON = 0x3a
const EQUALS = 0x3d
const AT = 0x40

/** Whatever a program does, a word that is an address may be connected to. For restrictions only. */
export function guessAddresses(draft: Draft): void {
  let known: ReadonlySet<string> | undefined
  for (let index = 1; index < draft.argv.length; index++) {
    const word = draft.argv[index]
    if (word == null || word.length < 3 || word.length > LONGEST) continue
    if (!hasSign(word)) continue
    const mark = word.indexOf('://')
    const at = mark > 0 ? -1 : word.indexOf('@')
    const names = at >= 0 && word.includes(':', at)
    const proxied = mark < 0 && mayBeProxy(word)
    if (SLOPPY_SIGN.test(word)) guessSloppy(draft, index, word)
    if (mark <= 0 && !names && !proxied) continue
    if (/\s/u.test(word) && !BEGINS_AS_URL.test(word)) continue
    if (mark > 0) guessUrls(draft, index, word, mark, (known ??= connectsOf(draft)))
    else if (names) guessAtHost(draft, index, word, (known ??= connectsOf(draft)))
    const proxy = proxied ? PROXY.exec(word) : null
    if (proxy !== null) addConnect(draft, index, proxy[1] ?? proxy[2] ?? '', GUESS)
  }
}

const SLOPPY_SIGN = /:(?:\/(?!\/)|\\)/u
/** As browsers and what was made after them read it: any slashes will do, of either kind. */
const sloppy = (): RegExp => /(https?|wss?|ftp):[\\/]+([^\\/\s"'`,;|<>]+)/giu

function guessSloppy(draft: Draft, index: number, word: string): void {
  let left = MOST_URLS
  for (const [, scheme = '', host = ''] of word.matchAll(sloppy())) {
    if (left-- === 0) {
      draft.connects = true
      draft.unknown = true
      return
    }
    addConnect(draft, index, `${scheme}://${host}`, GUESS)
  }
}

/** One of the signs without which a word is no address. */
function hasSign(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const code = codeAt(word, at)
    if (code === COLON || code === AT || code === EQUALS) return true
  }
  return false
}

/** What stands before the first equals sign ends like one of these. */
function mayBeProxy(word: string): boolean {
  const equals = word.indexOf('=')
  return equals > 0 && LAST_LETTERS.includes(word.charAt(equals - 1).toLowerCase())
}

/** By word and text. */
function connectsOf({ effects }: Draft): ReadonlySet<string> {
  const known = new Set<string>()
  for (const { type, index, value } of effects) if (type === 'connect') known.add(`${index} ${value}`)
  return known
}

function guessUrls(draft: Draft, index: number, word: string, first: number, known: ReadonlySet<string>): void {
  let left = MOST_URLS
  for (let mark = first; mark > 0; mark = word.indexOf('://', mark + 3)) {
    if (left-- === 0) {
      draft.connects = true
      draft.unknown = true
      return
    }
    let start = mark
    while (start > 0 && SCHEME_CHAR.test(word.charAt(start - 1))) start--
    while (start < mark && !/[a-z]/iu.test(word.charAt(start))) start++
    if (start === mark) continue
    const quote = word.slice(mark).search(/[\s"'`,;|<>]/u)
    const url = word.slice(start, quote < 0 ? undefined : mark + quote)
    // An option's letter may be glued to it: `-uhttp://host`.
    if (!known.has(`${index} ${url}`)) addAddress(draft, index, url, GUESS)
  }
}

function guessAtHost(draft: Draft, index: number, word: string, known: ReadonlySet<string>): void {
  const host = atHost().exec(word)?.[1]
  if (host !== undefined && !PROTOCOLS.has(host) && !known.has(`${index} ${host}`))
    addConnect(draft, index, host, GUESS)
}
