/**
 * Part of linting: does one url pattern match everything that another matches?
 *
 * INVARIANT: the answer is yes only if it is proven.
 */

import { isInternalHost } from '../match/host.ts'
import { hostMatcher, namesInternal } from '../match/url.ts'
import type { HostSpecifier, UrlSpecifier } from '../match/url-specifier.ts'
import type { Way } from './way.ts'

export function coversUrls(a: UrlSpecifier, b: UrlSpecifier, way: Way): boolean {
  if (!coversHost(a.host, b.host) || !coversPath(a, b, way)) return false
  if (way === 'permits') return permitsOrigin(a, b) && permitsInternal(a.host, b.host)
  if (way === 'restricts' && isWholeHost(b) && !isWholeHost(a)) return false
  return (a.scheme === '' || a.scheme === b.scheme) && (a.port === '' || a.port === b.port)
}

/** Such a rule also matches a command that names the host and may connect to it. */
export function isWholeHost({ host, scheme, port, path }: UrlSpecifier): boolean {
  return host.shape !== 'any' && scheme === '' && port === '' && path === undefined
}

function coversHost(a: HostSpecifier, b: HostSpecifier): boolean {
  if (a.shape === 'any') return true
  if (b.shape === 'exact') return hostMatcher(a)(b.name)
  if (b.shape === 'below') return a.shape === 'below' && (a.name === b.name || b.name.endsWith(`.${a.name}`))
  return a.shape === 'labels' && b.shape === 'labels' && a.labels.join('.') === b.labels.join('.')
}

/** Paths that are the same in any letter case and spelling. */
const PLAIN = /^[\w./*-]+$/u

function coversPath(a: UrlSpecifier, b: UrlSpecifier, way: Way): boolean {
  if (a.path === undefined) return true
  return a.path === b.path && (way !== 'beats' || PLAIN.test(a.path))
}

/** A host alone covers http and https on every port; a whole URL covers only the port that it says or implies. */
function permitsOrigin(a: UrlSpecifier, b: UrlSpecifier): boolean {
  if (a.scheme === b.scheme && a.port === b.port) return true
  return a.scheme === '' && a.port === '' && (b.scheme === '' || b.scheme === 'https' || b.scheme === 'http')
}

function permitsInternal(a: HostSpecifier, b: HostSpecifier): boolean {
  return namesInternal(a) || !namesInternal(b) || (b.shape === 'exact' && !isInternalHost(b.name))
}
