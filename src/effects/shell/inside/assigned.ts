/** Part of reading shell lines: commands in variables that are set for programs: `JJ_EDITOR=rm jj describe`. */

import type { Word } from '../../../engine/effect.ts'
import { settingOf } from '../../catalogue/wrappers.ts'
import type { CommandReader } from '../command.ts'
import type { Line } from '../line.ts'
import type { Setting } from '../setting.ts'
import type { SimpleCommand } from '../syntax/script.ts'
import { resolveWord } from '../words/words.ts'
import { scriptUse } from './script.ts'

const EXPORTS: ReadonlySet<string> = new Set(['export', 'declare', 'typeset'])
/** `EDITOR=rm`, for every program: other names belong to the line. */
const SETS = /^([A-Z][A-Z0-9_]*)\+?=(.*)$/su

/** Whether the command sets variables for programs that the line runs after it. */
export function isSetBefore(name: Word | undefined, command: SimpleCommand, { script: { commands } }: Line): boolean {
  return typeof name === 'string' && EXPORTS.has(name) && commands.at(-1) !== command
}

/**
 * Such a value is read as `env` reads it. That the variable is set at all, and what an unknown value may do, are effects
 * of their own. `at`: the index of the command's first effect.
 */
export function readAssigned(
  { assigns }: SimpleCommand,
  exported: readonly Word[],
  setting: Setting,
  at: number,
  reader: CommandReader,
): void {
  const read = (name: string, value: Word): void => {
    if (value === null) return
    for (const { script } of settingOf(name, value, ''))
      if (typeof script === 'string')
        reader.readScript(script, 'sh', scriptUse(reader.context.first + at, setting, reader, ''))
  }
  for (const { name, value, array, subscript } of assigns)
    if (value !== undefined && array === undefined && subscript === undefined)
      read(name, resolveWord(value, setting.environment, reader.context.around.home).word)
  for (const word of exported) {
    const [, name, value] = SETS.exec(word ?? '') ?? []
    if (name !== undefined && value !== undefined) read(name, value)
  }
}
