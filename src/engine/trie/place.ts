/** Part of the rule index: a path, prepared for walking the tree. */

import type { Fold } from '../match/fold.ts'
import { topless } from '../match/path.ts'
import type { Segment } from '../match/segment.ts'
import { compileShellSegment } from '../match/shell-segment.ts'

export class Place {
  /** Begins with a slash and does not end in one; empty for the top. */
  readonly text: string
  #names: readonly string[] | undefined = undefined
  #endings: readonly string[] | undefined = undefined
  #globs: readonly Segment[] | undefined = undefined

  constructor(text: string) {
    this.text = text
  }

  /** From the top. Cut when a table first asks for it, and kept, so that a name is hashed once for all tables. */
  get names(): readonly string[] {
    return (this.#names ??= namesOf(this.text))
  }

  /** For each name, the part from its last dot on; empty without one. */
  get endings(): readonly string[] {
    return (this.#endings ??= this.names.map(endingOf))
  }

  /** The names, with the shell's wildcards as patterns. */
  get globs(): readonly Segment[] {
    return (this.#globs ??= this.names.map(compileShellSegment))
  }
}

function namesOf(text: string): readonly string[] {
  const names: string[] = []
  for (let at = 0; at < text.length;) {
    const slash = text.indexOf('/', at + 1)
    const end = slash < 0 ? text.length : slash
    names.push(text.slice(at + 1, end))
    at = end
  }
  return names
}

export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot)
}

/** The same path is searched for several times in a row, so the last one is kept. */
let lastPath = ''
let lastFold: Fold | undefined
let last = new Place('')

export function placeOf(path: string, fold: Fold): Place {
  if (path === lastPath && fold === lastFold) return last
  lastPath = path
  lastFold = fold
  return (last = new Place(topless(fold(path))))
}
