/**
 * Part of reading calls: from a URL or host as it is written to the place the call would connect to.
 *
 * INVARIANT: never throws. Only a text that every client reads the same way is ok. For any other text, `guesses` are
 * what it may mean, for restrictions to look at, and `file` is the path that a `file:` URL would read.
 */

import type { Connect } from '../engine/effect.ts'
import { canonicalHost, carriedAddress, handsOutKeys, isInternalHost, normalHost } from '../engine/match/host.ts'
import { wholeUrl } from '../engine/match/whole-url.ts'

export type ConnectTarget = Pick<Connect, 'scheme' | 'host' | 'port' | 'path' | 'internal'>

export type ReadTarget =
  | { readonly ok: true; readonly target: ConnectTarget }
  | { readonly ok: false; readonly why: string; readonly guesses: readonly ConnectTarget[]; readonly file?: string }

const LONGEST = 16_384

/**
 * Reads the URL of a fetching tool. It must be absolute, http or https, and mean the same to browsers, curl and
 * libraries.
 */
export function readUrl(text: string): ReadTarget {
  if (text.length > LONGEST) return refuse('the URL is too long')
  const url = wholeUrl(text)
  if (url === undefined) return refuse('the URL is not a whole one', guess(text))
  const scheme = url.protocol.slice(0, -1)
  if (scheme === 'file')
    return { ...refuse('the URL names a file', url.hostname === '' ? [] : guess(text)), ...fileOf(url) }
  if (scheme !== 'http' && scheme !== 'https') return refuse(`"${scheme}:" is not a web address`, guess(text))
  if (!isFetchedAlike(text.trim()) || !PLAIN_HOST.test(url.hostname))
    return refuse('clients read this URL differently', guess(text))
  return told(text, targetOf(scheme, canonicalHost(url.hostname), url.port, url.pathname))
}

/**
 * At any other character (`;`, `{`, `'`) some clients end the host, while others read on, up to what could be the end
 * of another host's name. Some clients make one dot of two.
 */
const PLAIN_HOST = /^(?!\.|.*\.\.)[a-z0-9._[\]:-]+$/u

/** If the address carries another one, either of the two may answer. */
function told(text: string, target: ConnectTarget): ReadTarget {
  return carriedAddress(target.host) === undefined
    ? { ok: true, target }
    : refuse('the address carries another one', guess(text))
}

/**
 * Two slashes, at most one `@`, and no backslash, escape or control character where a client might stop or go on. Built
 * when it is first needed: compiling it takes as long as compiling all other expressions of a start together.
 */
const fetchedAlike = (): RegExp =>
  /^https?:\/\/(?:[A-Za-z0-9._~!$&'()*+,;=:-]*@)?[^\0-\x20\x7f-\x9f\\@%/?#]+(?:\/[^\\\p{Cc}?#]*)?(?:[?#]\P{Cc}*)?$/iu

function isFetchedAlike(text: string): boolean {
  if (!fetchedAlike().test(text)) return false
  // If there is no path, some clients look for the host after `?` and `#`.
  const afterScheme = text.slice(text.indexOf('//') + 2)
  const end = afterScheme.search(/[/?#]/u)
  return end < 0 || afterScheme[end] === '/' || !afterScheme.includes('@', end)
}

/**
 * Reads the destination that a program was given: a URL of any scheme, `example.com/x`, `host:8080`, `user@host`,
 * `git@host:path`. Programs have their own parsers, so a text that they may read differently is not ok.
 */
export function readHost(text: string): ReadTarget {
  if (text.length > LONGEST) return refuse('the address is too long')
  if (/^file:/iu.test(text)) return readUrl(text)
  const found = readLoosely(text)
  if (found === undefined)
    return refuse('the address names no host', ZONE.test(text) ? guess(text.replace(ZONE, '')) : [])
  return READ_ALIKE.test(text.replace(WITH_SCHEME, ''))
    ? told(text, found)
    : refuse('programs read this address differently', guess(text))
}

/** The addresses in a text at which a cloud hands out the keys of the machine; not the mere words that name them. */
export function keyAddressesIn(text: string): readonly string[] {
  return Array.from(text.matchAll(ADDRESSES), ([address]) => address).filter((address) => {
    const found = readHost(address)
    return (found.ok ? [found.target] : found.guesses).some(({ host }) => handsOutKeys(host))
  })
}

const ADDRESSES =
  /https?:\/\/[^\s"'`<>\\]{1,200}|(?<![\w.@-])(?:\[[\da-f:.]{4,60}\]|[\w-]{1,60}(?:\.[\w-]{1,60}){1,8})/giu

/** Whether an address of which only the beginning is known may be one of these: all lie in the same network. */
export function mayBeKeyAddress(shape: string): boolean {
  return KEY_NETWORK.test(shape)
}

const KEY_NETWORK = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#@]*@)?169\.254\./iu

/** The network card in `[fd00::1%eth0]`. */
const ZONE = /%[^\]/]{1,40}(?=\])/u

/** The path of a `file:` URL; undefined when it is none or names no file on this machine. */
export function fileUrlPath(text: string): string | undefined {
  if (!MAY_BE_FILE.test(text)) return undefined
  const url = wholeUrl(text)
  return url?.protocol === 'file:' && url.hostname === '' ? fileOf(url).file : undefined
}

/**
 * The parser skips these characters before a URL, so they are skipped here; this test is cheaper than parsing every
 * text.
 */
const MAY_BE_FILE = /^[\0-\x20]*f/iu

/** After the scheme: no blanks, backslashes, escapes or second `@`, and no host beyond ASCII. */
const READ_ALIKE = /^(?:[A-Za-z0-9._~!$&'()*+,;=:-]*@)?[A-Za-z0-9._[\]:-]*(?:[/?#][^\\\s]*)?$/u
const WITH_SCHEME = /^([a-z][a-z0-9+.-]*):\/\//iu
/** `user@host:path`, `host:path`, `host::module`; digits up to a slash or the end are a port. */
const REMOTE = /^(?:[^@/\s]*@)?(\[[^\]]*\]|[^:/@\s[\]]+):(?!\d{1,5}(?:[/?#]|$))(.*)$/u
const BARE = /^(?:[^@/?#]*@)?(\[[^\]]*\]|[^:/?#@[\]]+)(?::(\d{1,5}))?(?:([/?#].*))?$/u

function readLoosely(text: string): ConnectTarget | undefined {
  if (text === '' || /^[-./~$]/u.test(text)) return undefined
  const scheme = WITH_SCHEME.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined) {
    const url = wholeUrl(text)
    const host = url === undefined ? undefined : isWeb(scheme) ? canonicalHost(url.hostname) : normalHost(url.hostname)
    return url === undefined || host === undefined ? undefined : targetOf(scheme, host, url.port, url.pathname)
  }
  const remote = REMOTE.exec(text)
  if (remote !== null) return named('ssh', remote[1], '', `/${remote[2] ?? ''}`)
  const bare = BARE.exec(text)
  return bare === null ? undefined : named('', bare[1], bare[2] ?? '', pathOf(bare[3]))
}

function named(scheme: string, name: string | undefined, port: string, path: string): ConnectTarget | undefined {
  const host = name === undefined ? undefined : normalHost(name)
  return host === undefined ? undefined : targetOf(scheme, host, port, path)
}

/** At most this many pieces of an authority with several `@` are considered. */
const MOST_PIECES = 8

/**
 * Every way in which a client may read the text: as WHATWG says, and as RFC 3986 says, where a backslash does not end
 * the host.
 */
function guess(text: string): ConnectTarget[] {
  const trimmed = text.trim()
  const found: ConnectTarget[] = []
  const add = (target: ConnectTarget | undefined): void => {
    if (target !== undefined && !found.some((one) => one.host === target.host && one.port === target.port))
      found.push(target)
    const carried = target === undefined ? undefined : carriedAddress(target.host)
    if (target !== undefined && carried !== undefined)
      add({ ...target, host: carried, internal: isInternalHost(carried) })
  }
  const url = wholeUrl(trimmed)
  const scheme = url?.protocol.slice(0, -1) ?? ''
  if (url !== undefined && isWeb(scheme)) add(targetOf(scheme, canonicalHost(url.hostname), url.port, url.pathname))
  add(readLoosely(trimmed))
  add(readLoosely(trimmed.replace(/^\/\//u, '')))
  const authority = /^(?:[a-z][a-z0-9+.-]*:)?\/*([^/?#]*)/iu.exec(trimmed)?.[1] ?? ''
  const afterUser = authority.slice(authority.lastIndexOf('@') + 1)
  add(named('', /^(\[[^\]]*\]|[^:\\]*)/u.exec(afterUser)?.[1], '', ''))
  for (const piece of authority.split('@', MOST_PIECES)) add(named('', /^[^\\:]*/u.exec(piece)?.[0], '', ''))
  add(named('', afterUser.replaceAll('\\', '').split(':')[0], '', ''))
  add(named('', /^[\w.-]*/u.exec(afterUser)?.[0], '', ''))
  add(named('', trimmed.slice(trimmed.lastIndexOf('@') + 1).split(/[/?#:\\]/u)[0], '', ''))
  return found
}

function targetOf(scheme: string, host: string, port: string, path: string): ConnectTarget {
  return { scheme, host, port, path, internal: isInternalHost(host) }
}

function pathOf(tail: string | undefined): string {
  if (tail === undefined || !tail.startsWith('/')) return '/'
  return wholeUrl(`http://x${tail}`)?.pathname ?? tail
}

function isWeb(scheme: string): boolean {
  return scheme === 'http' || scheme === 'https'
}

function fileOf(url: URL): { file?: string } {
  try {
    if (/%2f|%5c/iu.test(url.pathname)) return {}
    const path = decodeURIComponent(url.pathname)
    return { file: url.hostname === '' ? path : `//${url.hostname}${path}` }
  } catch {
    return {}
  }
}

function refuse(why: string, guesses: readonly ConnectTarget[] = []): ReadTarget & { ok: false } {
  return { ok: false, why, guesses }
}
