/**
 * Part of matching: url rules against connections.
 *
 * INVARIANT: a permission covers http and https unless it names another scheme, and never an internal address that it
 * does not name. A restriction covers every scheme and port it does not limit.
 */

import type { Connect } from '../effect.ts'
import { expandBraces } from './braces.ts'
import { ABOVE, ALL_BELOW, HERE, compileSegments, withoutTail } from './glob.ts'
import type { Glob } from './glob.ts'
import { isInternalHost, otherNames } from './host.ts'
import type { Match } from './match.ts'
import { DEEP, compileSegment, matchSegment } from './segment.ts'
import type { Segment } from './segment.ts'
import { isDefaultPort, readUrlSpecifier } from './url-specifier.ts'
import type { HostSpecifier, UrlSpecifier } from './url-specifier.ts'

export interface UrlPattern {
  readonly host: HostSpecifier
  /** Whether it restricts this very host, whatever the request, and not just along with all other hosts. */
  spells(host: string): boolean
  permits(connect: Connect): boolean
  /** 1 if the connection might match, because the call does not say everything. */
  restricts(connect: Connect): Match
}

/** Compiles a url specifier. Throws `PatternError`. */
export function compileUrl(specifier: string): UrlPattern {
  const wanted = readUrlSpecifier(specifier)
  const isHost = hostMatcher(wanted.host)
  const named = namesInternal(wanted.host)
  const whole = wanted.host.shape !== 'any' && wanted.scheme === '' && wanted.port === '' && wanted.path === undefined
  const isMeant = (host: string): Match => {
    if (host === '') return wanted.host.shape === 'any' ? 2 : 1
    if (isHost(host)) return 2
    return wanted.host.shape === 'exact' && otherNames(host).some(isHost) ? 1 : 0
  }
  const exactPath = wanted.path === undefined ? undefined : pathMatcher(wanted.path)
  const widePath = wanted.path === undefined ? undefined : pathMatcher(wanted.path.toLowerCase(), withoutTail)
  return {
    host: wanted.host,
    spells: whole ? isHost : () => false,
    permits(connect) {
      if (connect.host === '' || !isHost(connect.host) || (connect.internal && !named)) return false
      if (!schemePermits(wanted.scheme, connect.scheme) || !portPermits(wanted, connect)) return false
      if (exactPath === undefined) return true
      return isPlain(connect.path) && served(connect.path).every((path) => (exactPath(path) & wantedAt(path)) !== 0)
    },
    restricts(connect) {
      const certain = isMeant(connect.host)
      if (certain === 0) return 0
      if (wanted.scheme !== '' && connect.scheme !== '' && connect.scheme !== wanted.scheme) return 0
      if (wanted.port !== '' && !portMatches(wanted.port, connect)) return 0
      const said = wanted.scheme === '' || connect.scheme !== '' ? certain : 1
      if (widePath === undefined) return said
      if (connect.path === '') return 1
      return served(connect.path).some((path) => (widePath(path.toLowerCase()) & (HERE | ABOVE)) !== 0) ? said : 0
    },
  }
}

export function hostMatcher(host: HostSpecifier): (name: string) => boolean {
  if (host.shape === 'any') return () => true
  if (host.shape === 'exact') return (name) => name === host.name
  if (host.shape === 'below') {
    const suffix = `.${host.name}`
    return (name) => name.length > suffix.length && name.endsWith(suffix)
  }
  const labels = host.labels.map(compileSegment)
  return (name) => {
    const parts = name.split('.')
    return parts.length === labels.length && labels.every((label, at) => isLabel(label, parts[at] ?? ''))
  }
}

function isLabel(label: Segment, text: string): boolean {
  return matchSegment(label, text, 0, text.length)
}

/** The specifier spells an internal host, or the internal domain whose subdomains it covers. */
export function namesInternal(host: HostSpecifier): boolean {
  if (host.shape === 'exact') return true
  return host.shape === 'below' && (host.name === 'localhost' || (host.name.includes('.') && isInternalHost(host.name)))
}

function schemePermits(wanted: string, scheme: string): boolean {
  if (wanted !== '') return scheme === wanted
  return scheme === 'https' || scheme === 'http' || scheme === ''
}

/** A host alone covers all of its ports; a whole URL, like an origin, covers only the port that it says or implies. */
function portPermits(wanted: UrlSpecifier, connect: Connect): boolean {
  if (wanted.port !== '') return portMatches(wanted.port, connect)
  return wanted.scheme === '' || connect.port === ''
}

function portMatches(wanted: string, connect: Connect): boolean {
  return (
    connect.port === wanted || (connect.port === '' && (connect.scheme === '' || isDefaultPort(connect.scheme, wanted)))
  )
}

/** The address of a folder returns its first page, so `guide/**` permits `guide/`. */
function wantedAt(path: string): number {
  return path.endsWith('/') ? HERE | ALL_BELOW : HERE
}

function pathMatcher(
  written: string,
  kept: (segments: readonly Segment[]) => readonly Segment[] = (segments) => segments,
): (path: string) => number {
  const globs: Glob[] = expandBraces(written).map((one) => {
    const segments = one
      .split('/')
      .filter((part) => part !== '')
      .map(compileSegment)
    if (one.endsWith('/')) segments.push(DEEP)
    return compileSegments(kept(segments))
  })
  return (path) => {
    const text = path.replaceAll(/\/{2,}/gu, '/').replace(/\/$/u, '')
    return globs.reduce((found, glob) => found | glob.walk(text, 0), 0)
  }
}

/**
 * No escape in it changes its meaning when it is undone twice, or forms a segment of its own (`..%2f`), and it does not
 * begin with two slashes, between which some servers see a folder without a name and others nothing.
 */
function isPlain(path: string): boolean {
  if (path.startsWith('//')) return false
  if (!path.includes('%')) return true
  try {
    return !/\\|%|(?:^|\/)\.{1,2}(?:\/|$)/u.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** Some servers undo escapes, and then those that result, too. */
const MOST_UNDONE = 3

/** Every path that a server may understand: escapes undone, parameters (`;v=1`) left out, `..` followed. */
function served(path: string): readonly string[] {
  if (!/[%;]/u.test(path)) return [path]
  const found = [path]
  for (let text = path; text.includes('%') && found.length <= MOST_UNDONE;) found.push((text = unescaped(text)))
  return found.flatMap((text) => [text, walked(text)])
}

function unescaped(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/giu, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes.replaceAll(/%(..)/gu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    }
  })
}

function walked(path: string): string {
  const names: string[] = []
  for (const part of path.split(/[\\/]/u)) {
    const name = part.split(';', 1)[0] ?? ''
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return `/${names.join('/')}`
}
