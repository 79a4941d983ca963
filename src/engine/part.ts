/**
 * A call falls into parts that are judged one by one: a program with the effects of its own arguments, a redirection,
 * the path of a file tool. The use of the tool itself is a part only when there is nothing else to it.
 */

import type { Effect, Reading } from './effect.ts'

export interface Part {
  /** Index of the effect the others belong to. */
  readonly root: number
  /** Indexes, the root first. */
  readonly effects: readonly number[]
}

export function partsOf({ effects }: Reading): readonly Part[] {
  if (effects.length === 1) return WHOLE
  for (let index = 1; index < effects.length; index++) if (rootOf(index, effects) !== index) return gathered(effects)
  return effects.length > MOST_ALONE ? gathered(effects) : (ALONE[effects.length] ??= gathered(effects))
}

const WHOLE: readonly Part[] = [{ root: 0, effects: [0] }]
/** For calls whose effects belong to no other effect, as in most calls: their parts, by the number of effects. */
const ALONE: (readonly Part[])[] = []
const MOST_ALONE = 32

function gathered(effects: readonly Effect[]): readonly Part[] {
  const parts: { root: number; effects: number[] }[] = []
  /** For each root, its index in `parts`. */
  const places: number[] = [-1]
  for (let index = 1; index < effects.length; index++) {
    const root = rootOf(index, effects)
    places.push(-1)
    const place = places[root] as number
    if (place < 0) places[root] = parts.push({ root, effects: index === root ? [root] : [root, index] }) - 1
    else parts[place]?.effects.push(index)
  }
  return parts
}

/** The outermost owner that is not harmless; an effect that belongs to something harmless is a part of its own. */
function rootOf(index: number, effects: readonly Effect[]): number {
  let root = index
  for (;;) {
    const owner = (effects[root] as Effect).of
    if (owner <= 0 || owner >= root || (effects[owner] as Effect).harmless) return root
    root = owner
  }
}
