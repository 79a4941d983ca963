/**
 * Part of reading shell lines: what is known, at each command, about the working directory and about variables.
 *
 * Every environment of the script (subshell, pipe stage, substitution) starts as a copy of the one around it and keeps
 * its changes to itself.
 */

import type { Printed } from '../output/printed.ts'
import { isAt } from '../syntax/inside.ts'
import type { SimpleCommand } from '../syntax/script.ts'
import { areSilencing } from '../words/plain.ts'
import type { GivenWords, Survey, Value } from './survey.ts'

/** Every folder the command may run in; null once nobody can tell. */
export type Folders = readonly string[] | null

/** Each of them, for paths that are read from there. */
export function eachOf(folders: Folders): readonly (string | null)[] {
  return folders ?? SOMEWHERE
}

const SOMEWHERE = [null]

const MOST_FOLDERS = 6
/** How many folders one `cd` may lead to. */
const MOST_AT_ONCE = 40

export class Environment {
  /** Where commands run, whatever happened before. */
  folders: Folders
  /** Where they run as long as only `&&` follows a `cd`: it must have worked. */
  #chained: Folders | undefined
  /** That of the last command. */
  #chain = -1
  /** Where `cd -` leads to, as long as the last `cd` must have worked. */
  before: Folders | undefined
  /** That, where the last `cd` surely worked. */
  #surelyBefore: Folders | undefined
  /** Folders that `pushd` has left, for `popd`; null once it is not certain that it worked. */
  #left: { readonly from: Folders; readonly surely: boolean }[] | undefined
  /** The command that is read now. */
  #entered: SimpleCommand | undefined
  /** By it a loop is left, or come back from, each time. */
  isWay = false
  /** All such commands. */
  ways: readonly SimpleCommand[] = []
  /** Folders that were left for sure since the line began: where it is given up, the next one runs there. */
  #leftInLine: Set<string> | undefined
  /** Undefined as long as none is known. */
  #variables: Map<string, Value> | undefined
  /** Variables that hold what a substitution printed, known in kind. */
  #printed: Map<string, { readonly printed: Printed; readonly since: number; readonly until: number }> | undefined
  readonly survey: Survey
  /** A `cd` came before: programs that obey files of their folder are no longer in the one the call named. */
  moved: boolean
  /** What it is called with, as far as it is known by now. */
  given: GivenWords | undefined
  /** It may have led elsewhere, but only to the top of the repository that the line starts in. */
  atTop = false

  /** Where the whole line starts. */
  readonly #start: string | undefined
  /** The shell's own, no copy for a part that runs beside it or below it. */
  readonly isTop: boolean
  /** Around a part that zsh runs in the shell itself: where a `cd` leads there, the shell may go on. */
  #around: Environment | undefined

  constructor(
    folders: Folders,
    survey: Survey,
    variables?: Map<string, Value>,
    moved = false,
    start = folders?.[0],
    isTop = true,
  ) {
    this.folders = folders
    this.#start = start
    this.isTop = isTop
    this.survey = survey
    this.given = survey.given
    this.#variables = variables
    this.moved = moved
  }

  /** What the variable holds there. */
  valueAt(name: string, at: number): Value | undefined {
    const known = this.#variables?.get(name)
    return known !== undefined && known.since <= at && at < known.until ? known : undefined
  }

  /** The same, known in kind only. */
  printedIn(name: string, at: number): Printed | undefined {
    if (this.counts(name, at)) return 'digits'
    const known = this.#printed?.get(name)
    return known !== undefined && known.since <= at && at < known.until ? known.printed : undefined
  }

  /** It is a loop's own number there. */
  counts(name: string, at: number): boolean {
    const span = this.survey.counters.get(name)
    return span !== undefined && !this.survey.blind && isAt(at, span)
  }

  setPrinted(name: string, printed: Printed, since: number, until = Infinity): void {
    this.#printed ??= new Map()
    this.#printed.set(name, { printed, since, until })
  }

  set(name: string, value: Value): void {
    this.#variables ??= new Map()
    this.#variables.set(name, value)
  }

  forget(name: string): void {
    this.#variables?.delete(name)
  }

  /** A shell may give up a line where a pattern fits nothing, or what is fixed is set, and goes on with the next one. */
  beginLine(): void {
    const left = this.#leftInLine
    this.#leftInLine = undefined
    if (left === undefined) return
    this.#left = this.#left?.map(() => LEFT_MAYBE)
    this.mayBeIn([...left])
  }

  /** To be called for each command in order; returns the folders it may run in. */
  enter(command: SimpleCommand): Folders {
    if (!this.#follows(command)) {
      this.#chained = undefined
      this.before = this.#surelyBefore
      this.#left = this.#left?.map((one) => (one.surely ? one : LEFT_MAYBE))
    }
    this.#chain = command.chain
    this.isWay = this.ways.includes(command)
    this.#entered = command
    return this.#chained === undefined ? this.folders : this.#chained
  }

  /** A `cd` here moves the shell itself, so that a later line may meet it there. */
  get movesShell(): boolean {
    return this.isTop || this.#around !== undefined
  }

  /** The command that is read now is run in any case. */
  get isRun(): boolean {
    if (this.#entered === undefined) return false
    const { words, conditional, assigns, redirects } = this.#entered
    // To zsh, `command cd` is a program that is not there.
    const isBuiltin = words.every(({ value }) => value !== 'command')
    return isBuiltin && !conditional && assigns.length === 0 && areSilencing(redirects)
  }

  /** Everything since the last command that was not behind `&&` must have worked where this one runs. */
  #follows({ connector, chain }: SimpleCommand): boolean {
    return connector === '&&' && chain >= 0 && chain === this.#chain
  }

  /** Somebody is still where the last `cd` that surely worked has led from, if the line is given up before it. */
  stayBehind(): void {
    const from = this.#chained === undefined ? this.folders : this.#chained
    this.#leftInLine ??= new Set()
    for (const folder of from ?? []) this.#leftInLine.add(folder)
  }

  /** A `cd` to one of these folders; unless it surely works, it may have failed, or not have run at all. */
  move(to: Folders, surely = false, isTop = false): void {
    const from = this.#chained === undefined ? this.folders : this.#chained
    const atTop = isTop && (this.atTop || !this.moved)
    this.mayBeIn(to)
    this.atTop = atTop
    if (surely) {
      this.folders = to && capped(to, MOST_AT_ONCE)
      this.before = from
      this.#surelyBefore = from
      return
    }
    if (this.#chain < 0) return
    this.#chained = to && capped(to, MOST_AT_ONCE)
    this.before = from
  }

  /** Commands from here on may run in these folders, too: where a loop goes round, they were entered further down. */
  mayBeIn(others: Folders): void {
    const { folders } = this
    this.moved ||= others === null || others.some((folder) => folder !== this.#start)
    this.atTop = false
    this.#chained = undefined
    this.before = undefined
    this.#surelyBefore = undefined
    this.folders =
      others === null || folders === null
        ? null
        : capped([...new Set([...others, ...folders])], folders.length === 1 ? others.length + 1 : 0)
    if (this.#around === undefined) return
    this.#around.#left = this.#around.#left?.map(() => LEFT_MAYBE)
    this.#around.mayBeIn(others)
  }

  /** A `pushd` leaves these folders for those. Unless it surely works, nobody knows what a `popd` takes from now on. */
  remember(from: Folders, to: readonly string[], surely: boolean): void {
    if (!surely) this.#left = this.#left?.map(unsure)
    if (this.#isLeft(to)) this.mayPush(to)
    ;(this.#left ??= []).push({ from, surely: surely && !this.#isLeft(to) })
  }

  #isLeft(to: Folders): boolean {
    return to === null || this.#left?.some(({ from }) => from === null || from.some((one) => to.includes(one))) === true
  }

  /** With AUTO_PUSHD and PUSHD_IGNORE_DUPS, which many set, zsh also remembers folders that a `cd` leaves, each once: a `popd` may lead to any of them. */
  mayPush(to: Folders): void {
    if (this.#left === undefined || this.#left.length === 0) return
    const isTwice = this.#isLeft(to)
    const all = [this.#chained === undefined ? this.folders : this.#chained, ...this.#left.map(({ from }) => from)]
    const from = all.includes(null) ? null : capped([...new Set(all.flatMap((some) => some ?? []))])
    this.#left = this.#left.map(({ surely }) => ({ from, surely: surely && !isTwice && from !== null }))
  }

  /** A `popd`: harmless after a `pushd` of the line, since it leads to where the line has been, or fails. */
  back(plain: boolean, surely: boolean): boolean {
    const left = this.#left?.pop()
    if (!surely) this.#left = this.#left?.map(unsure)
    this.move(plain ? (left?.from ?? null) : null, surely && plain && left?.surely === true)
    return plain && left !== undefined
  }

  /** `stays`: zsh runs it in the shell itself. */
  copyFor(command: SimpleCommand, stays = false): Environment {
    const folders = this.#chained !== undefined && this.#follows(command) ? this.#chained : this.folders
    const variables = this.#variables && new Map(this.#variables)
    const copy = new Environment(folders, this.survey, variables, this.moved, this.#start, false)
    copy.atTop = this.atTop
    copy.given = this.given
    copy.#printed = this.#printed && new Map(this.#printed)
    copy.#left = this.#left?.map(() => LEFT_MAYBE)
    if (stays) copy.#around = this
    return copy
  }
}

const LEFT_MAYBE = { from: null, surely: false }

function unsure({ from }: { readonly from: Folders }): { readonly from: Folders; readonly surely: boolean } {
  return { from, surely: false }
}

/** Beyond a few, nobody can tell; those that one `cd` in a loop leads to from one folder may be more. */
export function capped(folders: readonly string[], most = 0): Folders {
  return folders.length > Math.max(MOST_FOLDERS, most) ? null : folders
}
