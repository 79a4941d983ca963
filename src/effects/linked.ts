/**
 * Part of reading calls: the links among the names that a pattern stands for, and those that a program follows below a
 * folder. Each counts as if the call had named it.
 *
 * INVARIANT: no such link is left out. If a folder cannot be listed, or there is more than is looked at, that is an
 * unknown effect.
 */

import type { FileAccess, Unknown } from '../engine/effect.ts'
import { foldCase } from '../engine/match/fold.ts'
import { WILD } from '../engine/match/segment.ts'
import { mayStandFor, readShellSegment } from '../engine/match/shell-segment.ts'
import type { Segment } from '../engine/match/segment.ts'
import type { Surroundings } from './context.ts'
import { FileUse, fileEffect, locateUse } from './file.ts'
import { unknownEffect } from './make.ts'
import { NO_NAME } from './paths/file-system.ts'
import type { Entry } from './paths/file-system.ts'

/** Looking through this many takes some tenths of a second; if there are more, a person is asked. */
const MOST_FOLDERS = 4000
const MOST_ENTRIES = 60_000
const MOST_LINKS = 1000

type Linked = FileAccess | Unknown
const NONE: readonly never[] = []

/** Who looks for the names, and where. */
export interface Looking {
  /** A search does: it enters hidden folders, but none that is a link. */
  readonly searched?: true
  /** A program does that goes through the links it finds below the folder. */
  readonly follows?: true
  /** Names of folders that it does not enter; with `./` in front, only at the start. */
  readonly skips?: readonly string[]
}

const AS_A_SHELL: Looking = {}

/** One for a whole call: all of its words share what may be looked at. */
export class Links {
  readonly context: Surroundings
  readonly #listed = new Map<string, readonly Entry[]>()
  #folders = MOST_FOLDERS
  #entries = MOST_ENTRIES
  #links = MOST_LINKS

  constructor(context: Surroundings) {
    this.context = context
  }

  /** What a use with a pattern, or of a program that follows links, does through links. */
  behind(use: FileUse, looking = AS_A_SHELL): readonly Linked[] {
    if (!WILD.test(use.text) && looking.follows === undefined) return NONE
    const walk = new Walk(use, looking, this)
    try {
      if (walk.isWhole()) return [...walk.found.values()]
    } catch {
      // A folder or link of which the disk does not tell where it leads.
    }
    const { type, text, of, span, certain } = use
    const why = `links may lead elsewhere, and there is more behind it than is looked at: ${text}`
    return [...walk.found.values(), unknownEffect(why, [type], of, span, { certain })]
  }

  /** Undefined if there are too many, or nobody can tell. */
  list(folder: string): readonly Entry[] | undefined {
    const known = this.#listed.get(folder)
    if (known !== undefined) return known
    const { fs } = this.context
    if (this.#folders-- <= 0) return undefined
    const entries = fs.entriesIn?.(folder, this.#entries) ?? (fs.isThere?.(`${folder}/.`) === true ? undefined : NONE)
    if (entries === undefined) return undefined
    this.#entries -= entries.length
    this.#listed.set(folder, entries)
    return entries
  }

  /** What the use does where a link leads; undefined if there are too many. */
  through(target: FileUse): Linked | undefined {
    return this.#links-- <= 0 ? undefined : fileEffect(target, this.context)
  }
}

/** A folder that was reached, and the step to take from there. */
interface Place {
  /** As it is spelled, with a slash at its end; empty for the folder in which the call runs. */
  readonly text: string
  readonly real: string
  readonly at: number
  /** Reached by a step that stays at any depth. */
  readonly isBelow: boolean
}

/** Goes through the folders that the names of one use lead to. */
class Walk {
  /** By where they lead. */
  readonly found = new Map<string, Linked>()
  readonly #use: FileUse
  readonly #looking: Looking
  readonly #links: Links
  readonly #steps: readonly Step[]
  /** The folder before the first pattern. */
  readonly #head: string
  #top = ''
  readonly #places: Place[] = []

  constructor(use: FileUse, looking: Looking, links: Links) {
    const { follows, searched } = looking
    const names = follows ? [...use.text.replace(/(?<=[^/])\/+$/, '').split('/'), EVERYTHING] : use.text.split('/')
    this.#use = use
    this.#looking = looking
    this.#links = links
    this.#steps = names.map((name) => stepOf(name, searched === true))
    this.#head = names
      .slice(0, this.#first)
      .map((name) => `${name}/`)
      .join('')
  }

  /** Whether everything was looked at. */
  isWhole(): boolean {
    const top = this.#realOf(this.#head)
    if (top === undefined) return true
    this.#top = top
    this.#places.push({ text: this.#head, real: top, at: this.#first, isBelow: false })
    const been = new Map<number, Set<string>>()
    for (const place of this.#places) {
      const { real, at, isBelow } = place
      const step = 2 * at + (isBelow ? 1 : 0)
      const reached = been.get(step) ?? new Set()
      if (reached.has(real)) continue
      been.set(step, reached.add(real))
      if (!this.#enter(place)) return false
    }
    return true
  }

  get #first(): number {
    return this.#steps.findIndex(({ readings }) => readings !== undefined)
  }

  /** Takes the next step from a place: adds the links found there, and the places to which the steps lead. */
  #enter(place: Place): boolean {
    const step = this.#steps[place.at]
    if (step === undefined) return true
    return step.readings === undefined ? this.#enterNamed(place, step.name) : this.#enterAll(place, step, step.readings)
  }

  #enterNamed({ text, real, at }: Place, name: string): boolean {
    const go = (where: string) => this.#go(`${text}${name}/`, where, at + 1)
    if (name === '' || name === '.') return go(real)
    if (name === '..') return go(real.slice(0, Math.max(real.lastIndexOf('/'), 1)))
    const isLink = this.#links.context.fs.readlink(join(real, name)) !== undefined
    if (isLink) return this.#take(text, name, at, this.#isLast(at) ? undefined : at + 1)
    return this.#isLast(at) || go(join(real, name))
  }

  /** Every name that the pattern may stand for. */
  #enterAll({ text, real, at, isBelow }: Place, { deep, hidden }: Step, readings: readonly Segment[]): boolean {
    const entries = this.#links.list(real)
    if (entries === undefined) return false
    const next = this.#isLast(at) ? undefined : at + 1
    if (deep !== undefined && next !== undefined) this.#go(text, real, next)
    for (const { name, kind } of entries) {
      if (kind === 'other' || (!hidden && name.startsWith('.'))) continue
      if (deep === undefined && !mayStandFor(readings, foldCase(name))) continue
      if (name.includes(NO_NAME)) return false
      if (kind === 'folder') {
        if (deep !== undefined && isSkipped(name, isBelow, this.#looking)) continue
        const to = deep === undefined ? next : at
        if (to !== undefined) this.#go(`${text}${name}/`, join(real, name), to, deep !== undefined)
      } else if (deep === 'through links') {
        if (!this.#take(text, name, at, at, true)) return false
      } else if (deep === undefined || next === undefined || (deep === 'or one folder' && !isBelow)) {
        if (!this.#take(text, name, at, next)) return false
      }
    }
    return true
  }

  /** Adds a link, and what lies behind it if a step leads on from there; returns whether there were not too many. */
  #take(text: string, link: string, at: number, next: number | undefined, isBelow = false): boolean {
    const { follows } = this.#looking
    const rest = this.#steps.slice(at + 1).map(({ name }) => `/${name}`)
    const target = sameUse(this.#use, text + link + rest.join(''))
    if (follows) target.reach = 'tree'
    const located = locateUse(target, this.#links.context)
    const where = located.ok ? located.real : target.text
    // What lies in the folder that is walked through anyway is read already.
    if (follows && !this.#use.glob && `${where}/`.startsWith(`${this.#top}/`)) return true
    if (!this.found.has(where)) {
      const effect = this.#links.through(target)
      if (effect === undefined) return false
      this.found.set(where, effect)
    }
    const led = next === undefined ? undefined : this.#realOf(`${text}${link}/`)
    return led === undefined || next === undefined || this.#go(`${text}${link}/`, led, next, isBelow)
  }

  #go(text: string, real: string, at: number, isBelow = false): true {
    this.#places.push({ text, real, at, isBelow })
    return true
  }

  #isLast(at: number): boolean {
    return at === this.#steps.length - 1
  }

  /** Undefined if nobody can tell where it lies: then the use is not understood anyway. */
  #realOf(folder: string): string | undefined {
    const located = locateUse(sameUse(this.#use, folder === '' ? '.' : folder), this.#links.context)
    return located.ok ? located.real : undefined
  }
}

interface Step {
  readonly name: string
  /** Undefined for a name that stands for itself. */
  readonly readings: readonly Segment[] | undefined
  /**
   * For folders at any depth: whether links to folders are entered. Without an option that shells lack at first, `**` is
   * a mere `*`, and then links are entered that stand right there.
   */
  readonly deep: 'through links' | 'past links' | 'or one folder' | undefined
  readonly hidden: boolean
}

const EVERYTHING = '/***'
const ANYTHING = readShellSegment('*')

function stepOf(name: string, searched: boolean): Step {
  if (name === EVERYTHING) return { name: '', readings: ANYTHING, deep: 'through links', hidden: true }
  if (!WILD.test(name)) return { name, readings: undefined, deep: undefined, hidden: searched }
  // In zsh, `***` goes through links.
  const deep = name === '***' ? 'through links' : name !== '**' ? undefined : searched ? 'past links' : 'or one folder'
  // It is not known whether a backslash was quoted.
  const readings = name.includes('\\') ? ANYTHING : readShellSegment(foldCase(name))
  return { name, readings, deep, hidden: searched || name.startsWith('.') }
}

function isSkipped(name: string, isBelow: boolean, { skips }: Looking): boolean {
  return skips !== undefined && (skips.includes(name) || (!isBelow && skips.includes(`./${name}`)))
}

function sameUse(use: FileUse, text: string): FileUse {
  const same = new FileUse(use.type, text, use.of, use.cwd, use.span)
  same.certain = use.certain
  same.supposed = use.supposed
  same.how = use.how
  same.reach = use.reach
  same.glob = WILD.test(text)
  same.mayWrite = use.mayWrite
  same.tilde = use.tilde
  return same
}

function join(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`
}
