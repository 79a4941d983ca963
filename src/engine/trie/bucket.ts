/** Part of the rule index: rules that are filed in one place, denials first, then in the order of writing. */

import type { Keyed } from './keyed.ts'

export interface Filed {
  readonly denies: boolean
  readonly order: number
}

export type Bucket<T> = readonly T[]

/** A search for a rule. It is shown the buckets that the rule may be in; a bucket may be shown twice. */
export interface Search<T> {
  /** Some of these rules may match. */
  consider(bucket: Bucket<T>): void
  /** Some of these may match once the call runs, and none for certain. */
  considerPossible(bucket: Bucket<T>): void
  /** Whether rules that only might match once the call runs need not be shown any more. */
  readonly settled: boolean
  /**
   * Whether, among rules that only might match, a denial or an ask could still count that was written no earlier than
   * these.
   */
  hopes(deny: number, ask: number): boolean
}

/** Puts the rule into the bucket, in its order. */
export function put<T extends Filed>(bucket: T[] | undefined, rule: T): T[] {
  // Most buckets keep one rule, and JavaScript reserves room for many once an array is pushed to.
  if (bucket === undefined) return [rule]
  const at = placeIn(bucket, rule)
  if (at === bucket.length) bucket.push(rule)
  else bucket.splice(at, 0, rule)
  return bucket
}

/** The same for a bucket in a table. */
export function putInto<T extends Filed>(table: Keyed<T[]>, key: string, rule: T): void {
  const bucket = table.get(key)
  if (bucket === undefined) table.set(key, [rule])
  else put(bucket, rule)
}

export function take<T extends Filed>(bucket: T[] | undefined, rule: T): void {
  if (bucket === undefined) return
  const at = placeIn(bucket, rule) - 1
  if (bucket[at] === rule) bucket.splice(at, 1)
}

/** The index after the rule itself and all rules that come before it; mostly that is the end. */
function placeIn<T extends Filed>(bucket: readonly T[], rule: T): number {
  let low = 0
  let high = bucket.length
  if (high > 0 && !isBefore(rule, bucket[high - 1] as T)) return high
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(rule, bucket[middle] as T)) high = middle
    else low = middle + 1
  }
  return low
}

function isBefore(a: Filed, b: Filed): boolean {
  return a.denies === b.denies ? a.order < b.order : a.denies
}
