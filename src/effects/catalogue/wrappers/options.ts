/**
 * Part of the wrapper catalogue: option lists written like a usage line, and the reading of one word against them.
 *
 * A token is `[mark]name[kind]`. Marks: `!` known, but the command is not seen through for permission; `~` with this
 * option nothing is run (help, lookup). Kinds: `=` takes a value, glued or as the next word; `=?` takes one only glued;
 * `@` the value is a shell script; `*` the rest of the words is the command; none: a plain flag.
 */

import type { Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'

export type OptionKind = 'flag' | 'value' | 'glued' | 'script' | 'rest'

export interface Option {
  readonly name: string
  readonly kind: OptionKind
  /** With this option, nothing is run. */
  readonly lookup: boolean
  /** With this option, the command is seen through for restrictions only. */
  readonly wide: boolean
}

export type OptionTable = ReadonlyMap<string, Option>

const KIND_BY_SUFFIX: readonly (readonly [string, OptionKind])[] = [
  ['=?', 'glued'],
  ['=', 'value'],
  ['@', 'script'],
  ['*', 'rest'],
]

const parsed = new Map<string, OptionTable>()

/** The table that a usage line stands for; each line is parsed once, when it is first needed. */
export function optionTable(usage: string): OptionTable {
  const known = parsed.get(usage)
  if (known !== undefined) return known
  const table = new Map<string, Option>()
  for (const token of usage.split(/\s+/u)) {
    if (token !== '') table.set(...entry(token))
  }
  parsed.set(usage, table)
  return table
}

function entry(token: string): [string, Option] {
  const wide = startsWith(token, '!')
  const lookup = startsWith(token, '~')
  const body = wide || lookup ? token.slice(1) : token
  const [suffix, kind] = KIND_BY_SUFFIX.find(([end]) => body.endsWith(end)) ?? ['', 'flag' as const]
  const name = body.slice(0, body.length - suffix.length)
  return [name, { name, kind, lookup, wide }]
}

/** One option found in a word: which one, and the value glued to it, if any. */
export interface Met {
  readonly option: Option
  readonly glued: string | undefined
}

/** What a word that starts with `-` means. `exact` is false if an abbreviation or an unknown letter was involved. */
export interface OptionWord {
  readonly met: readonly Met[]
  readonly exact: boolean
  readonly unknown: boolean
}

/** Reads `--name`, `--name=value`, `-abc`, `-n5`. An abbreviation of a long name is accepted if only one name fits. */
export function readOption(word: string, table: OptionTable): OptionWord {
  const whole = table.get(word)
  if (whole !== undefined) return { met: [{ option: whole, glued: undefined }], exact: true, unknown: false }
  const equals = word.indexOf('=')
  const name = equals < 0 ? word : word.slice(0, equals)
  const glued = equals < 0 ? undefined : word.slice(equals + 1)
  const named = equals < 0 ? undefined : table.get(name)
  if (named !== undefined && (name.length > 2 || named.kind === 'flag')) return long(named, glued)
  return startsWith(word, '--') ? abbreviated(name, glued, table) : cluster(word, table)
}

/** Every option with a value among the words, wherever it stands. */
export function valuesIn(argv: readonly Word[], usage: string): readonly { option: Option; value: Word }[] {
  const table = optionTable(usage)
  const out: { option: Option; value: Word }[] = []
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    if (typeof word !== 'string' || !startsWith(word, '-') || word.length < 2) continue
    const last = readOption(word, table).met.at(-1)
    if (last === undefined || last.option.kind === 'flag') continue
    out.push({ option: last.option, value: last.glued ?? argv[++at] ?? null })
  }
  return out
}

/** `--to-com=x` for `--to-command`. No program accepts only two letters. */
export function isShortened(word: string, name: string): boolean {
  const equals = word.indexOf('=')
  const said = equals < 0 ? word : word.slice(0, equals)
  return said.length > 3 && startsWith(name, said)
}

/**
 * The value that is glued to this word if it is the option of that name: `--name=x`, `-nx`, `-vnx`, a shortened name.
 * Null if the next word is the value, undefined if it is another option.
 */
export function valueOf(word: string, name: string): string | null | undefined {
  if (word === name) return null
  if (startsWith(word, name) && word.charAt(name.length) === '=') return word.slice(name.length + 1)
  // `nim --eval:code`.
  if (startsWith(word, name) && word.charAt(name.length) === ':') return word.slice(name.length + 1)
  if (startsWith(name, '--')) return isShortened(word, name) ? (gluedTo(word) ?? null) : undefined
  if (startsWith(word, '--')) return undefined
  if (name.length > 2) return startsWith(word, name) ? word.slice(name.length) : undefined
  const letter = word.indexOf(name.charAt(1), 1)
  if (letter < 0) return undefined
  return letter === word.length - 1 ? null : word.slice(letter + 1)
}

/** The value after the equals sign. */
export function gluedTo(word: string): string | undefined {
  const equals = word.indexOf('=')
  return equals < 0 ? undefined : word.slice(equals + 1)
}

function long(option: Option, glued: string | undefined): OptionWord {
  return { met: [{ option, glued }], exact: glued === undefined || option.kind !== 'flag', unknown: false }
}

function abbreviated(name: string, glued: string | undefined, table: OptionTable): OptionWord {
  const found: Met[] = []
  for (const option of table.values()) {
    if (startsWith(option.name, name) && name.length > 2) found.push({ option, glued })
  }
  return { met: found.length === 1 ? found : [], exact: false, unknown: found.length !== 1 }
}

function cluster(word: string, table: OptionTable): OptionWord {
  const met: Met[] = []
  for (let at = 1; at < word.length; at++) {
    const option = table.get(`-${word.charAt(at)}`)
    if (option === undefined) return { met, exact: false, unknown: true }
    const rest = word.slice(at + 1)
    if (option.kind === 'flag') {
      met.push({ option, glued: undefined })
      continue
    }
    met.push({ option, glued: rest === '' ? undefined : rest })
    break
  }
  return { met, exact: true, unknown: false }
}
