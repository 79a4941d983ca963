/**
 * Part of reading calls: the files that lie there now, below a folder that is searched, or under the names that a pattern
 * stands for. Each that a rule restricts, or that holds secrets, counts as if the call might read it; if all were looked at,
 * the pattern says no more than that.
 *
 * INVARIANT: there is a limit to what is looked at for one call, and what lies beyond it is never taken for looked at.
 */

import type { FileAccess, Held, Unknown } from '../../engine/effect.ts'
import { WILD } from '../../engine/match/segment.ts'
import type { Searching } from '../catalogue/searching.ts'
import type { Surroundings } from '../context.ts'
import { fileEffect, locateUse } from '../file.ts'
import type { FileUse } from '../file.ts'
import type { Entry } from '../paths/file-system.ts'
import { foundUse, unshown } from './met.ts'
import { Notable } from './notable.ts'
import { mayRise, stepOf } from './steps.ts'
import { Walk } from './walk.ts'

/** Looking through this many takes some tenths of a second. */
const MOST_FOLDERS = 5000
const MOST_ENTRIES = 60_000
/** All that may be compared for one call, whose searches may go through the same folders again and again. */
const MOST_LOOKS = 200_000

const NONE: readonly never[] = []
const UNSEEN: Held = { files: NONE, isWhole: false }

/** One for a whole call: all of its words share what may be looked at. */
export class Present {
  readonly context: Surroundings
  /** The tool that reads them: some rules are about one tool only. */
  readonly tool: string
  readonly notable: Notable
  readonly #listed = new Map<string, readonly Entry[] | undefined>()
  readonly #known = new Map<string, Held>()
  #folders = MOST_FOLDERS
  #entries = MOST_ENTRIES
  #looks = MOST_LOOKS

  constructor(context: Surroundings, tool: string) {
    this.context = context
    this.tool = tool
    this.notable = new Notable(context, tool)
  }

  /** The files below the folder, or those whose names fit the pattern, and what lies below them. */
  holds(use: FileUse, searching: Searching): Held {
    const { text, cwd, of, reach, glob } = use
    const key = `${of} ${reach} ${glob} ${JSON.stringify(searching)} ${cwd} ${text}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    let held = UNSEEN
    try {
      held = glob ? this.#fitting(use, searching) : this.#below(use, searching)
    } catch {
      // A folder of which the disk does not tell where it leads.
    }
    this.#known.set(key, held)
    return held
  }

  #below(use: FileUse, searching: Searching): Held {
    const located = locateUse(use, this.context)
    if (!located.ok) return UNSEEN
    const top = { path: bare(located.path), real: bare(located.real) }
    const walk = new Walk(use, this, searching)
    const { tracked } = searching
    const held = tracked === undefined ? walk.from([], top) : walk.among(top, tracked)
    if (held.isWhole) return held
    return { files: [...held.files, ...this.#unseen(use, located.path, searching)], isWhole: false }
  }

  /** Any file below might be one that a rule is about, as far as its name is chosen. */
  #unseen(use: FileUse, path: string, { choices = NONE }: Searching): readonly (FileAccess | Unknown)[] {
    const patterns = choices[0]?.opens
      ? choices.filter(({ opens }) => opens).map(({ pattern }) => pattern ?? '*')
      : NONE
    if (patterns.length > 0)
      return patterns.map((pattern) => {
        const fitting = foundUse(use, `${path}/**/${pattern}`)
        fitting.glob = true
        return unshown(fileEffect(fitting, this.context))
      })
    const folder = foundUse(use, path)
    folder.reach = 'tree'
    return [unshown(fileEffect(folder, this.context))]
  }

  #fitting(use: FileUse, searching: Searching): Held {
    const located = locateUse(use, this.context)
    if (!located.ok) return UNSEEN
    const { path, real } = located
    const names = path.split('/')
    const first = names.findIndex((name) => WILD.test(name))
    const rest = `/${names.slice(first).join('/')}`
    if (first < 0 || !real.endsWith(rest)) return UNSEEN
    const steps = names.slice(first).map((name) => stepOf(name, searching))
    // `.*` may stand for `..`, with everything below.
    if (use.reach === 'tree' && steps.some(mayRise)) return UNSEEN
    const head = { path: path.slice(0, -rest.length), real: real.slice(0, -rest.length) }
    return new Walk(use, this, searching).from(steps, head)
  }

  /** Undefined if there are too many, or nobody can tell. `isListed`: it was found as a folder, so it is one. */
  list(folder: string, isListed: boolean): readonly Entry[] | undefined {
    const known = this.#listed.get(folder)
    if (known !== undefined) this.#looks -= known.length + 1
    if (this.#looks < 0) return undefined
    if (this.#listed.has(folder)) return known
    const { fs } = this.context
    const place = folder === '' ? '/' : folder
    const isFree = this.#folders-- > 0
    const found = isFree ? fs.entriesIn?.(place, this.#entries) : undefined
    // A file, or nothing at all, holds nothing.
    const entries = found ?? (isFree && !isListed && fs.isThere?.(`${folder}/.`) === false ? NONE : undefined)
    this.#entries -= entries?.length ?? 0
    this.#listed.set(folder, entries)
    return entries
  }
}

/** The names of what lies in it follow after a slash. */
function bare(folder: string): string {
  return folder === '/' ? '' : folder
}
