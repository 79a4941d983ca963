/**
 * Part of the audit: what is about to be recorded, as canonical JSON without its secrets.
 *
 * INVARIANT: nothing reaches the store except through here, and every value is read only once: the value that was
 * checked is the value that is written. The text is bounded in depth and size; reading the given value never throws.
 */

import { canonicalJson, inOrder, quoted, quotedKey, writtenScalar } from './canonical.ts'

import { isReference, REDACTED, redactWords } from './command-secrets.ts'
import { redactText } from './redact-text.ts'
import { secrecyOf } from './secret-name.ts'
import type { Secrecy } from './secret-name.ts'

const DEEPEST = 100
const CUT = '[too much]'
const TOO_MUCH = `"${CUT}"`
/** The most values in one record. Without a limit, objects that contain themselves twice would have no end. */
const MOST = 50_000
/** The most characters of text in one record. */
const MOST_TEXT = 1024 * 1024

export function redactedJson(value: unknown): string {
  try {
    return new Redaction().written(value, undefined, 0) ?? 'null'
  } catch (error) {
    return quoted(`[unreadable: ${error instanceof Error ? redactText(error.message) : 'looking at it threw'}]`)
  }
}

class Redaction {
  #left = MOST
  #text = MOST_TEXT

  /** Undefined for what JSON leaves out. */
  written(value: unknown, secrecy: Secrecy, depth: number): string | undefined {
    if (typeof value === 'string' && secrecy === undefined) {
      if (this.#left-- <= 0) return TOO_MUCH
      return quoted(this.#plain(value))
    }
    if (typeof value !== 'object' || value === null || value instanceof Date || depth > DEEPEST || this.#left <= 0)
      return writtenScalar(this.of(value, secrecy, depth))
    this.#left--
    if (Array.isArray(value)) return this.#writtenList(value, secrecy, depth)
    return this.#writtenMapping(value as Readonly<Record<string, unknown>>, secrecy, depth)
  }

  #writtenList(list: readonly unknown[], secrecy: Secrecy, depth: number): string {
    const { safe, cut } = this.#safe(list)
    let json = ''
    for (const item of safe) json += `${json === '' ? '' : ','}${this.written(item, secrecy, depth + 1) ?? 'null'}`
    if (cut !== undefined) json += `${json === '' ? '' : ','}${quoted(cut)}`
    return `[${json}]`
  }

  #writtenMapping(mapping: Readonly<Record<string, unknown>>, secrecy: Secrecy, depth: number): string {
    const keys = Object.keys(mapping)
    // A name with a secret in it is replaced, which changes its place in the order or makes it occur twice.
    for (const key of keys) if (this.#plain(key) !== key) return canonicalJson(this.#mapping(mapping, secrecy, depth))
    const valuesSecrecy = secrecy ?? namedIn(mapping, keys)
    let json = ''
    for (const key of inOrder(keys)) {
      const own = secrecy ?? secrecyOfKey(key) ?? (key === 'value' ? valuesSecrecy : undefined)
      const member = this.written(mapping[key], own, depth + 1)
      if (member !== undefined) json += `${json === '' ? '' : ','}${quotedKey(key)}:${member}`
      if (this.#left <= 0) break
    }
    return `{${json}}`
  }

  /** A value below a secret name is secret as well; only that it exists may be known. */
  of(value: unknown, secrecy: Secrecy, depth: number): unknown {
    if (this.#left-- <= 0) return CUT
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
    const redacted = this.#text > 0 ? redactText(text) : CUT
    this.#text -= redacted.length
    return redacted
  }

  #list(list: readonly unknown[], secrecy: Secrecy, depth: number): unknown[] {
    const { safe, cut } = this.#safe(list)
    const answer = safe.map((item) => this.of(item, secrecy, depth + 1))
    if (cut !== undefined) answer.push(cut)
    return answer
  }

  #safe(list: readonly unknown[]): { readonly safe: readonly unknown[]; readonly cut: string | undefined } {
    const items = list.slice(0, this.#left)
    const safe = isWords(items) ? redactWords(items) : items
    return { safe, cut: items.length < list.length ? `… (cut: ${list.length} items in all)` : undefined }
  }

  #mapping(mapping: Readonly<Record<string, unknown>>, secrecy: Secrecy, depth: number): object {
    const answer: Record<string, unknown> = {}
    const keys = Object.keys(mapping)
    const named = namedIn(mapping, keys)
    for (const key of keys) {
      const own = secrecy ?? secrecyOfKey(key) ?? (key === 'value' ? named : undefined)
      put(answer, this.#plain(key), this.of(mapping[key], own, depth + 1))
      if (this.#left <= 0) break
    }
    return answer
  }
}

/** In `{ name: 'token', value: … }`, the name says what the value is. */
function namedIn(mapping: Readonly<Record<string, unknown>>, keys: readonly string[]): Secrecy {
  if (!keys.includes('value')) return undefined
  const called = mapping['name'] ?? mapping['key']
  return typeof called === 'string' ? secrecyOf(called) : undefined
}

/** A key named `__proto__` must become a key like any other. */
function put(into: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') into[key] = value
  else Object.defineProperty(into, key, { value, enumerable: true })
}

/** Kept because the same field names recur. */
const secrecies = new Map<string, Secrecy>()
const MOST_KEYS = 1000

function secrecyOfKey(key: string): Secrecy {
  if (secrecies.has(key)) return secrecies.get(key)
  const secrecy = secrecyOf(key)
  if (secrecies.size < MOST_KEYS) secrecies.set(key, secrecy)
  return secrecy
}

/** Whether these are the words of a command; null stands for a word that only running the command would tell. */
function isWords(items: readonly unknown[]): items is readonly (string | null)[] {
  return items.every((item) => typeof item === 'string' || item === null)
}
