/** Part of the rule index: a path as a trie is walked by it. */

import type { Fold } from '../match/fold.ts'
import { topless } from '../match/path.ts'

interface Placed {
  readonly path: string
  readonly fold: Fold
  readonly text: string
}

/** The paths of one call are looked for among denials, asks and permissions in turn: the last few are kept. */
const placed: Placed[] = []
const MOST = 8
let oldest = 0

/** Folded; it begins with a slash and does not end in one, and the top is empty. */
export function place(path: string, fold: Fold): string {
  for (const one of placed) if (one.path === path && one.fold === fold) return one.text
  const text = topless(fold(path))
  placed[oldest] = { path, fold, text }
  oldest = (oldest + 1) % MOST
  return text
}
