/**
 * Part of reading shell lines: what is known, at each command, of the working directory and of variables.
 *
 * Every environment of the script (subshell, pipe stage, substitution) starts as a copy of the one around it and keeps
 * its changes to itself.
 */

import type { Printed } from './printed.ts'
import type { Script, SimpleCommand } from './syntax/script.ts'

/** The texts a variable may hold at this point; a glob text stands for the names it will match. */
export interface Value {
  readonly texts: readonly string[]
  readonly glob: boolean
  /** Offset in the source from which on it holds. */
  readonly since: number
}

/** What the line does to variables, over its whole length. */
export interface Survey {
  /** Set in exactly one place. */
  readonly once: ReadonlySet<string>
  readonly touched: ReadonlySet<string>
  /** Used by the line itself. */
  readonly used: ReadonlySet<string>
  /** Something in the line may set any variable at all. */
  readonly blind: boolean
  /** A script inside another command (`X=a sh -c …`): what it does not set itself, the line around it may have set. */
  readonly nested: boolean
  /** Set to numbers wherever the line sets them, and from where on. */
  readonly numbers: ReadonlyMap<string, number>
  /** By scope, substitutions that print something known in kind. */
  readonly printed: ReadonlyMap<number, Printed>
}

/** Of a line that sets none. */
export const NO_VARIABLES: Survey = {
  once: new Set(),
  touched: new Set(),
  used: new Set(),
  blind: false,
  nested: false,
  numbers: new Map(),
  printed: new Map(),
}

/** Every folder the command may run in; null once nobody can tell. */
export type Folders = readonly string[] | null

const MOST_FOLDERS = 4

export class Environment {
  /** Where commands run, whatever happened before. */
  folders: Folders
  /** Where they run as long as only `&&` follows a `cd`: it must have worked. */
  #chained: Folders | undefined
  /** Undefined as long as none is known. */
  #variables: Map<string, Value> | undefined
  /** Variables that hold what a substitution printed, known in kind. */
  #printed: Map<string, { readonly printed: Printed; readonly since: number }> | undefined
  readonly survey: Survey
  /** A `cd` came before: programs that obey files of their folder are no longer in the one the call named. */
  moved: boolean

  /** Where the whole line starts. */
  readonly #start: string | undefined

  constructor(folders: Folders, survey: Survey, variables?: Map<string, Value>, moved = false, start = folders?.[0]) {
    this.folders = folders
    this.#start = start
    this.survey = survey
    this.#variables = variables
    this.moved = moved
  }

  valueOf(name: string): Value | undefined {
    return this.#variables?.get(name)
  }

  /** What the variable holds there, known in kind only. */
  printedIn(name: string, at: number): Printed | undefined {
    const known = this.#printed?.get(name)
    return known !== undefined && known.since <= at ? known.printed : undefined
  }

  setPrinted(name: string, printed: Printed, since: number): void {
    this.#printed ??= new Map()
    this.#printed.set(name, { printed, since })
  }

  set(name: string, value: Value): void {
    this.#variables ??= new Map()
    this.#variables.set(name, value)
  }

  /** To be called for each command in order; returns the folders it may run in. */
  enter(command: SimpleCommand): Folders {
    if (command.connector !== '&&') this.#chained = undefined
    return this.#chained === undefined ? this.folders : this.#chained
  }

  /** A `cd` to one of these folders; it may have failed, or not have run at all. */
  move(to: Folders): void {
    const from = this.#chained ?? this.folders
    this.moved ||= to === null || to.some((folder) => folder !== this.#start)
    this.#chained = to
    this.folders = to === null || from === null ? null : capped([...new Set([...to, ...from])])
  }

  copyFor(command: SimpleCommand): Environment {
    const folders = command.connector === '&&' && this.#chained !== undefined ? this.#chained : this.folders
    const variables = this.#variables && new Map(this.#variables)
    const copy = new Environment(folders, this.survey, variables, this.moved, this.#start)
    copy.#printed = this.#printed && new Map(this.#printed)
    return copy
  }
}

function capped(folders: readonly string[]): Folders {
  return folders.length > MOST_FOLDERS ? null : folders
}

/** The environments of a script, made as its scopes are entered. */
export class Environments {
  readonly #script: Script
  readonly #byScope: (Environment | undefined)[] = []

  constructor(script: Script, top: Environment) {
    this.#script = script
    this.#byScope[0] = top
  }

  of(command: SimpleCommand): Environment {
    return this.#open(command.scope, command)
  }

  #open(scope: number, command: SimpleCommand): Environment {
    const known = this.#byScope[scope]
    if (known !== undefined) return known
    const parent = this.#open(Math.max(0, this.#script.scopes[scope]?.parent ?? 0), command)
    const made = parent.copyFor(command)
    this.#byScope[scope] = made
    return made
  }
}
