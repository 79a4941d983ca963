/**
 * Part of looking at what lies there: goes through the folders of one search or pattern, and keeps the files that matter.
 *
 * INVARIANT: what was not looked at is never taken for looked at. Of links, only those to folders are followed here:
 * `linked.ts` follows all of them, and looks at where they lead.
 */

import type { FileAccess, Held, Unknown } from '../../engine/effect.ts'
import { FindFilter } from '../catalogue/grammars/find-filter.ts'
import { chosenBy } from '../catalogue/grammars/git-pathspec.ts'
import { isBroughtBack, isTyped, mayEnter, mayOpen } from '../catalogue/searching.ts'
import type { Searching } from '../catalogue/searching.ts'
import { FileUse, fileEffect, locateUse } from '../file.ts'
import { unknownEffect } from '../make.ts'
import { Ignored } from '../paths/ignored.ts'
import { below, trackedAround } from '../paths/git-index.ts'
import { NO_NAME } from '../paths/file-system.ts'
import type { Entry } from '../paths/file-system.ts'
import { Fixtures } from './fixtures.ts'
import { foundUse, readOf, unshown } from './met.ts'
import type { Present } from './present.ts'
import { reaches } from './steps.ts'
import type { Step } from './steps.ts'

/** If more files than this are restricted, a person is asked about all of them at once. */
const MOST_MET = 200
const UNSEEN: Held = { files: [], isWhole: false }
const NONE: readonly never[] = []

interface Place {
  readonly path: string
  readonly real: string
}

/** A folder that was reached. A class, since there may be thousands, and V8 takes long to put together what is spread. */
class Reached {
  readonly path: string
  readonly real: string
  /** The step to take from there; beyond the last step, everything below counts. */
  readonly at: number
  /** Whether files in it may matter because of a name on the way to it. */
  readonly isLed: boolean
  /** It was found as a folder. */
  readonly isListed: boolean
  /** What is left out in it; undefined if nothing surely is. */
  readonly ignored: Ignored | undefined

  constructor({ path, real }: Place, at: number, isLed: boolean, isListed = false, ignored?: Ignored) {
    this.path = path
    this.real = real
    this.at = at
    this.isLed = isLed
    this.isListed = isListed
    this.ignored = ignored
  }
}

export class Walk {
  readonly #use: FileUse
  readonly #present: Present
  readonly #searching: Searching
  readonly #met: (FileAccess | Unknown)[] = []
  #waits = false
  #fixtures: Fixtures | undefined
  #steps: readonly Step[] = NONE
  /** Names that begin there may begin with a dash. */
  #start: string | undefined
  #filter: FindFilter | undefined
  /** The folder from which its tests count the names. */
  #top = ''

  constructor(use: FileUse, present: Present, searching: Searching) {
    this.#use = use
    this.#present = present
    this.#searching = searching
  }

  from(steps: readonly Step[], place: Place): Held {
    this.#steps = steps
    this.#fixtures = new Fixtures(place.real, this.#present.context.fs)
    const { tests } = this.#searching
    if (tests !== undefined) [this.#filter, this.#top] = [new FindFilter(tests), place.path]
    if (!this.#searching.searched && MAY_BE_DASH.test(this.#use.text)) this.#start = place.path
    const ignored = this.#searching.ignores ? Ignored.from(place.real, this.#present.context.fs) : undefined
    const reached = [new Reached(place, 0, this.#present.notable.mayLead(place), false, ignored)]
    // By links, and by some patterns, a folder may be reached more than once.
    const been = steps.length > 0 || this.#searching.follows === true ? new Set<string>() : undefined
    for (const one of reached) {
      const key = been && `${one.at} ${one.real}`
      if (key !== undefined && been?.has(key)) continue
      if (key !== undefined) been?.add(key)
      if (!this.#enter(one, reached)) return { files: this.#met, isWhole: false }
    }
    return { files: this.#met, isWhole: true, waits: this.#waits }
  }

  /** Only files that git tracks. What is tracked counts even if it is not there. */
  among(folder: Place, choice: NonNullable<Searching['tracked']>): Held {
    const tracked = trackedAround(folder.real, this.#present.context.fs)
    if (tracked === undefined) return UNSEEN
    const { top, names } = tracked
    // From a folder further down, the words say where files lie from there.
    const isHere = choice.below || folder.real === top
    const meant = isHere ? chosenBy(choice.words, below(folder.real, tracked), choice.paths) : names
    const { path, real } = isHere ? folder : { path: top, real: top }
    const mayMatter = this.#present.notable.below({ path, real })
    const isWhole = meant.every(
      (name) => !mayMatter(name) || this.#meet({ path: `${path}/${name}`, real: `${real}/${name}` }),
    )
    return { files: this.#met, isWhole }
  }

  /** Takes the next step from a folder; false if not everything in it could be looked at. */
  #enter(folder: Reached, reached: Reached[]): boolean {
    const entries = this.#present.list(folder.real, folder.isListed)
    if (entries === undefined) return false
    const { at } = folder
    const step = this.#steps[at]
    const isLast = at === this.#steps.length - 1
    // What fits is searched with all below it, hidden or not.
    const isWhole = isLast && this.#use.reach === 'tree'
    if (step?.deep && !isLast) reached.push(new Reached(folder, at + 1, folder.isLed, folder.isListed, folder.ignored))
    const { notable } = this.#present
    const ignored = folder.ignored?.in(folder.real, entries, this.#present.context.fs)
    const areAll = folder.isLed && notable.areAllIn(folder)
    const isStart = folder.path === this.#start
    const isStraight = folder.path === folder.real
    for (const { name, kind } of entries) {
      const mayMatter = areAll || notable.mayBe(name)
      // A name that nobody can read matters always.
      if (mayMatter && name.includes(NO_NAME)) return false
      if (kind === 'other' && !mayMatter && !(isStart && name.startsWith('-'))) continue
      const path = `${folder.path}/${name}`
      const place = { path, real: isStraight ? path : `${folder.real}/${name}` }
      if (step === undefined ? this.#isLeftOut(name, place.real, kind, ignored) : !reaches(step, name)) continue
      if (isStart && name.startsWith('-')) this.#meetOption(name)
      const isLed = folder.isLed || mayMatter
      if (kind === 'link') {
        if (this.#isFollowed(step, isLast)) reached.push(this.#behind(place))
      } else if (kind === 'folder' && (step === undefined || (step.deep && !isWhole))) {
        if (this.#mayEnter(name, place)) reached.push(new Reached(place, at, isLed, true, ignored))
      } else if (kind === 'folder' && (!isLast || isWhole)) {
        if (!isLast || this.#mayEnter(name, place)) reached.push(new Reached(place, at + 1, isLed, true))
      } else if (kind === 'folder' && this.#searching.filesOnly) continue
      else if ((mayMatter || kind === 'pipe') && (step === undefined ? mayOpen(name, this.#searching) : isLast)) {
        if (this.#filter?.mayPass(this.#namesTo(place), kind) === false) continue
        // A search leaves out what is no file.
        this.#waits ||= kind === 'pipe' && step !== undefined
        if (mayMatter && !this.#meet(place)) return false
      }
    }
    return true
  }

  /** Links to files are looked at elsewhere; one to a folder that is searched leads to all that is in it. */
  #isFollowed(step: Step | undefined, isLast: boolean): boolean {
    return step === undefined ? this.#searching.follows === true : isLast && this.#use.reach === 'tree'
  }

  #behind({ path }: Place): Reached {
    const located = locateUse(new FileUse('read', path, this.#use.of, this.#use.cwd), this.#present.context)
    if (!located.ok) throw new Error('nobody can tell where it leads')
    const place = { path, real: located.real }
    return new Reached(place, this.#steps.length, this.#present.notable.mayLead(place))
  }

  #isLeftOut(name: string, real: string, kind: Entry['kind'], ignored: Ignored | undefined): boolean {
    const { visible, typed } = this.#searching
    const isAsked = kind !== 'folder' && typed !== undefined && isTyped(name, typed)
    const isHidden = visible === true && name.startsWith('.') && !isAsked
    const said = ignored?.says(real, kind === 'folder')
    if (said === 'lets in' || (!isHidden && said !== 'leaves out')) return false
    return !isBroughtBack(name, this.#searching)
  }

  /** What packages bring along holds nobody's secrets, and is much to look at, unless some rule may be about it. */
  #mayEnter(name: string, { path }: Place): boolean {
    if (!mayEnter(name, this.#searching) || this.#filter?.mayEnter(this.#namesTo({ path })) === false) return false
    if (name !== PACKAGES) return true
    const whole = foundUse(this.#use, path)
    whole.reach = 'tree'
    return this.#isRestricted(fileEffect(whole, this.#present.context))
  }

  #namesTo({ path }: Pick<Place, 'path'>): readonly string[] {
    return path.slice(this.#top.length + 1).split('/')
  }

  /** Adds the file if it matters; false if there are too many. */
  #meet({ path, real }: Place): boolean {
    const isSecret =
      this.#searching.shown && !this.#isBrought(real) && this.#isSecret(path, real) && !this.#isFixture(real)
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

  /** The same for tests; a pattern of the shell names what it stands for. */
  #isFixture(real: string): boolean {
    const isSearch = this.#steps.length === 0 || this.#use.reach === 'tree' || this.#searching.searched === true
    return isSearch && this.#fixtures?.holds(real) === true
  }

  /** A search comes by it among packages. */
  #isBrought(real: string): boolean {
    return (this.#steps.length === 0 || this.#use.reach === 'tree') && real.includes(`/${PACKAGES}/`)
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
