/** Part of the rule index: a path, prepared for walking the tree. */

import type { FileAccess } from '../effect.ts'
import type { Folds } from '../match/fold.ts'
import { compileMeeting } from '../match/meet.ts'
import type { Meeting } from '../match/meet.ts'
import type { Segment } from '../match/segment.ts'
import { compileShellSegment } from '../match/shell-segment.ts'

export class Place {
  /** Begins with a slash and does not end in one; empty for the top. */
  readonly text: string
  #names: readonly string[] | undefined = undefined
  #endings: readonly string[] | undefined = undefined
  #globs: readonly Segment[] | undefined = undefined
  #meeting: Meeting | undefined = undefined

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

  /** The path as a pattern of the shell, to compare with those of rules. */
  get meeting(): Meeting {
    return (this.#meeting ??= compileMeeting(this.text))
  }
}

/** Where a file access lies, as a permission must spell it. */
export class FilePlace extends Place {
  /** Where a restriction looks as well: the loose spelling, and the file behind a link. Mostly there are none. */
  readonly others: readonly Place[]
  /** A changed copy of the access lies elsewhere, although it has the same place at first. */
  readonly of: FileAccess
  readonly folds: Folds

  constructor(access: FileAccess, folds: Folds) {
    const { path, real } = access
    super(topless(folds.narrow(path)))
    this.others = real === path && folds.narrow === folds.wide ? NONE : othersOf(this.text, path, real, folds)
    this.of = access
    this.folds = folds
  }

  /** Nothing in the output: it only repeats what the access says. */
  toJSON(): undefined {
    return undefined
  }
}

const NONE: readonly Place[] = []

function othersOf(text: string, path: string, real: string, { narrow, wide }: Folds): readonly Place[] {
  const texts = new Set([narrow(real), wide(path), wide(real)].map(topless))
  texts.delete(text)
  return Array.from(texts, (other) => new Place(other))
}

/** Kept with the access: an agent repeats its calls, and a decision asks several times. */
export function placeOf(access: FileAccess, folds: Folds): FilePlace {
  const { place } = access
  if (place !== undefined && place.of === access && place.folds === folds) return place
  return (access.place = new FilePlace(access, folds))
}

const SLASH = 0x2f

/** Without a trailing slash, so that the top is empty, and with a leading one (`C:/x` becomes `/C:/x`). */
export function topless(path: string): string {
  if (path === '' || path === '/') return ''
  const led = path.charCodeAt(0) === SLASH ? path : `/${/^[A-Za-z]:\\/u.test(path) ? path.replaceAll('\\', '/') : path}`
  return led.charCodeAt(led.length - 1) === SLASH ? led.slice(0, -1) : led
}

export function namesOf(text: string): readonly string[] {
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
