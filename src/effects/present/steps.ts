/** Part of looking at what lies there: the names of a pattern, from its first wildcard on. */

import { foldCase } from '../../engine/match/fold.ts'
import type { Segment } from '../../engine/match/segment.ts'
import { mayStandFor, readShellSegment } from '../../engine/match/shell-segment.ts'
import type { Searching } from '../catalogue/searching.ts'

export interface Step {
  /** Folders at any depth. */
  readonly deep: boolean
  readonly readings: readonly Segment[]
  readonly hidden: boolean
}

export function stepOf(name: string, { searched = false }: Searching): Step {
  const readings = readShellSegment(foldCase(name))
  return { deep: /^\*{2,}$/.test(name), readings, hidden: searched || name.startsWith('.') }
}

export function reaches({ deep, readings, hidden }: Step, name: string): boolean {
  if (name.startsWith('.') && !hidden) return false
  return deep || mayStandFor(readings, foldCase(name))
}

export function mayRise({ readings, hidden }: Step): boolean {
  return hidden && mayStandFor(readings, '..')
}
