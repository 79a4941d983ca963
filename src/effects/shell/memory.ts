/**
 * Part of reading shell lines: readings made before. Agents repeat themselves, and reading is most of a decision.
 *
 * INVARIANT: a reading is given out again only where reading anew would come to the same: same text at the same place,
 * and a disk that gives to every question the answer it gave then. A memory serves one set of surroundings.
 */

import { copyEffect } from '../make.ts'
import type { Entry, FileSystem } from '../paths/file-system.ts'
import { NO_DISK } from '../paths/file-system.ts'
import type { ShellContext, ShellReading } from './context.ts'

/** Texts longer than this are rare, and each differs from the last. */
const LONGEST = 1000
const MOST_QUESTIONS = 64
/** In each of two generations. */
const MOST_TEXTS = 4096

type Read = (text: string, context: ShellContext) => ShellReading

interface Remembered {
  readonly cwd: string | null
  readonly tool: string
  readonly shell: string
  readonly fresh: boolean | undefined
  readonly mayBeZsh: boolean | undefined
  readonly typed: boolean | undefined
  readonly first: number
  readonly asked: Answers
  readonly reading: ShellReading
}

/** What the disk said: of a path where a link leads to, of one behind `?` whether it is there, of one behind `*` what lies in it. */
type Answers = ReadonlyMap<string, Answer>
type Answer = string | boolean | undefined

export class ShellMemory {
  readonly #met = new Met()
  #young = new Map<string, Remembered>()
  /** What was young before the young were too many: forgotten unless it is asked for. */
  #old = new Map<string, Remembered>()

  /** The reading of that text, remembered or made by `read`, which is given the disk to ask. Kept from the second time on. */
  recall(text: string, context: ShellContext, read: Read): ShellReading {
    const met = text.length <= LONGEST && this.#met.before(text)
    const known = met ? (this.#young.get(text) ?? this.#revive(text)) : undefined
    if (known !== undefined && isSame(known, context)) return known.reading
    const { around, cwd, tool, shell, fresh, mayBeZsh, typed, first } = context
    const disk = around.fs === NO_DISK ? undefined : new Witness(around.fs)
    const reading = read(text, disk === undefined ? context : { ...context, around: { ...around, fs: disk } })
    const asked = disk === undefined ? NOTHING : disk.told()
    if (!met || asked === undefined) return reading
    const kept = copied(reading)
    this.#keep(text, { cwd, tool, shell, fresh, mayBeZsh, typed, first, asked, reading: kept })
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
 * Which texts were read once: most are never seen again, and to look for them, or to keep their readings, would cost more than it saves. A
 * mark for each, in few bits: of two texts with the same mark the second is taken for one that was met, and is kept too soon.
 */
class Met {
  /** Two generations, as of the readings: what is asked for stays. */
  #young = new Uint32Array(MARKS / 32)
  #old = new Uint32Array(MARKS / 32)
  #count = 0

  /** Whether it was met before; from now on it was. */
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

/** A power of two, and so many that hardly two texts share one. */
const MARKS = 1 << 18
const MOST_MET = 4096

function markOf(text: string): number {
  let sum = text.length
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x0100_0193)
  return (sum ^ (sum >>> 16)) & (MARKS - 1)
}

/**
 * To be kept. V8 notes where objects are made that live long, and makes all that come from there in the old generation. Were the effects
 * themselves kept, those of every line would end up there, for a full collection to clear away: it halved the speed.
 */
function copied({ effects, dangers, names }: ShellReading): ShellReading {
  return { effects: effects.map(copyEffect), dangers, names }
}

const NOTHING: Answers = new Map()

function isSame(known: Remembered, context: ShellContext): boolean {
  const { cwd, tool, shell, fresh, mayBeZsh, typed, first, asked } = known
  if (cwd !== context.cwd || tool !== context.tool || shell !== context.shell || first !== context.first) return false
  if (fresh !== context.fresh || mayBeZsh !== context.mayBeZsh || typed !== context.typed) return false
  if (asked.size === 0) return true
  const { fs } = context.around
  try {
    for (const [question, answer] of asked) if (answerTo(question, fs) !== answer) return false
    return true
  } catch {
    return false
  }
}

/** No name holds it. */
const BETWEEN = '/'

function answerTo(question: string, fs: FileSystem): Answer {
  if (question.startsWith('?')) return fs.isThere?.(question.slice(1))
  return question.startsWith('*') ? fs.namesIn?.(question.slice(1))?.join(BETWEEN) : fs.readlink(question)
}

const NO_NAMES: readonly string[] = []

/** A disk that remembers what it was asked: the folders of a line are the same for most of its paths. */
class Witness implements FileSystem {
  readonly caseInsensitive: boolean
  readonly #disk: FileSystem
  readonly #asked = new Map<string, Answer>()
  #whole = true

  constructor(disk: FileSystem) {
    this.#disk = disk
    this.caseInsensitive = disk.caseInsensitive
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

  /** Asked in second readings only, which are not remembered. */
  entriesIn(path: string, most: number): readonly Entry[] | undefined {
    return this.#disk.entriesIn?.(path, most)
  }

  #ask(question: string): Answer {
    if (this.#asked.has(question)) return this.#asked.get(question)
    // Unless it answers, there is nothing to compare with.
    const whole = this.#whole
    this.#whole = false
    const answer = answerTo(question, this.#disk)
    this.#whole = whole && this.#asked.size < MOST_QUESTIONS
    if (this.#asked.size < MOST_QUESTIONS) this.#asked.set(question, answer)
    return answer
  }

  /** Undefined when that is not all it was asked. */
  told(): Answers | undefined {
    return this.#whole ? this.#asked : undefined
  }
}
