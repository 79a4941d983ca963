/** Part of the rule index: a path cut into the names that a trie is walked by. */

import type { Fold } from '../match/fold.ts'
import { topless } from '../match/path.ts'

interface Cut {
  readonly path: string
  readonly fold: Fold
  readonly names: readonly string[]
}

/** The paths of one call are looked for among denials, asks and permissions in turn: the last few cuts are kept. */
const cuts: Cut[] = []
const MOST = 8
let oldest = 0

export function split(path: string, fold: Fold): readonly string[] {
  for (const cut of cuts) if (cut.path === path && cut.fold === fold) return cut.names
  const names = namesOf(topless(fold(path)))
  cuts[oldest] = { path, fold, names }
  oldest = (oldest + 1) % MOST
  return names
}

/** Of a path that begins with a slash and does not end in one; the top is empty. */
export function namesOf(path: string): readonly string[] {
  const names: string[] = []
  for (let at = 0; at < path.length;) {
    const slash = path.indexOf('/', at + 1)
    const end = slash < 0 ? path.length : slash
    names.push(path.slice(at + 1, end))
    at = end
  }
  return names
}
