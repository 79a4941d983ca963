/**
 * Part of the rule index: url rules by the host they name.
 *
 * INVARIANT: `find` shows every rule that can match a connection to that host.
 */

import { otherNames } from '../match/host.ts'
import type { HostSpecifier } from '../match/url-specifier.ts'
import type { Filed, Search } from './bucket.ts'
import { put, putInto, take } from './bucket.ts'
import { Keyed } from './keyed.ts'

export class HostTable<T extends Filed> {
  readonly #exact = new Keyed<T[]>()
  /** By the domain whose subdomains are meant. */
  readonly #below = new Keyed<T[]>()
  /** Rules about every host, or about labels with wildcards. */
  readonly #open: T[] = []

  add(host: HostSpecifier | undefined, rule: T): void {
    if (isOpen(host)) put(this.#open, rule)
    else putInto(this.#table(host), host.name, rule)
  }

  remove(host: HostSpecifier | undefined, rule: T): void {
    take(isOpen(host) ? this.#open : this.#table(host).get(host.name), rule)
  }

  find(host: string, search: Search<T>): void {
    if (this.#open.length > 0) search.consider(this.#open)
    this.#findExact(host, search)
    for (const name of otherNames(host)) if (name !== host) this.#findExact(name, search)
    for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
      const below = this.#below.get(host.slice(dot + 1))
      if (below !== undefined) search.consider(below)
    }
  }

  #findExact(host: string, search: Search<T>): void {
    const exact = this.#exact.get(host)
    if (exact !== undefined) search.consider(exact)
  }

  #table({ shape }: Named): Keyed<T[]> {
    return shape === 'exact' ? this.#exact : this.#below
  }
}

type Named = Extract<HostSpecifier, { readonly name: string }>

function isOpen(host: HostSpecifier | undefined): host is Exclude<HostSpecifier, Named> | undefined {
  return host === undefined || host.shape === 'any' || host.shape === 'labels'
}
