/**
 * Part of the server: how often somebody may try to sign in by account.
 *
 * INVARIANT: nobody guesses quickly, and nobody can keep an owner out. Wrong tries make only the address they come from
 * wait, and each doubles the wait. A browser in which the account has signed in before waits only for its own wrong
 * tries. All other browsers together have a limit, so that many addresses do not guess much quicker than one; it takes
 * dozens of addresses to use it up. The memory is bounded, and a name that is no account is treated like one that is.
 */

import { isIPv4 } from 'node:net'
import { keepLatest } from '../../gate/recent.ts'
import { Bucket } from '../limits.ts'

export interface Trying {
  /** `remoteAddress` of the connection. */
  readonly address: string | undefined
  readonly name: string
  /** Names the browser, if the account has signed in there before. */
  readonly browser: string | undefined
}

interface Wrong {
  readonly times: number
  /** When the next try is admitted. */
  readonly until: number
}

/** Wrong tries before the first wait: of one account, and of an address with whatever names. */
const FREE = 5
const FREE_OF_ADDRESS = 20
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 15 * 60_000
/** Wrong tries are forgotten this long after the wait for the last one. */
const FORGOTTEN = 60 * 60_000
const MOST_REMEMBERED = 20_000
const LONGEST_NAME = 64

export class Tries {
  readonly #now: () => number
  readonly #strangers: Bucket
  readonly #wrong = new Map<string, Wrong>()

  /** `perMinute`: tries of all browsers together in which nobody has signed in before; five times as many at once. */
  constructor(perMinute: number, now: () => number) {
    this.#now = now
    this.#strangers = new Bucket(perMinute / 60, 5 * perMinute, now)
  }

  /**
   * Milliseconds to wait; 0 if the try is admitted. It then counts as wrong until `right` is called, so that tries at the
   * same moment count as well.
   */
  wait(trying: Trying): number {
    const { browser } = trying
    if (browser !== undefined && this.#left(browser) === 0) {
      this.#count(browser, FREE)
      return 0
    }
    const [account, address] = strangerKeys(trying)
    const left = Math.max(this.#left(account), this.#left(address))
    if (left > 0) return left
    if (!this.#strangers.take()) return FIRST_WAIT
    this.#count(account, FREE)
    this.#count(address, FREE_OF_ADDRESS)
    return 0
  }

  /** The password was right. The address keeps what it tried with other names. */
  right(trying: Trying): void {
    const [account, address] = strangerKeys(trying)
    if (trying.browser !== undefined) this.#wrong.delete(trying.browser)
    else {
      const { times, until } = this.#wrong.get(address) ?? { times: 0, until: 0 }
      if (times > 0) this.#wrong.set(address, { times: times - 1, until })
    }
    this.#wrong.delete(account)
  }

  get size(): number {
    return this.#wrong.size
  }

  #left(key: string): number {
    return Math.max(0, (this.#wrong.get(key)?.until ?? 0) - this.#now())
  }

  #count(key: string, free: number): void {
    const now = this.#now()
    const before = this.#wrong.get(key)
    const times = before === undefined || before.until + FORGOTTEN < now ? 1 : before.times + 1
    const wait = times < free ? 0 : Math.min(FIRST_WAIT * 2 ** Math.min(times - free, 20), LONGEST_WAIT)
    this.#wrong.delete(key)
    keepLatest(this.#wrong, key, { times, until: now + wait }, MOST_REMEMBERED)
  }
}

function strangerKeys({ address, name }: Trying): readonly [account: string, address: string] {
  const from = networkOf(address)
  return [`${from} ${name.slice(0, LONGEST_NAME)}`, from]
}

/** Whoever has an IPv6 address has the other 2^64 of its network as well. */
export function networkOf(address = ''): string {
  const mapped = address.slice(address.lastIndexOf(':') + 1)
  if (isIPv4(mapped)) return mapped
  const [head = '', tail] = address.split('%', 1)[0]?.split('::', 2) ?? []
  const groups = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => '0')
  return [...groups, ...zeros, ...last].slice(0, 4).join(':')
}
