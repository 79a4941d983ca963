/**
 * Part of reading calls: the files that lie there now, below a folder that is searched, or under the names that a pattern
 * stands for. Each that a rule restricts, or that holds secrets, counts as if the call might read it; if all were looked at,
 * the pattern says no more than that.
 *
 * INVARIANT: what was not looked at is never taken for looked at. Of links, only those to folders are followed here:
 * `linked.ts` follows all of them, and looks at where they lead.
 */

import type { FileAccess, Held, Unknown } from '../engine/effect.ts'
import { foldCase } from '../engine/match/fold.ts'
import { WILD } from '../engine/match/segment.ts'
import type { Segment } from '../engine/match/segment.ts'
import { mayStandFor, readShellSegment } from '../engine/match/shell-segment.ts'
import { chosenBy } from './catalogue/grammars/git-pathspec.ts'
import { isBroughtBack, mayEnter, mayOpen } from './catalogue/searching.ts'
import type { Searching } from './catalogue/searching.ts'
import type { Surroundings } from './context.ts'
import { FileUse, fileEffect, locateUse } from './file.ts'
import { changed, unknownEffect } from './make.ts'
import { Ignored } from './paths/ignored.ts'
import { below, trackedAround } from './paths/git-index.ts'
import { NO_NAME } from './paths/file-system.ts'
import type { Entry } from './paths/file-system.ts'

/** Looking through this many takes some tenths of a second. */
const MOST_FOLDERS = 5000
const MOST_ENTRIES = 60_000
/** All that may be compared for one call, whose searches may go through the same folders again and again. */
const MOST_LOOKS = 200_000
/** If more files than this are restricted, a person is asked about all of them at once. */
const MOST_MET = 200

const NONE: readonly never[] = []
const UNSEEN: Held = { files: NONE, isWhole: false }

/** One for a whole call: all of its words share what may be looked at. */
export class Present {
  readonly context: Surroundings
  /** The tool that reads them: some rules are about one tool only. */
  readonly tool: string
  readonly #listed = new Map<string, readonly Entry[] | undefined>()
  readonly #known = new Map<string, Held>()
  #folders = MOST_FOLDERS
  #entries = MOST_ENTRIES
  #looks = MOST_LOOKS

  constructor(context: Surroundings, tool: string) {
    this.context = context
    this.tool = tool
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
    const walk = new Walk(use, this, searching)
    const { tracked } = searching
    const held = tracked === undefined ? walk.from([], located) : walk.among(located, tracked)
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

  /** Undefined if there are too many, or nobody can tell. */
  list(folder: string): readonly Entry[] | undefined {
    const known = this.#listed.get(folder)
    if (known !== undefined) this.#looks -= known.length + 1
    if (this.#looks < 0) return undefined
    if (this.#listed.has(folder)) return known
    const { fs } = this.context
    const place = folder === '' ? '/' : folder
    const isFree = this.#folders-- > 0
    const found = isFree ? fs.entriesIn?.(place, this.#entries) : undefined
    // A file, or nothing at all, holds nothing.
    const entries = found ?? (isFree && fs.isThere?.(`${folder}/.`) === false ? NONE : undefined)
    this.#entries -= entries?.length ?? 0
    this.#listed.set(folder, entries)
    return entries
  }
}

interface Place {
  readonly path: string
  readonly real: string
}

/** A folder that was reached, and the step to take from there; beyond the last step, everything below counts. */
interface Reached extends Place {
  readonly at: number
  /** What is left out in it; undefined if nothing surely is. */
  readonly ignored?: Ignored | undefined
}

interface Step {
  /** Folders at any depth. */
  readonly deep: boolean
  readonly readings: readonly Segment[]
  readonly hidden: boolean
}

function stepOf(name: string, { searched = false }: Searching): Step {
  const readings = readShellSegment(foldCase(name))
  return { deep: /^\*{2,}$/.test(name), readings, hidden: searched || name.startsWith('.') }
}

function reaches({ deep, readings, hidden }: Step, name: string): boolean {
  if (name.startsWith('.') && !hidden) return false
  return deep || mayStandFor(readings, foldCase(name))
}

function mayRise({ readings, hidden }: Step): boolean {
  return hidden && mayStandFor(readings, '..')
}

class Walk {
  readonly #use: FileUse
  readonly #present: Present
  readonly #searching: Searching
  readonly #met: (FileAccess | Unknown)[] = []
  #steps: readonly Step[] = NONE
  /** Names that begin there may begin with a dash. */
  #start: string | undefined
  /** The real path of the folder in which it begins. */
  #top = ''

  constructor(use: FileUse, present: Present, searching: Searching) {
    this.#use = use
    this.#present = present
    this.#searching = searching
  }

  from(steps: readonly Step[], place: Place): Held {
    this.#steps = steps
    this.#top = place.real
    if (!this.#searching.searched && MAY_BE_DASH.test(this.#use.text)) this.#start = place.path
    const ignored = this.#searching.ignores ? Ignored.from(place.real, this.#present.context.fs) : undefined
    const reached: Reached[] = [{ ...place, at: 0, ignored }]
    const been = new Set<string>()
    for (const one of reached) {
      const key = `${one.at} ${one.real}`
      if (been.has(key)) continue
      been.add(key)
      if (!this.#enter(one, reached)) return { files: this.#met, isWhole: false }
    }
    return { files: this.#met, isWhole: true }
  }

  /** Only files that git tracks. What is tracked counts even if it is not there. */
  among(folder: Place, choice: NonNullable<Searching['tracked']>): Held {
    const tracked = trackedAround(folder.real, this.#present.context.fs)
    if (tracked === undefined) return UNSEEN
    const { top, names } = tracked
    // From a folder further down, the words say where files lie from there.
    const isHere = choice.below || folder.real === top
    const meant = isHere ? chosenBy(choice.words, below(folder.real, tracked)) : names
    const { path, real } = isHere ? folder : { path: top, real: top }
    const isWhole = meant.every((name) => this.#meet({ path: `${path}/${name}`, real: `${real}/${name}` }))
    return { files: this.#met, isWhole }
  }

  /** Takes the next step from a folder; false if not everything in it could be looked at. */
  #enter(folder: Reached, reached: Reached[]): boolean {
    const entries = this.#present.list(folder.real)
    if (entries === undefined || entries.some(({ name }) => name.includes(NO_NAME))) return false
    const { at } = folder
    const step = this.#steps[at]
    const isLast = at === this.#steps.length - 1
    if (step?.deep && !isLast) reached.push({ ...folder, at: at + 1 })
    const ignored = folder.ignored?.in(folder.real, entries, this.#present.context.fs)
    for (const { name, kind } of entries) {
      const place = { path: `${folder.path}/${name}`, real: `${folder.real}/${name}` }
      if (step === undefined ? this.#isLeftOut(name, place.real, kind, ignored) : !reaches(step, name)) continue
      if (name.startsWith('-') && folder.path === this.#start) this.#meetOption(name)
      if (kind === 'link') {
        if (this.#isFollowed(step, isLast)) reached.push({ ...this.#behind(place), at: this.#steps.length })
      } else if (kind === 'folder' && (step === undefined || step.deep)) {
        if (this.#mayEnter(name, place)) reached.push({ ...place, at, ignored })
      } else if (kind === 'folder' && (!isLast || this.#use.reach === 'tree')) reached.push({ ...place, at: at + 1 })
      else if (kind === 'folder' && this.#searching.filesOnly) continue
      else if (step === undefined ? mayOpen(name, this.#searching) : isLast) {
        if (!this.#meet(place)) return false
      }
    }
    return true
  }

  /** Links to files are looked at elsewhere; one to a folder that is searched leads to all that is in it. */
  #isFollowed(step: Step | undefined, isLast: boolean): boolean {
    return step === undefined ? this.#searching.follows === true : isLast && this.#use.reach === 'tree'
  }

  #behind({ path }: Place): Place {
    const located = locateUse(new FileUse('read', path, this.#use.of, this.#use.cwd), this.#present.context)
    if (!located.ok) throw new Error('nobody can tell where it leads')
    return { path, real: located.real }
  }

  #isLeftOut(name: string, real: string, kind: Entry['kind'], ignored: Ignored | undefined): boolean {
    const isHidden = this.#searching.visible === true && name.startsWith('.')
    const said = ignored?.says(real, kind === 'folder')
    if (said === 'lets in' || (!isHidden && said !== 'leaves out')) return false
    return !isBroughtBack(name, this.#searching)
  }

  /** What packages bring along holds nobody's secrets, and is much to look at, unless some rule may be about it. */
  #mayEnter(name: string, { path }: Place): boolean {
    if (!mayEnter(name, this.#searching)) return false
    if (name !== PACKAGES) return true
    const whole = foundUse(this.#use, path)
    whole.reach = 'tree'
    return this.#isRestricted(fileEffect(whole, this.#present.context))
  }

  /** Adds the file if it matters; false if there are too many. */
  #meet({ path, real }: Place): boolean {
    const isSecret = this.#searching.shown && !this.#isBrought(real) && this.#isSecret(path, real)
    if (!isSecret && !this.#isRestricted(readOf(path, real))) return true
    if (this.#met.length < MOST_MET) {
      const effect = fileEffect(foundUse(this.#use, path), this.#present.context)
      this.#met.push(isSecret ? effect : unshown(effect))
      return true
    }
    const { of, span } = this.#use
    this.#met.push(unknownEffect(`more files than are looked at: ${this.#use.text}`, ['read'], of, span))
    return false
  }

  /** The shell puts the name there, and the program takes it for an option. */
  #meetOption(name: string): void {
    const { of, span } = this.#use
    const why = `a name that begins with a dash counts as an option: ${name}`
    this.#met.push(unknownEffect(why, ['read'], of, span, { harmless: true }))
  }

  /** A search comes by it among the packages below. */
  #isBrought(real: string): boolean {
    return this.#steps.length === 0 && real.slice(this.#top.length).includes(`/${PACKAGES}/`)
  }

  #isSecret(path: string, real: string): boolean {
    const { protectedPaths, root, home, fs } = this.#present.context
    return protectedPaths.secretRead(path, real, { root, home, caseInsensitive: fs.caseInsensitive }) !== undefined
  }

  #isRestricted(access: FileAccess | Unknown): boolean {
    const { context, tool } = this.#present
    return access.type !== 'unknown' && context.restricts?.(access, tool) === true
  }
}

const PACKAGES = 'node_modules'
const MAY_BE_DASH = /^[*?[]/

/** What a program does that reads the file. */
export function readOf(path: string, real: string): FileAccess {
  return { type: 'read', path, real, reach: 'exact', certain: true, harmless: true, of: 0 }
}

/** One of the files: whether the call reads it only shows when it runs. */
function foundUse({ of, cwd, span, certain }: FileUse, path: string): FileUse {
  const use = new FileUse('read', path, of, cwd, span)
  use.certain = certain
  use.found = true
  return use
}

/** Only rules may have something against it. */
function unshown(effect: FileAccess | Unknown): FileAccess | Unknown {
  return changed(effect, { finding: undefined, harmless: true })
}
