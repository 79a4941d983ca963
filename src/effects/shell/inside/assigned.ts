/** Part of reading shell lines: the commands that variables hold which are set for a program: `JJ_EDITOR=rm jj describe`. */

import { settingOf } from '../../catalogue/wrappers.ts'
import type { CommandReader } from '../command.ts'
import type { Setting } from '../setting.ts'
import type { SimpleCommand } from '../syntax/script.ts'
import { resolveWord } from '../words/words.ts'
import { scriptUse } from './script.ts'

/**
 * Such a value is read as `env` reads it. That the variable is set at all, and what an unknown value may do, are effects
 * of their own. `at`: the index of the command's first effect.
 */
export function readAssigned({ assigns }: SimpleCommand, setting: Setting, at: number, reader: CommandReader): void {
  for (const { name, value, array, subscript } of assigns) {
    if (value === undefined || array !== undefined || subscript !== undefined) continue
    const { word } = resolveWord(value, setting.environment, reader.context.around.home)
    if (word === null) continue
    for (const { script } of settingOf(name, word, ''))
      if (typeof script === 'string')
        reader.readScript(script, 'sh', scriptUse(reader.context.first + at, setting, reader, ''))
  }
}
