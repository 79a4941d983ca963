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
  readonly #context: Surroundings
  readonly #listed = new Map<string, readonly Entry[]>()
  #folders = MOST_FOLDERS
  #entries = MOST_ENTRIES
  #links = MOST_LINKS

  constructor(context: Surroundings) {
    this.#context = context
  }

  /** What a use with a pattern, or of a program that follows links, does through links. */
  behind(use: FileUse, looking = AS_A_SHELL): readonly Linked[] {
    if (!WILD.test(use.text) && looking.follows === undefined) return NONE
    const found = new Map<string, Linked>()
    try {
      if (this.#follow(use, looking, found)) return [...found.values()]
    } catch {
      // A folder or link of which the disk does not tell where it leads.
    }
    const { type, text, of, span, certain } = use
    const why = `links may lead elsewhere, and there is more behind it than is looked at: ${text}`
    return [...found.values(), unknownEffect(why, [type], of, span, { certain })]
  }

  /** Whether everything was looked at. */
  #follow(use: FileUse, looking: Looking, found: Map<string, Linked>): boolean {
    const { follows, searched } = looking
    const names = follows ? [...use.text.replace(/(?<=[^/])\/+$/, '').split('/'), EVERYTHING] : use.text.split('/')
    const steps = names.map((name) => stepOf(name, searched === true))
    const first = steps.findIndex(({ readings }) => readings !== undefined)
    const head = names.slice(0, first).map((name) => `${name}/`)
    const top = this.#realOf(head.join(''), use)
    if (top === undefined) return true
    const places: Place[] = [{ text: head.join(''), real: top, at: first, isBelow: false }]
    const been = new Set<string>()
    for (const place of places) {
      const key = `${place.at} ${place.isBelow} ${place.real}`
      if (been.has(key)) continue
      been.add(key)
      if (!this.#enter(place, { steps, use, top, looking, places, found })) return false
    }
    return true
  }

  /** Takes the next step from a place: adds the links found there, and the places to which the steps lead. */
  #enter({ text, real, at, isBelow }: Place, { steps, use, top, looking, places, found }: Walk): boolean {
    const step = steps[at]
    if (step === undefined) return true
    const { name, readings, deep, hidden } = step
    const isLast = at === steps.length - 1
    const go = (to: string, where: string, next = at + 1, below = false) =>
      places.push({ text: to, real: where, at: next, isBelow: below })
    const rest = steps.slice(at + 1).map((one) => `/${one.name}`)
    /** Returns whether there were not too many. */
    const takeLink = (link: string, enters: boolean, stays: boolean): boolean => {
      const target = sameUse(use, text + link + rest.join(''))
      if (looking.follows) target.reach = 'tree'
      const located = locateUse(target, this.#context)
      const where = located.ok ? located.real : target.text
      // What lies in the folder that is walked through anyway is read already.
      if (looking.follows && !use.glob && `${where}/`.startsWith(`${top}/`)) return true
      if (!found.has(where)) {
        if (this.#links-- <= 0) return false
        found.set(where, fileEffect(target, this.#context))
      }
      if (!enters) return true
      const led = this.#realOf(`${text}${link}/`, use)
      if (led !== undefined) go(`${text}${link}/`, led, stays ? at : at + 1, stays)
      return true
    }
    if (readings === undefined) {
      if (name === '' || name === '.') go(`${text}${name}/`, real)
      else if (name === '..') go(`${text}../`, real.slice(0, Math.max(real.lastIndexOf('/'), 1)))
      else if (this.#context.fs.readlink(join(real, name)) !== undefined) return takeLink(name, !isLast, false)
      else if (!isLast) go(`${text}${name}/`, join(real, name))
      return true
    }
    const entries = this.#list(real)
    if (entries === undefined) return false
    if (deep !== undefined && !isLast) go(text, real)
    for (const entry of entries) {
      if (entry.kind === 'other' || (!hidden && entry.name.startsWith('.'))) continue
      if (deep === undefined && !mayStandFor(readings, foldCase(entry.name))) continue
      if (entry.name.includes(NO_NAME)) return false
      if (entry.kind === 'folder') {
        if (deep !== undefined && isSkipped(entry.name, isBelow, looking)) continue
        if (deep !== undefined) go(`${text}${entry.name}/`, join(real, entry.name), at, true)
        else if (!isLast) go(`${text}${entry.name}/`, join(real, entry.name))
        continue
      }
      if (deep === undefined || deep === 'through links') {
        if (!takeLink(entry.name, deep !== undefined || !isLast, deep !== undefined)) return false
      } else if (isLast || (deep === 'or one folder' && !isBelow)) {
        if (!takeLink(entry.name, !isLast, false)) return false
      }
    }
    return true
  }

  /** Undefined if there are too many, or nobody can tell. */
  #list(folder: string): readonly Entry[] | undefined {
    const known = this.#listed.get(folder)
    if (known !== undefined) return known
    const { fs } = this.#context
    if (this.#folders-- <= 0) return undefined
    const entries = fs.entriesIn?.(folder, this.#entries) ?? (fs.isThere?.(`${folder}/.`) === true ? undefined : NONE)
    if (entries === undefined) return undefined
    this.#entries -= entries.length
    this.#listed.set(folder, entries)
    return entries
  }

  /** Undefined if nobody can tell where it lies: then the use is not understood anyway. */
  #realOf(folder: string, use: FileUse): string | undefined {
    const located = locateUse(sameUse(use, folder === '' ? '.' : folder), this.#context)
    return located.ok ? located.real : undefined
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

interface Walk {
  readonly use: FileUse
  readonly looking: Looking
  readonly steps: readonly Step[]
  /** The folder before the first step, and those that were reached. */
  readonly top: string
  readonly places: Place[]
  /** By where they lead. */
  readonly found: Map<string, Linked>
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
