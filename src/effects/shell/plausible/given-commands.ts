/**
 * Part of reading shell lines: fills in the texts that the line may have given to a command's words; see `given.ts`.
 */

import type { Effect, Word } from '../../../engine/effect.ts'
import type { CommandReader } from '../command.ts'
import type { Line } from '../line.ts'
import { programOf } from '../program.ts'
import type { Setting } from '../setting.ts'
import type { ShellWord, SimpleCommand } from '../syntax/script.ts'
import { type CommandWords, guessedWord, isOpen, type Resolved, resolveWord, wordsOf } from '../words/words.ts'

/**
 * Reads what the command whose effects begin at `at` may become. A command that is harmless whatever it is given can at
 * most read files.
 */
export function fillIn(command: SimpleCommand, line: Line, setting: Setting, at: number, reader: CommandReader): void {
  const { effects, context } = reader
  const { home } = context.around
  const harmless = isHarmlessFrom(at, reader)
  if (harmless && effects.length === at + 1) return
  if (!harmless) readGuesses(listedCommands(command, line, setting, home), setting, at, reader)
  const texts = givenTexts(command, line, home)
  if (texts === undefined) return
  if (harmless) return texts.forEach((given) => reader.mentions.texts.push(...given))
  readGuesses(givenCommands(command, texts, setting, home), setting, at, reader)
  if (line.given.isCutShort) reader.cutShort('values of variables', setting.of, setting.span)
}

/**
 * In `shopt -s nullglob; sort -o nothing* b`, the word after a pattern may take the pattern's place. What is harmless
 * with the pattern is harmless without it.
 */
export function readWithoutPatterns(
  words: readonly Resolved[],
  setting: Setting,
  at: number,
  reader: CommandReader,
): void {
  const patterns = [...words.keys()].filter((index) => words[index]?.traits.glob === true)
  if (patterns.length === 0 || isHarmlessFrom(at, reader)) return
  if (patterns.length > MOST_PATTERNS) return reader.cutShort('patterns', setting.of, setting.span)
  const without = Array.from({ length: 2 ** patterns.length - 1 }, (_, kept) =>
    wordsOf(words.filter((_word, index) => !patterns.includes(index) || (kept & (1 << patterns.indexOf(index))) !== 0)),
  )
  const commands = without.filter(({ argv }) => argv.length > 0)
  readGuesses(commands, setting, at, reader)
}

const MOST_PATTERNS = 4

/**
 * `cp x ~/.bashrc $NOBODY_SET`: the word before it is the last. Behind those that stay, nothing is taken for the value of an option that
 * lost its own; what is not understood of it says nothing. Nor does what is harmless, but for the folder that is searched where no
 * file is named: `grep -r x $(true)`.
 */
export function readWithoutNothing(
  words: readonly Resolved[],
  setting: Setting,
  at: number,
  reader: CommandReader,
): void {
  const count = words.findLastIndex(({ nothing }) => nothing !== true) + 1
  const left = wordsOf(words.slice(0, count))
  if (count === 0 || count === words.length || lacksTarget(left.argv)) return
  const { effects } = reader
  const isHarmless = isHarmlessFrom(at, reader)
  if (isHarmless && programOf(words[0]?.word ?? '').moves) return
  const end = effects.length
  readGuesses([left], setting, at, reader)
  // None of these effects belongs to another of them.
  effects.push(...effects.splice(end).filter(isHarmless ? isSearch : saysSomething))
}

function isSearch(effect: Effect): boolean {
  return effect.type === 'read' && effect.reach === 'tree'
}

function saysSomething({ type, finding }: Effect): boolean {
  return type !== 'unknown' || finding !== undefined
}

/** `cp x` and `rsync x` without a target: what is copied is not written. */
function lacksTarget([program, ...rest]: readonly Word[]): boolean {
  if (program == null || !COPIERS.has(program)) return false
  return rest.filter((word) => word === null || !PLAIN_OPTION.test(word)).length === 1 && rest.every(isPlain)
}

const COPIERS: ReadonlySet<string> = new Set(['cp', 'mv', 'rsync', 'scp', 'install'])
/** An option without `-t`, which names the target. */
const PLAIN_OPTION = /^-[a-su-zA-Z]+$/u

function isPlain(word: Word): boolean {
  return word !== null && !/[*?[{]/u.test(word)
}

function isHarmlessFrom(at: number, { effects }: CommandReader): boolean {
  return effects.findLastIndex((effect) => !effect.harmless) < at
}

/** For each word, the texts that it may be; undefined if the line tells nothing about any word. */
function givenTexts({ words }: SimpleCommand, line: Line, home: string): readonly (readonly string[])[] | undefined {
  let told = false
  const texts = words.map((word) => {
    // It is not followed which words partly quoted braces become.
    const given = word.dynamic || (word.brace && word.quoted) ? line.given.textsOf(word, home) : NONE
    told ||= given.length > 0
    return given
  })
  return told ? texts : undefined
}

const NONE: readonly never[] = []

/** For `c=(rm -rf x)`, then `"${c[@]}"`: the words of the list are the command. */
function listedCommands(
  { words: [first, ...rest] }: SimpleCommand,
  { script, source }: Line,
  { environment }: Setting,
  home: string,
): readonly CommandWords[] {
  const name = first?.dynamic === true ? LIST.exec(source.slice(first.span.start, first.span.end))?.[1] : undefined
  if (name === undefined) return NONE
  const lists: ShellWord[][] = []
  for (const assign of script.commands.flatMap(({ assigns }) => assigns)) {
    if (assign.name !== name || assign.array === undefined) continue
    if (assign.append && lists.length > 0) lists.at(-1)?.push(...assign.array)
    else lists.push([...assign.array])
  }
  return lists.map((list) => wordsOf([...list, ...rest].map((word) => resolveWord(word, environment, home))))
}

const LIST = /^"?\$\{(\w+)\[[@*]\]\}"?$/u

/** The first texts of all words make one command, the second texts the next, and so on: not every combination. */
function givenCommands(
  { words }: SimpleCommand,
  texts: readonly (readonly string[])[],
  { environment }: Setting,
  home: string,
): readonly CommandWords[] {
  const known = words.map((word) => resolveWord(word, environment, home))
  const open = texts.map((given, at) => (isOpen(known[at] as Resolved) ? given : NONE))
  const rounds = Math.max(...open.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) =>
    wordsOf(words.flatMap((word, at) => filled(word, known[at] as Resolved, open[at] ?? NONE, round))),
  )
}

function filled(word: ShellWord, known: Resolved, texts: readonly string[], round: number): readonly Resolved[] {
  const text = texts[Math.min(round, texts.length - 1)]
  if (text === undefined) return [known]
  return (word.splits ? text.split(/\s+/).filter((one) => one !== '') : [text]).map((one) => guessedWord(one))
}

/**
 * What the command whose effects begin at `at` may become. All of that belongs to the command, or to what it wraps: a
 * permission for the one permits the other. A guess that moves the shell may have moved it.
 */
export function readGuesses(
  commands: readonly CommandWords[],
  setting: Setting,
  at: number,
  reader: CommandReader,
): void {
  const { effects } = reader
  const end = effects.length
  const owner = ownerOf(effects, at)
  for (const words of commands) reader.run(words, { ...setting, guess: true, through: true })
  for (const effect of effects.slice(end)) (effect as { of: number }).of = reader.context.first + owner
}

/** The last command that is not harmless, or the first. */
function ownerOf(effects: readonly Effect[], at: number): number {
  const owner = effects.findLastIndex(({ type, harmless }) => type === 'run' && !harmless)
  return Math.max(owner, at)
}
