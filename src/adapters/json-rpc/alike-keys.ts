/**
 * Part of the gateways: keys that some readers take for one another.
 *
 * Readers in Go and .NET match a key in any capitals, and take the last that fits: what was decided on by one key would be
 * run by another. INVARIANT: folds at least what those readers fold, the long s and the Kelvin sign included.
 */

import { isObject } from '../../engine/call.ts'
import type { Params } from './message.ts'

const DEEPEST = 200

/** A key that is not one of these, but that a lenient reader takes for one. */
export function strayKey(object: Params, known: readonly string[]): string | undefined {
  const folds = new Set(known.map(folded))
  return Object.keys(object).find((key) => folds.has(folded(key)) && !known.includes(key))
}

/** Two keys of one object that a lenient reader takes for one, at any depth; one of them where it is too deep to tell. */
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
