/** Part of the server: the names by which it may be addressed. */

import { networkInterfaces } from 'node:os'
import type { Place } from './auth/guard.ts'

export interface Listening {
  readonly host: string
  readonly port: number
  readonly names: readonly string[]
  readonly secure: boolean
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]']

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

export interface Address extends Place {
  readonly url: string
}

export function placeOf({ host, port, names, secure }: Listening): Address {
  const everywhere = host === '0.0.0.0' || host === '::'
  const local = everywhere || isLoopback(host) ? LOOPBACK_NAMES : []
  const addresses = everywhere ? ownAddresses() : [host]
  const known = [...local, ...addresses.map(spelled), ...names].map((name) => name.toLowerCase())
  const scheme = secure ? 'https' : 'http'
  const usual = port === (secure ? 443 : 80)
  const hosts = new Set(known.flatMap((name) => (usual ? [name, `${name}:${port}`] : [`${name}:${port}`])))
  const main = names[0] ?? (everywhere ? 'localhost' : spelled(host))
  return {
    url: `${scheme}://${main}${usual ? '' : `:${port}`}`,
    hosts,
    origins: new Set([...hosts].map((name) => `${scheme}://${name}`)),
    secure,
    // The name contains the port because browsers share cookies between all ports of a machine.
    cookie: secure ? `__Host-countersign-${port}` : `countersign-${port}`,
  }
}

function spelled(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

/** Addresses are safe from DNS rebinding, which can only make names lead elsewhere. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address))
}
