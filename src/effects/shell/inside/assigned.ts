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
/** What these set is exported only if the variable was before, or is later: mostly it belongs to the line itself. */
const KEEPS: ReadonlySet<string> = new Set(['readonly', 'local'])
/** `EDITOR=rm`, for every program: other names belong to the line. */
const SETS = /^([A-Z][A-Z0-9_]*)\+?=(.*)$/su

/** What the command sets for itself: `EDITOR=rm git commit`. `at`: the index of its first effect. */
export function readAssigned({ assigns }: SimpleCommand, setting: Setting, at: number, reader: CommandReader): void {
  for (const { name, value, array, subscript } of assigns)
    if (value !== undefined && array === undefined && subscript === undefined)
      readValue(name, resolveWord(value, setting.environment, reader.context.around.home).word, setting, at, reader)
}

/**
 * What it sets for programs that the line runs after it: `export EDITOR=rm; git commit`. Every reading of it counts,
 * also behind `builtin`, in `eval`, and with the values that its variables may have.
 */
export function readExported(
  command: SimpleCommand,
  { script: { commands } }: Line,
  setting: Setting,
  at: number,
  reader: CommandReader,
): void {
  if (commands.at(-1) === command) return
  const { effects } = reader
  for (let index = at, end = effects.length; index < end; index++) {
    const effect = effects[index]
    const program = effect?.type === 'run' ? (effect.program ?? '') : ''
    const exports = EXPORTS.has(program)
    if (effect?.type !== 'run' || !(exports || KEEPS.has(program))) continue
    for (const word of effect.argv) {
      const [, name, value] = SETS.exec(word ?? '') ?? []
      if (name === undefined || value === undefined || !(exports || isKnown(value))) continue
      readValue(name, value, setting, index, reader)
    }
  }
}

function isKnown(value: string): boolean {
  return !/[$`]/.test(value)
}

/**
 * Such a value is read as `env` reads it. That the variable is set at all, and what an unknown value may do, are effects
 * of their own.
 */
function readValue(name: string, value: Word, setting: Setting, at: number, reader: CommandReader): void {
  if (value === null) return
  for (const { script } of settingOf(name, value, ''))
    if (typeof script === 'string')
      reader.readScript(script, 'sh', scriptUse(reader.context.first + at, setting, reader, ''))
}
