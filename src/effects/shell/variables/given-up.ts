/**
 * Part of reading shell lines: lines that bash may give up. If it cannot evaluate an expression (`$((1/0))`,
 * `$((08))`), it runs nothing more of that line, sets nothing, defines nothing, and goes on with the next line of the
 * text.
 *
 * INVARIANT: an expression counts as sound only if it cannot fail, whatever its variables hold by then.
 */

import { printedBy } from '../output/printed.ts'
import type { Printed } from '../output/printed.ts'
import { isBelow } from '../syntax/inside.ts'
import type { Assign, Evaluated, Loop, Script, ShellWord, Span } from '../syntax/script.ts'
import { namesSetBy } from '../output/fed.ts'

/** The script, with everything that may be given up marked as conditional, from there to the end of its line. */
export function withGivenUp(script: Script): Script {
  const { lines, evaluations } = script
  if (lines.length === 0 || evaluations.length === 0) return script
  const isNumber = numbersIn(script)
  const unsound = evaluations.filter((one) => !isSound(one, isNumber))
  if (unsound.length === 0) return script
  const blocks = [...script.blocks]
  const starts = [0, ...lines]
  const doubts = new Map<number, { readonly since: number; readonly block: number }>()
  for (const since of placesOf(unsound, script)) {
    const line = lineAt(since, starts)
    if (doubts.has(line)) continue
    const span = { start: starts[line] as number, end: starts[line + 1] ?? Infinity }
    doubts.set(line, { since, block: blocks.push({ scope: 0, span }) - 1 })
  }
  const doubtOf = ({ span }: { readonly span: Span }) => {
    const doubt = doubts.get(lineAt(span.start, starts))
    return doubt !== undefined && span.end > doubt.since ? doubt : undefined
  }
  const doubted = <T extends Loop | Script['functions'][number]>(one: T): T =>
    doubtOf(one) === undefined ? one : { ...one, conditional: true }
  const commands = script.commands.map((command) => {
    const doubt = command.conditional ? undefined : doubtOf(command)
    if (doubt === undefined) return command
    return { ...command, conditional: true, block: command.block < 0 ? doubt.block : command.block }
  })
  return { ...script, commands, blocks, loops: script.loops.map(doubted), functions: script.functions.map(doubted) }
}

/**
 * The places where a line may be given up, in order: by itself, or in a function that is called there. If a subshell
 * gives up, only the subshell ends.
 */
function placesOf(unsound: readonly Evaluated[], { scopes, functions, commands }: Script): readonly number[] {
  const places = unsound.flatMap(({ at, scope }) => (scope === 0 ? [at] : []))
  if (unsound.some(({ scope }) => scopes[scope]?.kind === 'function')) {
    const names = new Set<string | undefined>(functions.map(({ name }) => name))
    for (const { words, span } of commands) if (names.has(words[0]?.value)) places.push(span.start)
  }
  return places.toSorted((a, b) => a - b)
}

/** The last line that begins there or before. */
function lineAt(place: number, starts: readonly number[]): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) <= place) low = middle
    else high = middle
  }
  return low
}

// No blank may fit two of these parts: a text that does not match would be tried in every combination.
const TERM = String.raw`(?:[-+]\s*)?(?:0|[1-9]\d{0,15})`
const SUM = String.raw`\s*${TERM}(?:\s*(?:[-+*<>]|[<>=!]=|&&|\|\|)\s*${TERM}|\s*[/%]\s*[1-9]\d{0,15})*\s*`
const CHOICE = String.raw`${SUM}(?:\?${SUM}:${SUM})?`
const WHOLE = new RegExp(`^${CHOICE}$`)
const IN_PARENTHESES = new RegExp(String.raw`\(${CHOICE}\)`)

type IsNumber = (name: string, bare: boolean) => boolean

function isSound({ text }: Evaluated, isNumber: IsNumber): boolean {
  if (text === undefined) return false
  // Not 1, which divides everything.
  let rest = text
    .replace(/\$\{#\w+(?:\[@\])?\}|\$#/g, '0')
    .replace(/\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g, (_, braced: string | undefined, plain: string | undefined) =>
      isNumber(braced ?? plain ?? '', false) ? '0' : '@',
    )
    .replace(/\b[A-Za-z_]\w*/g, (name) => (isNumber(name, true) ? '0' : '@'))
  while (IN_PARENTHESES.test(rest)) rest = rest.replace(IN_PARENTHESES, '0')
  return WHOLE.test(rest)
}

/** Each name is examined once. A bare name may be empty. */
function numbersIn(script: Script): IsNumber {
  const printed = printedBy(script)
  const known = new Map<string, boolean>()
  return (name, bare) => {
    const key = bare ? name : `$${name}`
    const found = known.get(key) ?? isOneNumber(name, script, bare ? printed : undefined)
    known.set(key, found)
    return found
  }
}

/**
 * Whether everything in the line that sets it sets it to one number. It may be set to an empty text only if `printed` is
 * given, since a bare name may be empty.
 */
function isOneNumber(name: string, script: Script, printed: ReadonlyMap<number, Printed> | undefined): boolean {
  const { loops, commands, assigned, counted } = script
  const isIt = (one: string) => one === name
  if (assigned.filter(isIt).length !== counted.filter(isIt).length) return false
  if (commands.some((command) => namesSetBy(command)?.includes(name) === true)) return false
  const over = loops.filter((loop) => loop.name === name)
  if (!over.every(({ words }) => words?.every(isOneOf) === true)) return false
  const assigns = commands.flatMap((command) => command.assigns.filter((assign) => assign.name === name))
  const isNumber = ({ value, array, subscript, append }: Assign) => {
    if (value === undefined || array !== undefined || subscript !== undefined || append) return false
    const [part, ...others] = value.parts
    if (part === undefined) return isOneOf(value)
    if (others.length > 0 || value.value !== '') return false
    return part.kind === 'arithmetic' || (printed?.get(part.scope) === 'digits' && printsOne(part.scope, script))
  }
  return assigns.every(isNumber) && over.length + assigns.length + assigned.filter(isIt).length > 0
}

/** bash does not accept `08` as a number. */
function isOneOf({ dynamic, brace, quoted, value }: ShellWord): boolean {
  if (brace) return !quoted && /^\{(?:0|[1-9]\d*)\.\.(?:0|[1-9]\d*)\}$/.test(value)
  return !dynamic && /^(?:0|[1-9]\d{0,15})$/.test(value)
}

const ONE_LINE = /^(?:(?:head|tail) (?:-1|-n ?1)|sed -n (?:1|\$)p)$/

/**
 * Among substitutions that print numbers, those that print just one, without a leading zero: one command or pipe, run
 * once.
 */
function printsOne(scope: number, { commands, scopes, repeated }: Script): boolean {
  const isHere = (one: { readonly scope: number }) => isBelow(one.scope, scope, scopes)
  const inside = commands.filter(isHere)
  if (repeated.some(isHere) || inside.slice(1).some(({ connector }) => connector !== '|')) return false
  const texts = inside.map(({ words }) => words.map(({ value }) => value).join(' '))
  const [last = ''] = texts.slice(-1)
  if (/^(?:wc -|git rev-list --count |date \+%s$)/.test(last)) return true
  if (/^grep -\w*c/.test(last)) return true
  return (
    /^grep -\w*n/.test(texts[0] ?? '') && (texts.some((text) => ONE_LINE.test(text)) || / -m1 /.test(texts[0] ?? ''))
  )
}
