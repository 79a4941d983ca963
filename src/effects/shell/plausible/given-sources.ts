/**
 * Part of reading shell lines: everything that the line gives to a variable, in any place and in any way. What follows
 * from it is in `given.ts`.
 */

import { isPrinter } from '../dangers/shown-secret.ts'
import type { Assign, Script, ShellWord, SimpleCommand } from '../syntax/script.ts'
import { printedText } from './said.ts'
import { spelledWord } from './spelled.ts'

/** A text, or words that are joined (`X=a; X+=b`). */
export type Source = string | readonly ShellWord[]

/** `$1`, `$@`: what `set`, a function or a script is called with. */
export const POSITIONAL = '@'
/** What these start is called with the words that they read. */
export const FED: ReadonlySet<string> = new Set(['xargs', 'gxargs', 'parallel'])
const TAKERS = new Set(['read', 'mapfile', 'readarray'])
const SHELLS = new Set(['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'busybox'])
const SET_ASIDE = /\$\{(\w+):?=["']?([^{}"']*)/g
const LONGEST = 8
const NONE: readonly never[] = []

/** For each `${x:=text}`, the name and the text. */
export function setAside(source: string): Iterable<RegExpExecArray> {
  return source.matchAll(SET_ASIDE)
}

/** By the name of the variable. */
export function sourcesIn(script: Script, source: string): ReadonlyMap<string, readonly Source[]> {
  const sources = new Sources(script, source)
  if (script.assigned.length > 0) for (const [, name = '', text = ''] of setAside(source)) sources.add(name, [text])
  for (const { name, words } of script.loops) sources.add(name, words === undefined ? NONE : each(words))
  for (const command of script.commands) sources.addCommand(command)
  return sources.whole()
}

class Sources {
  readonly #script: Script
  readonly #source: string
  readonly #byName = new Map<string, Source[]>()
  /** Variables that are set by reading, and every text that may be read. */
  readonly #takers: string[] = []
  readonly #inputs: Source[] = []

  constructor(script: Script, source: string) {
    this.#script = script
    this.#source = source
  }

  add(name: string, given: readonly Source[]): void {
    const known = this.#byName.get(name)
    if (known === undefined) this.#byName.set(name, [...given])
    else known.push(...given)
  }

  addCommand(command: SimpleCommand): void {
    const { words, assigns, redirects, compound } = command
    for (const assign of assigns) this.#addAssign(assign)
    for (const { assign } of words) if (assign !== undefined) this.#addAssign(assign)
    const program = words[0]?.value ?? ''
    this.#addWords(program, command)
    if (!compound && !TAKERS.has(program) && !FED.has(program)) return
    for (const { body, op, target } of redirects)
      this.#inputs.push(...read((body ?? (op === '<<<' ? target : undefined))?.value ?? ''))
  }

  /** Call this when everything has been added. */
  whole(): ReadonlyMap<string, readonly Source[]> {
    for (const name of this.#takers) this.add(name, this.#inputs)
    // `for d; do` goes over the positional parameters.
    for (const { name, words } of this.#script.loops)
      if (words === undefined) this.add(name, this.#byName.get(POSITIONAL) ?? NONE)
    return this.#byName
  }

  #addAssign({ name, value, array, append }: Assign): void {
    const before = append ? this.#byName.get(name)?.at(-1) : undefined
    const begun = typeof before === 'object' && before.length < LONGEST ? before : NONE
    this.add(name, array === undefined ? (value === undefined ? NONE : [[...begun, value]]) : each(array))
    if (array !== undefined && array.length > 1 && !array.some(({ dynamic }) => dynamic))
      this.add(`${name}[@]`, [array.map((word) => word.value).join(' ')])
  }

  /** Adds what a command's words mean for other commands. */
  #addWords(program: string, command: SimpleCommand): void {
    const rest = command.words.slice(1)
    if (FED.has(program)) this.#takers.push(POSITIONAL)
    else if (TAKERS.has(program)) this.#takers.push(...rest.map(({ value }) => value))
    else if (program === 'printf' && rest[0]?.value === '-v') {
      const name = rest[1]?.value.replace(/\[.*\]$/, '') ?? ''
      this.add(name, [...each(rest.slice(2)), ...filledBy(rest.slice(2), this.#source)])
    } else if (this.#isCalledWith(program)) this.add(POSITIONAL, [...each(rest), ...together(rest)])
    else if (isPrinter(program) && this.#isPassedOn(command)) this.#inputs.push(...each(rest))
  }

  #isCalledWith(program: string): boolean {
    return program === 'set' || SHELLS.has(program) || this.#script.functions.some(({ name }) => name === program)
  }

  /** Whether another command reads what this one prints. */
  #isPassedOn({ pipeline, stage, scope }: SimpleCommand): boolean {
    const { stages, scopes } = this.#script
    return stage < (stages[pipeline] ?? 1) - 1 || scopes[scope]?.kind === 'process'
  }
}

function each(words: readonly ShellWord[]): readonly Source[] {
  return words.map((word) => [word])
}

/** What a reader gets from a text: its words, or its lines. */
function read(text: string): readonly string[] {
  return text === '' ? NONE : [...text.split(/\s+/), ...text.split('\n')]
}

/** For `set -- rm x; "$@"` and `sh -c '"$@"' _ rm x`: all of the words, or those left after the first ones. */
function together(words: readonly ShellWord[]): readonly string[] {
  const texts = words.map(({ dynamic, value }) => (dynamic ? null : value))
  const from = texts.lastIndexOf(null) + 1
  return texts.slice(from, from + LONGEST).flatMap((_, at) => {
    const left = texts.slice(from + at)
    return left.length > 1 ? [left.join(' ')] : []
  })
}

/** What `printf -v` makes of its words; unknown parts stay as they are written. */
function filledBy(words: readonly ShellWord[], source: string): readonly string[] {
  const text = printedText(['printf', ...words.map((word) => (word.dynamic ? spelledWord(word, source) : word.value))])
  return text === undefined ? NONE : [text]
}
