/**
 * Part of reading shell lines: remembers earlier readings. Agents repeat themselves, and reading is most of a decision.
 *
 * INVARIANT: a reading is used again only if reading anew would give the same result: same text at the same place, and
 * a disk that gives every answer it gave then. A memory serves one set of surroundings.
 */

import { copyEffect } from '../make.ts'
import type { FileSystem } from '../paths/file-system.ts'
import { NO_DISK } from '../paths/file-system.ts'
import type { ShellContext, ShellReading } from './context.ts'

/** Longer texts are rare, and each differs from the others. */
const LONGEST = 1000
const MOST_QUESTIONS = 64
/** The number of texts in each of the two generations. */
const MOST_TEXTS = 4096

type Read = (text: string, context: ShellContext) => ShellReading

interface Remembered {
  readonly cwd: string | null
  readonly tool: string
  readonly shell: string
  readonly fresh: boolean | undefined
  readonly comesBack: boolean | undefined
  readonly mayBeZsh: boolean | undefined
  readonly typed: boolean | undefined
  readonly first: number
  readonly asked: Answers
  readonly reading: ShellReading
}

/**
 * What the disk answered: for a path, where its link leads; for a path after `?`, whether it exists; for a path after
 * `*`, what it contains.
 */
type Answers = ReadonlyMap<string, Answer>
type Answer = string | boolean | undefined

export class ShellMemory {
  readonly #met = new Met()
  #young = new Map<string, Remembered>()
  /** The readings that were young before there were too many; they are forgotten unless they are asked for. */
  #old = new Map<string, Remembered>()

  /**
   * The reading of that text, remembered or made by `read`, which gets the disk to ask. It is kept from the second time
   * on.
   */
  recall(text: string, context: ShellContext, read: Read): ShellReading {
    const met = text.length <= LONGEST && this.#met.before(text)
    const known = met ? (this.#young.get(text) ?? this.#revive(text)) : undefined
    if (known !== undefined && isSame(known, context)) return known.reading
    const { around, cwd, tool, shell, fresh, comesBack, mayBeZsh, typed, first } = context
    const disk = around.fs === NO_DISK ? undefined : new Witness(around.fs)
    const reading = read(text, disk === undefined ? context : { ...context, around: { ...around, fs: disk } })
    const asked = disk === undefined ? NOTHING : disk.told()
    if (!met || asked === undefined) return reading
    const kept = copied(reading)
    this.#keep(text, { cwd, tool, shell, fresh, comesBack, mayBeZsh, typed, first, asked, reading: kept })
    return kept
  }

  #revive(text: string): Remembered | undefined {
    const known = this.#old.get(text)
    if (known !== undefined) this.#keep(text, known)
    return known
  }

  #keep(text: string, known: Remembered): void {
    if (this.#young.size >= MOST_TEXTS) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(text, known)
  }
}

/**
 * Remembers which texts were read once. Most texts never come again, and looking for them, or keeping their readings,
 * would cost more than it saves. Each text has a mark of few bits: if two texts share a mark, the second counts as met
 * before, and is kept too early.
 */
class Met {
  /** Two generations, as for the readings: what is asked for stays. */
  #young = new Uint32Array(MARKS / 32)
  #old = new Uint32Array(MARKS / 32)
  #count = 0

  /** Whether it was met before; from now on it counts as met. */
  before(text: string): boolean {
    const mark = markOf(text)
    const at = mark >>> 5
    const bit = 1 << (mark & 31)
    if (((this.#young[at] as number) & bit) !== 0) return true
    if (this.#count++ === MOST_MET) this.#age()
    this.#young[at] = (this.#young[at] as number) | bit
    return ((this.#old[at] as number) & bit) !== 0
  }

  #age(): void {
    const forgotten = this.#old
    this.#old = this.#young
    this.#young = forgotten.fill(0)
    this.#count = 1
  }
}

/** A power of two, and so large that two texts hardly ever share a mark. */
const MARKS = 1 << 18
const MOST_MET = 4096

function markOf(text: string): number {
  let sum = text.length
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x0100_0193)
  return (sum ^ (sum >>> 16)) & (MARKS - 1)
}

/**
 * A copy to be kept. V8 notes where objects are created that live long, and then creates all objects from there in the
 * old generation. If the effects themselves were kept, those of every line would end up there and need a full
 * collection, which halved the speed.
 */
function copied({ effects, dangers, names }: ShellReading): ShellReading {
  return { effects: effects.map(copyEffect), dangers, names }
}

const NOTHING: Answers = new Map()

function isSame(known: Remembered, context: ShellContext): boolean {
  const { cwd, tool, shell, fresh, comesBack, mayBeZsh, typed, first, asked } = known
  if (cwd !== context.cwd || tool !== context.tool || shell !== context.shell || first !== context.first) return false
  if (fresh !== context.fresh || comesBack !== context.comesBack) return false
  if (mayBeZsh !== context.mayBeZsh || typed !== context.typed) return false
  if (asked.size === 0) return true
  const { fs } = context.around
  try {
    for (const [question, answer] of asked) if (answerTo(question, fs) !== answer) return false
    return true
  } catch {
    return false
  }
}

/** A character that no name contains. */
const BETWEEN = '/'

function answerTo(question: string, fs: FileSystem): Answer {
  if (question.startsWith('?')) return fs.isThere?.(question.slice(1))
  return question.startsWith('*') ? fs.namesIn?.(question.slice(1))?.join(BETWEEN) : fs.readlink(question)
}

const NO_NAMES: readonly string[] = []

/** A disk that remembers what it was asked: most paths of a line go through the same folders. */
class Witness implements FileSystem {
  readonly caseInsensitive: boolean
  /** A reading that asks this is not remembered: comparing so many names would take as long as reading anew. */
  readonly entriesIn: FileSystem['entriesIn']
  readonly bytesOf: FileSystem['bytesOf']
  readonly isPipe: FileSystem['isPipe']
  readonly #disk: FileSystem
  readonly #asked = new Map<string, Answer>()
  #whole = true

  constructor(disk: FileSystem) {
    this.#disk = disk
    this.caseInsensitive = disk.caseInsensitive
    this.entriesIn =
      disk.entriesIn &&
      ((path, most) => {
        this.#whole = false
        return disk.entriesIn?.(path, most)
      })
    this.bytesOf =
      disk.bytesOf &&
      ((path, most) => {
        this.#whole = false
        return disk.bytesOf?.(path, most)
      })
    this.isPipe =
      disk.isPipe &&
      ((path) => {
        this.#whole = false
        return disk.isPipe?.(path) === true
      })
  }

  readlink(path: string): string | undefined {
    return this.#ask(path) as string | undefined
  }

  isThere(path: string): boolean | undefined {
    return this.#ask(`?${path}`) as boolean | undefined
  }

  namesIn(path: string): readonly string[] | undefined {
    const names = this.#ask(`*${path}`) as string | undefined
    return names === '' ? NO_NAMES : names?.split(BETWEEN)
  }

  #ask(question: string): Answer {
    if (this.#asked.has(question)) return this.#asked.get(question)
    // If asking throws, there is no answer to compare with later.
    const whole = this.#whole
    this.#whole = false
    const answer = answerTo(question, this.#disk)
    this.#whole = whole && this.#asked.size < MOST_QUESTIONS
    if (this.#asked.size < MOST_QUESTIONS) this.#asked.set(question, answer)
    return answer
  }

  /** Undefined if there were other questions besides these. */
  told(): Answers | undefined {
    return this.#whole ? this.#asked : undefined
  }
}
