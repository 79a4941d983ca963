/** Part of the strict shell parser: what lies inside what, by offsets in the text and by scopes. */

import type { Scope, Span } from './script.ts'

/** Whether all of it lies inside. */
export function isInside(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}

export function isAt(place: number, { start, end }: Span): boolean {
  return start <= place && place < end
}

/**
 * Whether it is the scope itself or one somewhere below it. The first stage of a pipe gets its number after those
 * inside it.
 */
export function isBelow(scope: number, outer: number, scopes: readonly Scope[]): boolean {
  let at = scope
  while (at > 0 && at !== outer) at = scopes[at]?.parent ?? 0
  return at === outer
}
