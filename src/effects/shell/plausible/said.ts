/**
 * Part of reading shell lines: the text that one stage of a pipeline passes to the next, if the line spells it.
 *
 * For restrictions only: an option or an escape that is not followed here may turn it into another text.
 */

import type { Word } from '../../../engine/effect.ts'
import { isPrinter } from '../dangers/shown-secret.ts'
import type { Line } from '../line.ts'
import type { Script, SimpleCommand } from '../syntax/script.ts'
import { filtered, isFilter } from './filtered.ts'
import { spelledWord } from './spelled.ts'

/** The words of a command, as far as they are known. */
export type ArgvOf = (command: SimpleCommand) => readonly Word[]

/** How many stages are looked at, from the last one backwards. */
export const FARTHEST = 8

/** What a command passes on besides plain output: words that only running tells, or what a filter makes of a text. */
function handedOn(command: SimpleCommand, line: Line, argvOf: ArgvOf, left = FARTHEST): string | undefined {
  const { words } = command
  const program = words[0]?.value ?? ''
  if (isPrinter(program) && words.some(({ dynamic }) => dynamic))
    return printedText(words.map((word) => spelledWord(word, line.source)))
  if (!isFilter(program)) return undefined
  const texts = left === 0 ? NONE : inputsOf(command, line, argvOf, left - 1)
  return together(texts.map((text) => filtered(argvOf(command), text)))
}

/** For `base64 -d <<< text`, the text; or what the stage before it prints. */
function inputsOf(
  { redirects, pipeline, stage }: SimpleCommand,
  line: Line,
  argvOf: ArgvOf,
  left: number,
): readonly string[] {
  const given = redirects.findLast(({ op }) => op === '<<' || op === '<<-' || op === '<<<')
  const text = given?.body ?? given?.target
  if (text !== undefined) return [spelledWord(text, line.source)]
  const before = stage === 0 ? undefined : line.stageAt(pipeline, stage - 1)
  if (before === undefined) return NONE
  const handed = handedTo(pipeline, before, line, argvOf, left) ?? printedText(argvOf(before)) ?? []
  return [handed, ...saidInStage(pipeline, stage - 1, line, argvOf, left)].flat()
}

/** Everything that the stage before the command passes on. */
export function handedBefore({ pipeline, stage }: SimpleCommand, line: Line, argvOf: ArgvOf): string | undefined {
  if (stage === 0) return undefined
  const before = line.stageAt(pipeline, stage - 1)
  const own = before === undefined ? undefined : handedTo(pipeline, before, line, argvOf)
  return together([own, ...saidInStage(pipeline, stage - 1, line, argvOf)])
}

/**
 * In `cat <(echo rm x) | sh` and `echo $(cat y) $(echo rm x) | sh`, a stage may pass on what its substitutions print.
 */
function saidInStage(pipeline: number, stage: number, line: Line, argvOf: ArgvOf, left = FARTHEST): readonly string[] {
  // Substitutions inside substitutions are followed one step, and no further.
  const steps = Math.min(left, 1)
  return line
    .substitutedAt(pipeline, stage)
    .flatMap((inside) => handedOn(inside, line, argvOf, steps) ?? printedText(argvOf(inside)) ?? [])
}

function together(texts: readonly (string | undefined)[]): string | undefined {
  const known = texts.filter((text) => text !== undefined)
  return known.length === 0 ? undefined : known.join('\n')
}

const NONE: readonly never[] = []

/** What the stage of this pipeline that begins with the command passes on: `(crontab -l; echo …) | crontab -`. */
function handedTo(
  pipeline: number,
  before: SimpleCommand,
  line: Line,
  argvOf: ArgvOf,
  left = FARTHEST,
): string | undefined {
  if (before.pipeline === pipeline) return handedOn(before, line, argvOf, left)
  const { commands, scopes } = line.script
  const groupOf = (scope: number): number =>
    scope <= 0 || scopes[scope]?.pipeline === pipeline ? scope : groupOf(scopes[scope]?.parent ?? 0)
  const group = groupOf(before.scope)
  const texts = commands.flatMap((one) => (groupOf(one.scope) === group ? (printedText(argvOf(one)) ?? []) : []))
  return together(texts)
}

/** What the commands of a substitution print, except those whose output another one reads. */
export function saidInside(scope: number, line: Line, argvOf: ArgvOf): readonly string[] {
  return line.script.commands.flatMap((command) => {
    if (!endsIn(scope, command, line.script)) return []
    return handedOn(command, line, argvOf) ?? printedText(argvOf(command)) ?? []
  })
}

function endsIn(around: number, { scope, pipeline, stage }: SimpleCommand, { scopes, stages }: Script): boolean {
  if (scope === around) return true
  const own = scopes[scope]
  return own?.kind === 'pipe' && own.parent === around && stage === (stages[pipeline] ?? 1) - 1
}

const PRINTED_FIRST = /^\s*BEGIN\s*\{\s*print\s*"((?:[^"\\]|\\.)*)"\s*;?\s*\}\s*$/su

/** `echo 'rm x'`, `printf '%s -rf /' rm`, `awk 'BEGIN{print "rm x"}'`. */
export function printedText(argv: readonly Word[] | undefined): string | undefined {
  const [program, ...words] = argv ?? []
  if (program === 'awk' || program === 'gawk')
    return unescaped(PRINTED_FIRST.exec(words[0] ?? '')?.[1] ?? '') || undefined
  if ((program !== 'echo' && program !== 'printf' && program !== 'yes') || words.includes(null)) return undefined
  const begins = words.findIndex((word) => word === null || !/^-[neE]+$/u.test(word))
  const texts = words.slice(begins < 0 ? words.length : begins).filter((word): word is string => word !== null)
  if (program !== 'printf') {
    const text = texts.join(' ')
    if (program !== 'echo' || !text.includes('\\')) return text
    const escapes = words.slice(0, Math.max(0, begins)).some((word) => word?.includes('e') === true)
    const followed = unescaped(text.split('\\c', 1)[0] ?? '')
    // zsh and dash interpret escapes by default.
    return escapes ? followed : `${text}\n${followed}`
  }
  const [format = '', ...values] = texts[0] === '--' ? texts.slice(1) : texts
  return format.includes('%') || format.includes('\\') ? filled(format, values) : texts.join(' ')
}

/** The format is used again and again until every value is used up. */
function filled(format: string, values: readonly string[]): string {
  const open = [...values]
  let out = ''
  for (let round = 0; round === 0 || open.length > 0; round++) {
    const before = open.length
    out += unescaped(format).replaceAll(/%(?:%|[-+ #0-9.*]*[a-zA-Z])/gu, (spec) =>
      spec === '%%' ? '%' : cut(spec.endsWith('b') ? unescaped(open.shift() ?? '') : (open.shift() ?? ''), spec),
    )
    if (open.length === before) break
  }
  return out
}

/** `%.3s` prints the first letters; `%c` prints one. */
function cut(value: string, spec: string): string {
  const most = spec.endsWith('c') ? 1 : /\.(\d+)[sb]$/u.exec(spec)?.[1]
  return most === undefined ? value : value.slice(0, Number(most))
}

const ESCAPE = /\\(?:x([0-9a-fA-F]{1,2})|[uU]([0-9a-fA-F]{1,8})|(0[0-7]{3}|[0-7]{1,3})|(.))/gsu
const LETTERS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

export function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(ESCAPE, (_, hex?: string, unicode?: string, octal?: string, letter?: string) => {
    if (letter !== undefined) return LETTERS[letter] ?? letter
    const code = octal === undefined ? Number.parseInt(hex ?? unicode ?? '', 16) : Number.parseInt(octal, 8) & 0xff
    return code > 0x10ffff ? '' : String.fromCodePoint(code)
  })
}
