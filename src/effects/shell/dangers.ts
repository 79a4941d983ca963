/** Part of reading shell lines: the destructive acts in it, told to the dialog; critical ones become safety asks. */

import type { Word } from '../../engine/effect.ts'
import { dangersAcross, dangersOf } from '../catalogue/dangers.ts'
import type { Found, PlacedCommand } from '../catalogue/dangers.ts'
import type { CommandReader } from './command.ts'
import type { Setting } from './setting.ts'

/** `argv` as spelled, `program` its bare name; `proven` when the command by itself only reads. */
export function dangersIn(
  argv: readonly Word[],
  program: string,
  setting: Setting,
  reader: CommandReader,
  proven: boolean,
): readonly Found[] {
  const { company, reads, writes, folders, inFunction, background, placed, span } = setting
  const { home, root } = reader.context.around
  const cwd = folders?.[0] ?? ''
  const input: PlacedCommand = { argv, program, cwd, home, root, reads, writes, inFunction, background, ...company }
  placed?.push(input)
  if (proven && writes === undefined && company === undefined) return NONE
  const dangers = dangersOf(input)
  for (const { category, severity, why } of dangers) reader.dangers.push({ category, severity, why, span })
  return dangers
}

const NONE: readonly never[] = []

/** What only several commands of a script do together. */
export function dangersTogether(placed: readonly PlacedCommand[], of: number, reader: CommandReader): void {
  if (placed.length < 2) return
  for (const { category, severity, why, safety } of dangersAcross(placed)) {
    reader.dangers.push({ category, severity, why })
    if (safety) reader.unknown(why, of, [], undefined, false, { says: 'safety', code: `danger-${category}`, why })
  }
}
