/**
 * Part of reading shell lines: which variables the line itself sets, and to what.
 *
 * INVARIANT: a variable has a known value only when the line sets it exactly once, to a text that is written there, and
 * runs nothing that could set variables behind our back.
 */

import { changesShell, changesVariables } from '../catalogue/environment.ts'
import { namesDeclared } from './assigns.ts'
import { bodyOf, countersOf } from './digits.ts'
import { type Fed, fedBy, namesRead } from './fed.ts'
import { type Printed, isPath, printedBy, together } from './printed.ts'
import { programOf } from './program.ts'
import { NO_VARIABLES } from './state.ts'
import type { Environment, Survey, Value } from './state.ts'
import type { Script, ShellWord, SimpleCommand } from './syntax/script.ts'
import { isPositional } from './word-kinds.ts'
import { resolveWord, resolveWords } from './words.ts'
import type { CommandWords } from './words.ts'

/** Looks over the whole line before any of it is read: a loop's body may run again after what follows it. */
export function surveyVariables(script: Script, followsFunctions: boolean): Survey {
  const blind = script.indirect || (script.functions.length > 0 && !followsFunctions)
  const printed = printedBy(script)
  if (!blind && setsNothing(script)) return printed.size === 0 ? NO_VARIABLES : { ...NO_VARIABLES, printed }
  const once = new Set<string>()
  const touched = new Set<string>()
  const note = (name: string) => {
    if (touched.has(name)) once.delete(name)
    else once.add(name)
    touched.add(name)
  }
  for (const { name } of script.loops) note(name)
  for (const command of script.commands) for (const { name } of command.assigns) note(name)
  for (const name of script.assigned) {
    note(name)
    once.delete(name)
  }
  const read = new Set<string>()
  const others: SimpleCommand[] = []
  for (const command of script.commands) {
    const names = namesRead(command) ?? namesDeclared(command)
    if (names === undefined) others.push(command)
    else for (const name of names) read.add(name)
  }
  for (const name of read) {
    touched.add(name)
    once.delete(name)
  }
  const unseen =
    others.some((command) => setsUnseen(command, once)) ||
    script.commands.some(hidesBuiltin) ||
    loopsOverBuiltin(script)
  return {
    once,
    touched,
    used: usedNames(script),
    blind: blind || unseen,
    nested: false,
    found: false,
    given: undefined,
    numbers: numbersOf(script, read, touched),
    counters: countersOf(script, read, once, printed),
    printed,
  }
}

function setsNothing({ loops, assigned, commands }: Script): boolean {
  if (loops.length > 0 || assigned.length > 0) return false
  for (const command of commands) if (command.assigns.length > 0 || setsUnseen(command, NO_VARIABLES.once)) return false
  return true
}

/**
 * Bash evaluates these values as expressions, and so runs what a subscript in one holds (`a[$(id)]`): harmless only where
 * the line itself sets them to numbers, everywhere it sets them.
 */
export function evaluatesUnknown(script: Script, source: string): boolean {
  const printed = printedBy(script)
  const told = script.commands.filter((command) => setsUnseen(command, NO_VARIABLES.once))
  const fed = told.length === 0 ? undefined : fedBy(script)
  return script.evaluated.some((name) => {
    if (name === '') return true
    if (name.startsWith('$')) return printed.get(Number(name.slice(1))) !== 'digits'
    const setters = told.filter((command) => maySet(command, name))
    if (setters.length === 0) return !isNumber(name, script, source, printed) && !isKeptByShell(name, script)
    return setters.length > 1 || !isFedNumber(name, fed?.get(name), source)
  })
}

/** Numbers that bash keeps itself, whatever its surroundings call so. Not `UID`, which it takes over from there. */
const KEPT_BY_SHELL = new Set(['RANDOM', 'SECONDS', 'LINENO'])

function isKeptByShell(name: string, script: Script): boolean {
  if (!KEPT_BY_SHELL.has(name) || namesSetAside(script).includes(name)) return false
  return !script.commands.some(
    (command) =>
      command.assigns.some((assign) => assign.name === name) ||
      (setsUnseen(command, NO_VARIABLES.once) && maySet(command, name)),
  )
}

/** Nowhere but in the loop that reads it, where all that it can read are numbers. */
function isFedNumber(name: string, fed: Fed | undefined, source: string): boolean {
  if (fed?.printed !== 'digits') return false
  const { span, feeds } = fed
  const text = source.slice(0, feeds.start) + ' '.repeat(feeds.end - feeds.start) + source.slice(feeds.end)
  const times = (part: string) => part.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0
  return times(text.slice(0, span.start)) === 1 && times(text.slice(span.end)) === 0
}

/** `read n`, `printf -v n`: by its name, or by one that only running it tells. */
function maySet({ words }: SimpleCommand, name: string): boolean {
  return words.some(({ dynamic, brace, glob, value }) => dynamic || brace || glob || nameIn(value) === name)
}

/** `n=5`, `n[0]`, `-vn` */
function nameIn(word: string): string | undefined {
  return /^(?:-[a-zA-Z])?([A-Za-z_]\w*?)(?:$|[[+=])/.exec(word)?.[1]
}

/** `i=0; while …; i=$((i+1))`: one number from the first assignment on, which must be made in any case. */
function numbersOf(script: Script, read: ReadonlySet<string>, names: ReadonlySet<string>): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>()
  for (const name of names) {
    const first = script.commands.find(({ assigns }) => assigns.some((assign) => assign.name === name))
    if (read.has(name) || first === undefined || first.scope !== 0 || first.conditional || first.words.length > 0)
      continue
    if (onlyCounted(name, script) && isNumber(name, script, '', NO_VARIABLES.printed)) numbers.set(name, first.span.end)
  }
  return numbers
}

/** Whatever sets it besides an assignment is arithmetic: `((i++))`. */
function onlyCounted(name: string, { assigned, counted }: Script): boolean {
  if (!assigned.includes(name)) return true
  const isIt = (one: string) => one === name
  return assigned.filter(isIt).length === counted.filter(isIt).length
}

function isNumber(name: string, script: Script, source: string, printed: ReadonlyMap<number, Printed>): boolean {
  let set = false
  for (const loop of script.loops) {
    if (loop.name !== name) continue
    if (loop.words?.every((word) => isDigits(word)) !== true) return false
    set = true
  }
  for (const { assigns } of script.commands) {
    for (const assign of assigns) {
      if (assign.name !== name) continue
      const { value } = assign
      const [part] = value?.parts.length === 1 ? value.parts : []
      const counts =
        part?.kind === 'arithmetic' ||
        (part?.kind === 'variable' && isKeptByShell(part.text, script)) ||
        (part !== undefined && printed.get(part.scope) === 'digits')
      if (value === undefined || assign.append || assign.array !== undefined || !(isDigits(value) || counts))
        return false
      set = true
    }
  }
  if (set || !script.assigned.includes(name)) return set
  // `for ((i=0; …`: the first thing the line does to it is to set it to a number.
  const first = new RegExp(`\\b${name}\\b\\s*(=\\s*\\d)?`).exec(source)
  return first?.[1] !== undefined
}

function isDigits(word: ShellWord): boolean {
  return !word.dynamic && /^-?\d+$/.test(word.value)
}

/** Names that the line sets other than by a plain assignment: loop variables, `${x:=v}`, arithmetic. */
export function namesSetAside(script: Script): readonly string[] {
  return [...script.loops.map(({ name }) => name), ...script.assigned]
}

const FEW = 32

/** A loop's variable is known in its body, and behind it unless the loop may not have run, or in a subshell. */
export function enterLoops(script: Script, environment: Environment, home: string): void {
  for (const loop of script.loops) {
    const body = loop.kind === 'for' ? bodyOf(loop, script.repeated) : undefined
    if (body === undefined || !environment.survey.once.has(loop.name)) continue
    if (environment.survey.found && (loop.words?.every(isEachFound) ?? true))
      environment.setPrinted(loop.name, 'found', body.start, body.end)
    if (loop.words === undefined) continue
    const printed =
      environment.survey.printed.size === 0 && !environment.survey.found
        ? undefined
        : together(loop.words.map((word) => printedWord(word, environment)))
    if (printed !== undefined && !isPath(printed)) environment.setPrinted(loop.name, printed, body.start, body.end)
    const words = resolveWords(loop.words, environment, home)
    const texts = listedIn(words)
    // Many numbers are known in kind already.
    if (texts === undefined || (texts.length > FEW && environment.survey.counters.has(loop.name))) continue
    const glob = words.resolved?.some(({ traits }) => traits.glob) === true
    // Where nothing fits a pattern, the loop may not run at all.
    const surely = !loop.conditional && loop.scope === 0 && texts.length > 0 && !glob
    environment.set(loop.name, { texts, glob, since: body.start, until: surely ? Infinity : body.end })
  }
}

/** All that the words may be; undefined where that cannot be listed. */
function listedIn({ argv, resolved }: CommandWords): readonly string[] | undefined {
  const texts: string[] = []
  for (const [at, word] of argv.entries()) {
    const alternatives = resolved?.[at]?.alternatives
    if (alternatives !== undefined) texts.push(...alternatives)
    else if (word === null) return undefined
    else texts.push(word)
  }
  return texts
}

/** A variable that a loop reads from a pipe. */
export function enterFed(script: Script, environment: Environment): void {
  for (const [name, { printed, span }] of fedBy(script)) environment.setPrinted(name, printed, span.start, span.end)
}

/** Enters a plain `name=text` command. */
export function enterAssigns(command: SimpleCommand, environment: Environment, home: string): void {
  if (command.words.length > 0 || command.conditional) return
  for (const assign of command.assigns) {
    if (!environment.survey.once.has(assign.name)) continue
    const value = textOf(assign, environment, home)
    if (value !== undefined) environment.set(assign.name, value)
    else if (!assign.append && assign.value !== undefined && assign.subscript === undefined) {
      const printed = printedWord(assign.value, environment)
      if (printed !== undefined) environment.setPrinted(assign.name, printed, assign.span.end)
    }
  }
}

/** What a word that is one substitution prints, or was given to the script. */
function printedWord({ parts }: ShellWord, { survey }: Environment): Printed | undefined {
  const [part] = parts
  if (part === undefined || parts.length > 1) return undefined
  return survey.found && isPositional(part) ? 'found' : survey.printed.get(part.scope)
}

/** `for f in "$@"`: whole names, blanks and all. */
function isEachFound({ parts, glob }: ShellWord): boolean {
  return parts.length === 1 && !glob && parts.every((part) => part.quoted && isPositional(part))
}

function textOf(assign: SimpleCommand['assigns'][number], environment: Environment, home: string): Value | undefined {
  if (assign.append || assign.array !== undefined || assign.subscript !== undefined) return undefined
  if (assign.value === undefined) return { texts: [''], glob: false, since: assign.span.end, until: Infinity }
  const { word } = resolveWord(assign.value, environment, home)
  return word === null ? undefined : { texts: [word], glob: false, since: assign.span.end, until: Infinity }
}

function usedNames(script: Script): ReadonlySet<string> {
  const names = new Set<string>(script.evaluated)
  for (const { words } of script.loops) for (const word of words ?? []) noteUsed(word, names)
  for (const { words, assigns } of script.commands) {
    for (const word of words) noteUsed(word, names)
    for (const { value } of assigns) if (value !== undefined) noteUsed(value, names)
  }
  return names
}

function noteUsed({ parts }: ShellWord, names: Set<string>): void {
  for (const { kind, text } of parts) if (kind === 'variable' || kind === 'parameter') names.add(text)
}

/** A builtin that sets variables, or a program whose name nobody knows: it might be one. */
function setsUnseen({ words }: SimpleCommand, once: ReadonlySet<string>): boolean {
  const name = words[0]
  if (name === undefined) return false
  if (name.dynamic)
    return !name.parts.every(
      (part) =>
        part.kind === 'text' ||
        (part.kind === 'variable' && (once.has(part.text) || part.text === 'HOME' || part.text === 'PWD')),
    )
  if (!programOf(name.value).sets) return false
  const first = words.length > 1 ? words[1] : undefined
  const argument = first === undefined ? '' : first.dynamic ? null : first.value
  return changesVariables(name.value, argument) || changesShell(name.value) === 'names'
}

/** `X=eval`: such a builtin may be called by a variable. */
function hidesBuiltin({ assigns }: SimpleCommand): boolean {
  return assigns.some(({ value }) => value !== undefined && changesVariables(value.value))
}

function loopsOverBuiltin({ loops }: Script): boolean {
  return loops.some(({ words }) => words?.some((word) => changesVariables(word.value)) === true)
}
