/**
 * Part of reading shell lines: variables that hold numbers wherever the line sets them, and values that bash evaluates
 * as numbers.
 *
 * INVARIANT: a variable that anything in the line may set to something else holds no number.
 */

import { isCounted } from './digits.ts'
import { fedBy, namesSetBy } from '../output/fed.ts'
import type { Fed } from '../output/fed.ts'
import { printedBy } from '../output/printed.ts'
import type { Printed } from '../output/printed.ts'
import { isSetFirst } from './set-first.ts'
import { namesSetAside, SET_BY_SHELL, setsUnseen } from './setters.ts'
import { NO_VARIABLES } from './survey.ts'
import { isInside } from '../syntax/inside.ts'
import type { Script, ShellWord, SimpleCommand, Span } from '../syntax/script.ts'

/**
 * Bash evaluates these values as expressions, and so runs what a subscript in one holds (`a[$(id)]`): harmless only where
 * the line itself sets them to numbers, everywhere it sets them.
 */
export function evaluatesUnknown(script: Script, source: string): boolean {
  const told = script.commands.filter((command) => setsUnseen(command, NO_VARIABLES.once))
  const known = { script, source, printed: printedBy(script), told, fed: told.length === 0 ? NONE_FED : fedBy(script) }
  return script.evaluated.some((name) => {
    if (name === '') return true
    if (name.startsWith('$')) return known.printed.get(Number(name.slice(1))) !== 'digits'
    return !holdsNumber(name, known, []) && !isOwnKey(name, script, source, told)
  })
}

interface Known {
  readonly script: Script
  readonly source: string
  readonly printed: ReadonlyMap<number, Printed>
  /** The commands that set variables by their names. */
  readonly told: readonly SimpleCommand[]
  readonly fed: ReadonlyMap<string, Fed>
}

const NONE_FED: ReadonlyMap<string, Fed> = new Map()

/** `copies`: the variables that are set to its value. */
function holdsNumber(name: string, known: Known, copies: readonly string[]): boolean {
  const { script, source, printed, told, fed } = known
  const [setter, another] = told.filter((command) => maySet(command, name))
  if (setter !== undefined) return another === undefined && isFedNumber(name, fed.get(name), source)
  if (isKeptByShell(name, script)) return true
  const isCopy = (other: string) => !copies.includes(other) && holdsNumber(other, known, [...copies, name])
  return isNumber(name, script, source, printed, isCopy) && isSetFirst(name, script, source)
}

/**
 * For `for i in "${!a[@]}"; do echo "${a[$i]}"; done`: if a list has names for keys, bash uses them as they are; in any
 * other list, all keys are numbers. This holds as long as it is the same list, and its keys are used for nothing else.
 */
function isOwnKey(name: string, script: Script, source: string, told: readonly SimpleCommand[]): boolean {
  const [loop, another] = script.loops.filter((one) => one.name === name)
  const [word] = loop?.words?.length === 1 ? loop.words : []
  if (loop === undefined || word === undefined || another !== undefined || script.functions.length > 0) return false
  const list = KEYS.exec(source.slice(word.span.start, word.span.end))?.[1]
  const span = script.repeated.findLast((one) => isInside(word.span, one.span))?.span
  if (list === undefined || span === undefined) return false
  if (script.assigned.some((one) => one === name || one === list) || told.some((command) => maySet(command, name)))
    return false
  const around = source.slice(0, loop.span.start) + source.slice(span.end)
  const body = source.slice(word.span.end, span.end)
  if (mentions(name).test(around) || new RegExp(`(?<!\\$\\{#?)\\b${list}\\b`).test(body)) return false
  const isKey = (key: string) => key === `${list}[${name}`
  if (script.evaluated.filter((one) => one === name).length !== script.keys.filter(isKey).length) return false
  return script.commands
    .filter((command) => isInside(command.span, { start: word.span.end, end: span.end }))
    .every(
      (command) =>
        !command.assigns.some((assign) => assign.name === name || assign.name === list) &&
        !(told.includes(command) && maySet(command, list)),
    )
}

function mentions(name: string): RegExp {
  return new RegExp(`\\b${name}\\b`)
}

const KEYS = /^"?\$\{!([A-Za-z_]\w*)\[@\]\}"?$/

/** `$?`, `$#`, `$$`: each is one number. */
const OWN_COUNT = /^[?#$]$/

/**
 * Numbers that bash keeps itself, whatever the environment has under these names. Not `UID`, which bash takes over from
 * the environment; nobody gives a shell a `PIPESTATUS` unasked.
 */
const KEPT_BY_SHELL = new Set(['RANDOM', 'SECONDS', 'LINENO', 'PIPESTATUS'])

function isKeptByShell(name: string, script: Script): boolean {
  if (!KEPT_BY_SHELL.has(name) || namesSetAside(script).includes(name)) return false
  return !script.commands.some(
    (command) =>
      command.assigns.some((assign) => assign.name === name) ||
      (setsUnseen(command, NO_VARIABLES.once) && maySet(command, name)),
  )
}

/** Whether it is used only in the loop that reads it, where everything it can read is a number. */
function isFedNumber(name: string, fed: Fed | undefined, source: string): boolean {
  if (fed?.printed !== 'digits') return false
  const { span, feeds } = fed
  const text = source.slice(0, feeds.start) + ' '.repeat(feeds.end - feeds.start) + source.slice(feeds.end)
  const times = (part: string) => part.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0
  return times(text.slice(0, span.start)) === 1 && times(text.slice(span.end)) === 0
}

/**
 * For `read n` and `printf -v n`: whether it sets the variable, by its name or by one that is known only when it runs.
 */
function maySet(command: SimpleCommand, name: string): boolean {
  const { words } = command
  if (words[0]?.value === 'printf' && namesSetBy(command)?.includes(name) === false) return false
  return words.some(({ dynamic, brace, glob, value }) => dynamic || brace || glob || nameIn(value) === name)
}

/** `n=5`, `n[0]`, `-vn` */
function nameIn(word: string): string | undefined {
  return /^(?:-[a-zA-Z])?([A-Za-z_]\w*?)(?:$|[[+=])/.exec(word)?.[1]
}

/** Where what the command sets is no longer certain to be set; undefined if it never was certain. */
export function heldUntil({ conditional, block, scope }: SimpleCommand, { blocks }: Script): number | undefined {
  if (!conditional) return Infinity
  const around = blocks[block]
  return around?.scope === scope ? around.span.end : undefined
}

/** For `i=0; while …; i=$((i+1))`: one number from the first assignment on, which must be made in any case. */
export function numbersOf(
  script: Script,
  read: ReadonlySet<string>,
  names: ReadonlySet<string>,
): ReadonlyMap<string, Span> {
  const numbers = new Map<string, Span>()
  for (const name of names) {
    const first = script.commands.find(({ assigns }) => assigns.some((assign) => assign.name === name))
    if (read.has(name) || first === undefined || first.words.length > 0) continue
    const until = first.scope === 0 || first.conditional ? heldUntil(first, script) : undefined
    if (until === undefined) continue
    const isCopy = (other: string) => isKeptByShell(other, script)
    if (isNumber(name, script, '', NO_VARIABLES.printed, isCopy))
      numbers.set(name, { start: first.span.end, end: until })
  }
  return numbers
}

/** Whether everything else that sets it, besides assignments, sets it to a number: `((i++))`, `${i:=0}`. */
function onlyCounted(name: string, { assigned, counted }: Script): boolean {
  if (!assigned.includes(name)) return true
  const isIt = (one: string) => one === name
  return assigned.filter(isIt).length === counted.filter(isIt).length
}

/** `isCopy`: whether the variable whose value it gets holds a number. */
function isNumber(
  name: string,
  script: Script,
  source: string,
  printed: ReadonlyMap<number, Printed>,
  isCopy: (other: string) => boolean,
): boolean {
  if (SET_BY_SHELL.has(name) || !onlyCounted(name, script)) return false
  let set = false
  for (const loop of script.loops) {
    if (loop.name !== name) continue
    if (loop.words?.every((word) => isDigits(word)) !== true && !isCounted(loop, printed)) return false
    set = true
  }
  for (const { assigns } of script.commands) {
    for (const assign of assigns) {
      if (assign.name !== name) continue
      const { value } = assign
      const [part] = value?.parts.length === 1 ? value.parts : []
      const counts =
        part?.kind === 'arithmetic' ||
        (part?.kind === 'special' && OWN_COUNT.test(part.text)) ||
        (part?.kind === 'variable' && isCopy(part.text)) ||
        (value !== undefined && orNumber(value, name, source, isCopy)) ||
        (part !== undefined && printed.get(part.scope) === 'digits')
      if (value === undefined || assign.append || assign.array !== undefined || !(isDigits(value) || counts))
        return false
      set = true
    }
  }
  if (set || !script.assigned.includes(name)) return set
  // In `for ((i=0; …`, the first thing the line does with it is to set it to a number.
  const first = new RegExp(`\\b${name}\\b\\s*(=\\s*\\d)?`).exec(source)
  return first?.[1] !== undefined
}

/** For `n=${n:-0}`: the value it already has, or this number. */
function orNumber({ span }: ShellWord, name: string, source: string, isCopy: (other: string) => boolean): boolean {
  const other = NUMBER_FOR_NONE.exec(source.slice(span.start, span.end))?.[1]
  return other === name || (other !== undefined && isCopy(other))
}

const NUMBER_FOR_NONE = /^"?\$\{([A-Za-z_]\w*):?-\d+\}"?$/

function isDigits(word: ShellWord): boolean {
  return !word.dynamic && /^-?\d+$/.test(word.value)
}
