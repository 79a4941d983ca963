/**
 * Part of matching: what a url specifier names.
 *
 * `host`, `domain:host`, `*.host`, `label.*`, `host:port`, `host/path/**`, `https://host:port/path/**`, `*`.
 */

import { normalHost } from './host.ts'
import { PatternError } from './pattern-error.ts'

export interface UrlSpecifier {
  /** Empty if the specifier does not say it. */
  readonly scheme: string
  readonly host: HostSpecifier
  /** Empty if the specifier does not say it. */
  readonly port: string
  /** Without the leading slash; undefined for any path. */
  readonly path: string | undefined
}

/**
 * `exact`: this host. `below`: its subdomains at any depth. `labels`: compared label by label, where `*` stays within
 * one. `any`: every host.
 */
export type HostSpecifier =
  | { readonly shape: 'any' }
  | { readonly shape: 'exact'; readonly name: string }
  | { readonly shape: 'below'; readonly name: string }
  | { readonly shape: 'labels'; readonly labels: readonly string[] }

const PARTS = /^(?:([a-z][a-z0-9+.-]*|\*):\/\/)?(\[[^\]]*\]|[^/:]*)(?::(\d{1,5}))?(?:\/(.*))?$/iu
const PLAIN_LABEL = /^[a-z0-9_*-]+$/u

/** Reads a url specifier. Throws `PatternError`. */
export function readUrlSpecifier(specifier: string): UrlSpecifier {
  if (/[\0-\x20\x7f]/u.test(specifier)) throw new PatternError(`"${specifier}" contains a blank or a control character`)
  if (/[?#@]/u.test(specifier))
    throw new PatternError(`"${specifier}": only scheme, host, port and path can be matched`)
  const text = specifier.startsWith('domain:') ? specifier.slice('domain:'.length) : specifier
  const found = PARTS.exec(text)
  if (found === null) throw new PatternError(`"${specifier}" is neither a host nor a URL`)
  const [, scheme = '', host = '', port = '', path] = found
  if (/^\d+\.\d+\.\d+\.\d+$/u.test(host) && path !== undefined && /^\d{1,2}$/u.test(path)) {
    throw new PatternError(`"${specifier}": ranges of addresses are not supported; name the addresses`)
  }
  return {
    scheme: scheme === '*' ? '' : scheme.toLowerCase(),
    host: readHostSpecifier(host, specifier),
    port: isDefaultPort(scheme.toLowerCase(), port) ? '' : port,
    path: path === undefined || path === '' || path === '**' ? undefined : path,
  }
}

/** The port a scheme implies. */
export function isDefaultPort(scheme: string, port: string): boolean {
  return (scheme === 'https' && port === '443') || (scheme === 'http' && port === '80')
}

function readHostSpecifier(text: string, specifier: string): HostSpecifier {
  if (text === '*') return { shape: 'any' }
  const below = text.startsWith('*.')
  const fixed = below ? text.slice(2) : text
  if (!fixed.includes('*')) {
    const name = normalHost(fixed)
    if (name === undefined || name === '') throw new PatternError(`"${specifier}" names no host`)
    if (below && (name.startsWith('[') || /^[\d.]+$/u.test(name)))
      throw new PatternError(`"${specifier}": an address has no subdomains`)
    return { shape: below ? 'below' : 'exact', name }
  }
  const labels = text.toLowerCase().replace(/\.$/u, '').split('.')
  const odd = labels.find((label) => !PLAIN_LABEL.test(label) || label.includes('**'))
  if (odd !== undefined) throw new PatternError(`"${specifier}": "${odd}" cannot be part of a host with wildcards`)
  return { shape: 'labels', labels }
}
