/**
 * Part of reading shell lines: the destructive acts in a line, which are shown in the dialog; critical ones become
 * safety asks.
 */

import type { Word } from '../../../engine/effect.ts'
import { dangersAcross, dangersOf, rolesIn } from '../../catalogue/dangers.ts'
import type { Found, PlacedCommand } from '../../catalogue/dangers.ts'
import type { CommandReader } from '../command.ts'
import type { Company } from '../company.ts'
import type { Program } from '../program.ts'
import type { Setting } from '../setting.ts'

/** `argv` as spelled; `proven` if the command by itself only reads; `wraps` if it may run another one. */
export function dangersIn(
  argv: readonly Word[],
  program: Program,
  setting: Setting,
  reader: CommandReader,
  proven = false,
  wraps = program.wrapper !== undefined,
): readonly Found[] {
  const { company, reads, writes, placed, span } = setting
  const alone = company === undefined && (proven || (program.tame && reads === undefined))
  const quiet = writes === undefined && (alone || program.meek)
  const roles = placed === undefined ? 0 : rolesIn(argv, setting, program.hazard.roles, wraps)
  if (quiet && roles === 0) return NONE
  const { home, root } = reader.context.around
  const upstream = company?.upstream
  const input: PlacedCommand = {
    argv,
    program: program.name,
    // If the folder is not known, it is most likely the project, so names mean what they mean there.
    cwd: setting.folders?.[0] ?? root,
    home,
    root,
    lost: setting.folders === null,
    reads,
    writes,
    text: typeof setting.stdin === 'string' ? setting.stdin : company?.said,
    inFunction: setting.inFunction,
    background: setting.background,
    pipeFrom: upstream?.at(-1),
    upstream,
    pipesOn: company?.pipesOn,
    sent: company?.sent,
    over: company?.over,
    substitutes: together(company),
    spelled: company?.spelled,
    roles,
  }
  if (roles !== 0) placed?.push(input)
  if (quiet) return NONE
  const dangers = dangersOf(input, program.hazard)
  for (const { category, severity, why } of dangers) reader.dangers.push({ category, severity, why, span })
  return dangers
}

const NONE: readonly never[] = []

function together(company: Company | undefined): Company['substitutes'] {
  if (company?.kept === undefined) return company?.substitutes
  return company.substitutes === undefined ? company.kept : [...company.substitutes, ...company.kept]
}

/** What only several commands of a script do together. */
export function dangersTogether(placed: readonly PlacedCommand[], of: number, reader: CommandReader): void {
  for (const { category, severity, why, safety } of dangersAcross(placed)) {
    reader.dangers.push({ category, severity, why })
    if (safety) reader.raise({ says: 'safety', code: `danger-${category}`, why }, of)
  }
}

/** `$X -rf /`: no program but rm is called like this. */
export function removesByForce(argv: readonly Word[]): boolean {
  return argv.some((word) => word !== null && /^-[a-zA-Z]*(?:[rR][a-zA-Z]*f|f[a-zA-Z]*[rR])[a-zA-Z]*$/.test(word))
}
