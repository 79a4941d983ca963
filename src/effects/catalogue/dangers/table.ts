/**
 * Part of the danger catalogue: rows written as text, and the matching of a command against them.
 *
 * A row is `program subcommand | conditions | severity | sentence`. Words of the command may list alternatives with
 * `/`. Conditions: a flag (one of those listed must be there), `&flag` (this one must be there), `!flag` (must not),
 * `=word` (one of the operands listed in this way must be there; `*` at either end stands for anything), `@operand`
 * (there is an operand at all), `@none` (there is none). Short flags are found inside clusters, and values after `=`
 * are ignored unless the row spells them. A flag that is taken back (`--dry-run=false`) does not count for a `!flag`.
 */

import type { Severity } from '../../../engine/effect.ts'
import { SEVERITIES } from '../../../engine/effect.ts'
import { includes, startsWith } from '../../code-at.ts'
import type { Line } from './line.ts'

export interface Row {
  readonly path: readonly (readonly string[])[]
  readonly any: readonly string[]
  readonly all: readonly string[]
  readonly none: readonly string[]
  readonly operands: readonly string[]
  readonly operand: 'needed' | 'absent' | 'free'
  readonly category: string
  readonly severity: Severity
  readonly why: string
}

/** Rows of one category, as text. */
export type Family = readonly [category: string, rows: string]

/** The rows of one program: by first subcommand, and those that have no subcommand or a pattern there. */
interface ProgramRows {
  readonly bySubcommand: ReadonlyMap<string, readonly Row[]>
  readonly always: readonly Row[]
  /** Every row needs one of these words; undefined if some row needs no word. */
  readonly words: ReadonlySet<string> | undefined
}

/** After this many programs, a table of all names costs less than searching. */
const FEW = 16

/**
 * Finds and parses the rows of a program when the program is first met. The command line starts anew for every call and
 * meets one or two programs of hundreds, so the text is searched; only a process that meets many builds a table of
 * names.
 */
export class DangerTable {
  private readonly families: readonly Family[]
  private readonly parsed = new Map<string, ProgramRows>()
  private asked = 0
  private named: ReadonlySet<string> | undefined

  constructor(families: readonly Family[]) {
    this.families = families
  }

  has(program: string): boolean {
    if (this.named === undefined && this.asked++ < FEW)
      return this.parsed.has(program) || this.families.some(([, text]) => rowsAbout(program, text).length > 0)
    this.named ??= new Set(this.families.flatMap(([, text]) => programsIn(text)))
    return this.named.has(program)
  }

  /** The rows that describe this command. Throws on a malformed row; a test of the data looks for those. */
  matching(program: string, line: Line): readonly Row[] {
    const { bySubcommand, always } = this.rowsOf(program)
    const out: Row[] = []
    for (const row of always) if (matchesRow(row, line)) out.push(row)
    for (const { text, maybeValue } of line.operands) {
      const rows = text === null ? undefined : bySubcommand.get(text)
      if (rows !== undefined) for (const row of rows) if (matchesRow(row, line)) out.push(row)
      if (!maybeValue) break
    }
    return out
  }

  rowsOf(program: string): ProgramRows {
    const known = this.parsed.get(program)
    if (known !== undefined) return known
    const bySubcommand = new Map<string, Row[]>()
    const always: Row[] = []
    let words: Set<string> | undefined = new Set()
    const found = this.families.flatMap(([category, text]) =>
      rowsAbout(program, text).map((row) => parseRow(category, row)),
    )
    for (const row of found) {
      const names = row.path[1]
      if (names === undefined || names.some(isPattern)) always.push(row)
      else for (const name of names) bySubcommand.set(name, [...(bySubcommand.get(name) ?? []), row])
      // Of the words of a path, other commands share the last one least often.
      const last = row.path.findLast((one, at) => at > 0 && !one.some(isPattern))
      if (last === undefined) words = undefined
      else for (const name of last) words?.add(name)
    }
    const rows = { bySubcommand, always, words }
    // Only programs that have rows are remembered, since an agent can invent any number of names.
    if (found.length > 0) this.parsed.set(program, rows)
    return rows
  }
}

/** The rows whose first word is the program, or a list that contains it. */
function rowsAbout(program: string, text: string): string[] {
  const rows: string[] = []
  if (program === '' || /[\s/]/u.test(program)) return rows
  for (let at = text.indexOf(program); at >= 0; at = text.indexOf(program, at + 1)) {
    const next = text[at + program.length]
    if (next !== ' ' && next !== '/') continue
    const start = text.lastIndexOf('\n', at) + 1
    const before = text.slice(start, at).trimStart()
    if (before !== '' && (!before.endsWith('/') || before.includes(' '))) continue
    const end = text.indexOf('\n', at)
    rows.push(text.slice(start, end < 0 ? undefined : end).trim())
  }
  return rows
}

/** Every program that has a row in the text. */
function programsIn(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((row) => row.trim().split(/\s/u, 1).join('').split('/'))
    .filter((name) => name !== '')
}

function isPattern(name: string): boolean {
  return name.includes('*')
}

function parseRow(category: string, line: string): Row {
  const [command = '', conditions = '', severity = '', why = ''] = line.split('|').map((cell) => cell.trim())
  const known = SEVERITIES.find((one) => one === severity)
  if (known === undefined || why === '' || command === '') throw new Error(`danger row: ${line.trim()}`)
  const tokens = conditions.split(/\s+/u).filter((token) => token !== '')
  const marked = (mark: string): string[] => tokens.filter((one) => startsWith(one, mark)).map((one) => one.slice(1))
  const presence = marked('@')
  return {
    path: command.split(/\s+/u).map((word) => word.split('/')),
    any: tokens.filter((one) => startsWith(one, '-')),
    all: marked('&'),
    none: marked('!'),
    operands: marked('='),
    operand: presence.includes('operand') ? 'needed' : presence.includes('none') ? 'absent' : 'free',
    category,
    severity: known,
    why,
  }
}

/** Whether the row describes this command. */
function matchesRow(row: Row, line: Line): boolean {
  const after = pathEnd(row, line)
  if (after < 0) return false
  if (row.any.length > 0 && !hasOne(line, row.any)) return false
  for (const flag of row.all) if (!line.flags.has(flag)) return false
  for (const flag of row.none) if (line.flags.excuses(flag)) return false
  const rest = line.operands.length - after
  if (row.operand === 'needed' && rest === 0) return false
  if (row.operand === 'absent' && rest > 0) return false
  return row.operands.length === 0 || hasOperand(row, line, after)
}

/** Index of the first operand after the subcommands; -1 if the subcommands are not there. */
function pathEnd(row: Row, line: Line): number {
  let at = 0
  for (let word = 1; word < row.path.length; word++) {
    const names = row.path[word] ?? []
    while (line.operands[at]?.maybeValue === true && !isOne(names, line.operands[at]?.text)) at++
    if (!isOne(names, line.operands[at]?.text)) return -1
    at++
  }
  return at
}

function isOne(names: readonly string[], text: string | null | undefined): boolean {
  if (typeof text !== 'string') return false
  for (const name of names) if (like(name, text)) return true
  return false
}

function hasOne({ flags }: Line, wanted: readonly string[]): boolean {
  for (const flag of wanted) if (flags.has(flag)) return true
  return false
}

function hasOperand(row: Row, line: Line, from: number): boolean {
  for (let at = from; at < line.operands.length; at++) {
    if (isOne(row.operands, line.operands[at]?.text)) return true
  }
  return false
}

/** Equality, with an optional `*` at either end. */
function like(pattern: string, text: string): boolean {
  if (!includes(pattern, '*') || pattern === '*') return pattern === '*' || pattern === text
  const start = startsWith(pattern, '*')
  const end = pattern.endsWith('*')
  const core = pattern.slice(start ? 1 : 0, end ? -1 : undefined)
  if (start && end) return includes(text, core)
  return start ? text.endsWith(core) : startsWith(text, core)
}
