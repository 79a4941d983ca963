/**
 * Part of reading shell lines: a text that was not understood, and everything that can plausibly be read out of it. For
 * restrictions only.
 */

import type { PlacedCommand } from '../../catalogue/dangers.ts'
import { EVERYTHING } from '../../make.ts'
import type { ScriptUse } from '../script-use.ts'
import { dangersIn, dangersTogether } from '../dangers/dangers.ts'
import { programOf } from '../program.ts'
import { findingOf } from '../proof.ts'
import { bareSetting } from '../setting.ts'
import { Environment } from '../variables/state.ts'
import { NO_VARIABLES } from '../variables/survey.ts'
import { guess } from './guess.ts'

/** A script nested deeper than this is only guessed at. */
export const MOST_DEPTH = 4

/** What is found here is only a guess. Even a rule that allows every command does not allow its dangers. */
export function notUnderstood(text: string, why: string, { reader, of, folders, depth }: ScriptUse): void {
  reader.unknown(why, of, EVERYTHING)
  if (depth > MOST_DEPTH + 1) return reader.cutShort('commands inside each other', of)
  if (FORK_BOMB.test(text)) {
    reader.dangers.push({ category: 'resource', severity: 'critical', why: BOMB })
    reader.raise({ says: 'safety', code: 'danger-resource', why: BOMB }, of)
  }
  const { commands, writes, cut } = guess(text, reader.context.around.home)
  if (cut !== undefined) reader.cutShort(cut, of)
  const setting = bareSetting(of, new Environment(folders, NO_VARIABLES), depth + 1, true)
  for (const target of writes) reader.add(reader.file(target, of, setting, 'write'))
  const placed: PlacedCommand[] = []
  for (const argv of commands) {
    if (reader.isCutShort) return
    reader.readArgv(argv, setting)
    const finding = findingOf(undefined, dangersIn(argv, programOf(argv[0] ?? ''), { ...setting, placed }, reader))
    if (finding !== undefined) reader.raise(finding, of)
  }
  dangersTogether(placed, of, reader)
}

const BOMB = 'Starts itself over and over until the machine stops'
/** `:(){:|:&};:`, as it is often written from memory. */
const FORK_BOMB = /(?:^|[\s;&|])([\w:.]{1,20})\s?\(\)\s?\{\s?\1\s?\|\s?\1\s?&/u
