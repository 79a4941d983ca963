/**
 * Part of the catalogue: destructive acts, with category, severity and a sentence.
 *
 * INVARIANT: decided on parsed words in their places only, so text that mentions a danger (an echo, a commit message, a
 * search pattern) is none; help and dry runs do nothing. Nothing here throws.
 */

import { actsOf } from './dangers/acts.ts'
import { removalsInCode } from './dangers/code.ts'
import { exfiltration, remoteCode } from './dangers/flows.ts'
import type { DangerInput, Found } from './dangers/input.ts'
import { found } from './dangers/input.ts'
import { readLine } from './dangers/line.ts'
import type { Line } from './dangers/line.ts'
import { FAMILIES } from './dangers/rows.ts'
import { isDatabaseClient, statements } from './dangers/sql.ts'
import { DangerTable } from './dangers/table.ts'
import { dangerousOperands, redirected, writesOperands } from './dangers/writes.ts'

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

/** The dangers of one command; the most severe first. */
export function dangersOf(input: DangerInput): readonly Found[] {
  if (input.writes === undefined && MERE_TEXT.has(input.program)) return NOTHING
  try {
    const out = collect(input)
    return out.length < 2 ? out : distinct(out)
  } catch {
    return [found('unknown', 'high', `${input.program} could not be looked at`)]
  }
}

function collect(input: DangerInput): readonly Found[] {
  const program = input.program.endsWith('.exe') ? input.program.slice(0, -4) : input.program
  const out: Found[] = []
  const acts = actsOf(program)
  const rows = table()
  if (rows.has(program) || acts.length > 0 || isDatabaseClient(program) || writesOperands(program)) {
    const line = readLine(input.argv, program)
    if (doesNothing(line)) return redirected(input)
    for (const row of rows.matching(program, line)) out.push(found(row.category, row.severity, row.why))
    for (const act of acts) out.push(...act(input, line))
    if (isDatabaseClient(program)) out.push(...statements(input, line))
    out.push(...dangerousOperands(input, line))
  }
  out.push(...redirected(input), ...remoteCode(input), ...exfiltration(input), ...removalsInCode(input))
  return out
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
  if (line.flags.has('--dry-run=none') || line.flags.has('--dry-run=false')) return false
  return IDLE_FLAGS.some((flag) => line.flags.has(flag))
}

const RANK = { critical: 0, high: 1, medium: 2, low: 3 } as const

function distinct(all: readonly Found[]): readonly Found[] {
  const seen = new Map<string, Found>()
  for (const one of all) if (!seen.has(one.why)) seen.set(one.why, one)
  return [...seen.values()].toSorted((a, b) => RANK[a.severity] - RANK[b.severity])
}
