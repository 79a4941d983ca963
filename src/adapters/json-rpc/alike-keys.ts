/**
 * Part of the gateways: finds keys that some readers take for the same.
 *
 * Readers in Go and .NET ignore case in keys, and use the last one that fits: the decision would be made by one key and
 * the call run by another. INVARIANT: joins at least the keys that those readers join, including the long s and the
 * Kelvin sign.
 */

import { isObject } from '../../engine/call.ts'
import type { Params } from './message.ts'

const DEEPEST = 200

/** A key that is not one of these, but that a lenient reader takes for one of them. */
export function strayKey(object: Params, known: readonly string[]): string | undefined {
  const folds = new Set(known.map(folded))
  return Object.keys(object).find((key) => folds.has(folded(key)) && !known.includes(key))
}

/**
 * Two keys of one object, at any depth, that a lenient reader takes for the same. Where the value is too deep to tell,
 * one of its keys.
 */
export function alikeKey(value: unknown, levels = DEEPEST): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (levels === 0) return '…'
  const seen = new Set<string>()
  for (const [key, member] of Object.entries(value)) {
    const fold = folded(key)
    const found = seen.has(fold) && isObject(value) ? key : alikeKey(member, levels - 1)
    if (found !== undefined) return found
    seen.add(fold)
  }
  return undefined
}

function folded(key: string): string {
  return key.toLowerCase().toUpperCase()
}
