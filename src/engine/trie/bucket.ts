/** Part of the rule index: rules that wait in one place, in the order in which they are written. */

export interface Filed {
  readonly order: number
}

export type Bucket<T> = readonly T[]

/** The bucket with the rule in its place; rules mostly come in order. */
export function put<T extends Filed>(bucket: T[] | undefined, rule: T): T[] {
  // Most buckets stay with one rule, and an array that is pushed to takes room for many.
  if (bucket === undefined) return [rule]
  let at = bucket.length
  while (at > 0 && (bucket[at - 1] as T).order > rule.order) at--
  if (at === bucket.length) bucket.push(rule)
  else bucket.splice(at, 0, rule)
  return bucket
}

/** The same for a bucket in a table. */
export function putInto<T extends Filed>(table: Map<string, T[]>, key: string, rule: T): void {
  const bucket = table.get(key)
  if (bucket === undefined) table.set(key, [rule])
  else put(bucket, rule)
}

export function take<T extends Filed>(bucket: T[] | undefined, rule: T): void {
  const at = bucket?.indexOf(rule) ?? -1
  if (at >= 0) bucket?.splice(at, 1)
}

/** Adds a bucket to those found, once. */
export function note<T>(found: Bucket<T>[], bucket: Bucket<T>): void {
  if (bucket.length > 0 && !found.includes(bucket)) found.push(bucket)
}
