/**
 * Part of the audit: what is about to be recorded, without its secrets.
 *
 * INVARIANT: nothing reaches the store but through here. The answer is a tree of plain data, bounded in depth and size;
 * looking at what was given never throws.
 */

import { isReference, REDACTED, redactWords } from './command-secrets.ts'
import { redactText } from './redact-text.ts'
import { secrecyOf } from './secret-name.ts'
import type { Secrecy } from './secret-name.ts'

const DEEPEST = 100
/** Values in one record; objects that hold themselves twice would have no end. */
const MOST = 50_000
/** Characters of text in one record. */
const MOST_TEXT = 1024 * 1024

export function redact(value: unknown): unknown {
  try {
    return new Redaction().of(value, undefined, 0)
  } catch (error) {
    return `[unreadable: ${error instanceof Error ? redactText(error.message) : 'looking at it threw'}]`
  }
}

class Redaction {
  #left = MOST
  #text = MOST_TEXT

  /** What stands below a secret name is secret as well; that it is there may be known. */
  of(value: unknown, secrecy: Secrecy, depth: number): unknown {
    if (this.#left-- <= 0) return '[too much]'
    switch (typeof value) {
      case 'string':
        return secrecy === undefined || value === '' || isReference(value) ? this.#plain(value) : REDACTED
      case 'number':
      case 'bigint':
        return secrecy === 'always' ? REDACTED : value
      case 'object':
        break
      default:
        return value
    }
    if (value === null || value instanceof Date) return value
    if (depth > DEEPEST) return '[too deep]'
    if (Array.isArray(value)) return this.#list(value, secrecy, depth)
    return this.#mapping(value as Readonly<Record<string, unknown>>, secrecy, depth)
  }

  #plain(text: string): string {
    const redacted = this.#text > 0 ? redactText(text) : '[too much]'
    this.#text -= redacted.length
    return redacted
  }

  #list(list: readonly unknown[], secrecy: Secrecy, depth: number): unknown[] {
    const items = list.slice(0, this.#left)
    const safe = isWords(items) ? redactWords(items) : items
    const answer = safe.map((item) => this.of(item, secrecy, depth + 1))
    if (items.length < list.length) answer.push(`… (cut: ${list.length} items in all)`)
    return answer
  }

  #mapping(mapping: Readonly<Record<string, unknown>>, secrecy: Secrecy, depth: number): object {
    const answer: Record<string, unknown> = {}
    const called = mapping['name'] ?? mapping['key']
    const named = typeof called === 'string' ? secrecyOf(called) : undefined
    for (const key of Object.keys(mapping)) {
      const own = secrecy ?? secrecyOfKey(key) ?? (key === 'value' ? named : undefined)
      put(answer, this.#plain(key), this.of(mapping[key], own, depth + 1))
      if (this.#left <= 0) break
    }
    return answer
  }
}

/** A key named `__proto__` is a key like any other. */
function put(into: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') into[key] = value
  else Object.defineProperty(into, key, { value, enumerable: true })
}

/** Names of fields come again and again. */
const secrecies = new Map<string, Secrecy>()
const MOST_KEYS = 1000

function secrecyOfKey(key: string): Secrecy {
  if (secrecies.has(key)) return secrecies.get(key)
  const secrecy = secrecyOf(key)
  if (secrecies.size < MOST_KEYS) secrecies.set(key, secrecy)
  return secrecy
}

/** The words of a command; null where only running it would tell. */
function isWords(items: readonly unknown[]): items is readonly (string | null)[] {
  return items.every((item) => typeof item === 'string' || item === null)
}
