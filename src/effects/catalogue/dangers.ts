/**
 * Part of the catalogue: destructive acts, with category, severity and a sentence.
 *
 * INVARIANT: decided on parsed words in their places only, so text that mentions a danger (an echo, a commit message, a
 * search pattern) is none; help and dry runs do nothing. Nothing here throws.
 */

import { actsOf } from './dangers/acts.ts'
import type { Act } from './dangers/acts.ts'
import { removalsInCode } from './dangers/code.ts'
import { exfiltration, maySend, remoteCode } from './dangers/flows.ts'
import type { DangerInput, Found } from './dangers/input.ts'
import { found } from './dangers/input.ts'
import { readLine } from './dangers/line.ts'
import type { Line } from './dangers/line.ts'
import { FAMILIES } from './dangers/rows.ts'
import { isDatabaseClient, statements } from './dangers/sql.ts'
import { DangerTable } from './dangers/table.ts'
import { dangerousOperands, redirected, writesOperands } from './dangers/writes.ts'
import { wrapperOf } from './wrappers.ts'

export { dangersAcross } from './dangers/across.ts'
export type { PlacedCommand } from './dangers/across.ts'
export type { DangerInput, Found } from './dangers/input.ts'

const NOTHING: readonly Found[] = []
/** Programs that only print or search what they are given. */
const MERE_TEXT: ReadonlySet<string> = new Set(
  'echo printf grep egrep fgrep rg ag cat head tail less more man which type whatis apropos true false test [ : wc ls'.split(
    ' ',
  ),
)

/** What the catalogue knows of a program, whatever its words are. */
export interface Hazard {
  readonly program: string
  /** It only prints or searches. */
  readonly mereText: boolean
  /** Its words have to be looked at. */
  readonly spoken: boolean
  readonly rows: boolean
  readonly acts: readonly Act[]
  readonly database: boolean
  readonly sends: boolean
  readonly interprets: boolean
}

export function hazardOf(name: string): Hazard {
  const program = name.endsWith('.exe') ? name.slice(0, -4) : name
  const acts = actsOf(program)
  const rows = table().has(program)
  const database = isDatabaseClient(program)
  return {
    program,
    mereText: MERE_TEXT.has(name),
    spoken: rows || acts.length > 0 || database || writesOperands(program),
    rows,
    acts,
    database,
    sends: maySend(name),
    interprets: wrapperOf(name)?.interprets === true,
  }
}

/** By itself, without pipes, redirections and substitutions around it, it does nothing that is listed here. */
export function isTame({ mereText, spoken, sends, interprets }: Hazard): boolean {
  return mereText || !(spoken || sends || interprets)
}

/** The dangers of one command; the most severe first. */
export function dangersOf(input: DangerInput, hazard: Hazard = hazardOf(input.program)): readonly Found[] {
  if (input.writes === undefined && hazard.mereText) return NOTHING
  try {
    const out = collect(input, hazard)
    return out.length < 2 ? out : distinct(out)
  } catch {
    return [found('unknown', 'high', `${input.program} could not be looked at`)]
  }
}

function collect(input: DangerInput, hazard: Hazard): readonly Found[] {
  const out: Found[] = []
  if (hazard.spoken) {
    const line = readLine(input.argv, hazard.program)
    if (doesNothing(line)) return redirected(input)
    if (hazard.rows)
      for (const row of table().matching(hazard.program, line)) out.push(found(row.category, row.severity, row.why))
    for (const act of hazard.acts) add(act(input, line), out)
    if (hazard.database) add(statements(input, line), out)
    add(dangerousOperands(input, line), out)
  }
  if (input.writes !== undefined) add(redirected(input), out)
  add(remoteCode(input), out)
  if (hazard.sends || input.writes !== undefined) add(exfiltration(input), out)
  if (hazard.interprets) add(removalsInCode(input), out)
  return out
}

function add(more: readonly Found[], out: Found[]): void {
  for (const one of more) out.push(one)
}

let rowsOnce: DangerTable | undefined

function table(): DangerTable {
  rowsOnce ??= new DangerTable(FAMILIES)
  return rowsOnce
}

const IDLE_FLAGS = [
  '--help',
  '--version',
  '--dry-run',
  '--dryrun',
  '--dry-run=client',
  '--dry-run=server',
  '-WhatIf',
  '--what-if',
  '--just-print',
  '--no-act',
]

/** Help, version and dry runs. */
function doesNothing(line: Line): boolean {
  if (line.flags.size === 0) return false
  if (line.flags.has('--dry-run=none') || line.flags.has('--dry-run=false')) return false
  return IDLE_FLAGS.some((flag) => line.flags.has(flag))
}

const RANK = { critical: 0, high: 1, medium: 2, low: 3 } as const

function distinct(all: readonly Found[]): readonly Found[] {
  const seen = new Map<string, Found>()
  for (const one of all) if (!seen.has(one.why)) seen.set(one.why, one)
  return [...seen.values()].toSorted((a, b) => RANK[a.severity] - RANK[b.severity])
}
