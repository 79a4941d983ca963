/** Part of reading shell lines: a command whose name is an alias that the line has made. */

import { lastOfAlias } from '../../catalogue/wrappers.ts'
import type { CommandReader } from '../command.ts'
import type { Line } from '../line.ts'
import type { Setting } from '../setting.ts'
import { parseShell } from '../syntax/parse.ts'
import type { SimpleCommand } from '../syntax/script.ts'
import { type CommandWords, guessedWord, resolveWord, wordsOf } from '../words/words.ts'
import { readGuesses } from './given-commands.ts'

/** A longer text is not read as shell again for each of its uses. */
const LONGEST = 300

/**
 * For `alias g=git`, then `g push`: where aliases are expanded, the text takes the place of the name, whatever the text
 * is.
 */
export function readAliased(
  command: SimpleCommand,
  line: Line,
  aliases: ReadonlyMap<string, string>,
  setting: Setting,
  at: number,
  reader: CommandReader,
): void {
  const [name, ...rest] = command.words
  const text = name === undefined || name.dynamic ? undefined : aliases.get(name.value)
  if (name === undefined || text === undefined) return
  const { home } = reader.context.around
  const resolved = (words: SimpleCommand['words']) => words.map((word) => resolveWord(word, setting.environment, home))
  const behind = line.source.slice(name.span.end, command.span.end)
  const isLong = text.length > LONGEST
  if (isLong) reader.cutShort('letters of an alias', setting.of, setting.span)
  const whole = isLong ? undefined : commandsIn(`${text}${behind}`)
  const begun = [...lastOfAlias(text).map(guessedWord), ...resolved(rest)]
  const commands = [...(whole ?? []).map(({ words }) => wordsOf(resolved(words))), wordsOf(begun)]
  readGuesses(commands.filter(isAny), setting, at, reader)
}

function commandsIn(text: string): readonly SimpleCommand[] | undefined {
  const parsed = parseShell(text)
  return parsed.ok ? parsed.script.commands : undefined
}

function isAny({ argv }: CommandWords): boolean {
  return argv.length > 0
}
