/** Part of reading shell lines: a command with the texts filled in that the line may have given to its words; see `given.ts`. */

import type { Effect, Word } from '../../../engine/effect.ts'
import { unknownEffect } from '../../make.ts'
import type { CommandReader } from '../command.ts'
import type { Line } from '../line.ts'
import type { Setting } from '../setting.ts'
import type { ShellWord, SimpleCommand } from '../syntax/script.ts'
import { type CommandWords, guessedWord, isOpen, type Resolved, resolveWord, wordsOf } from '../words/words.ts'

/** Reads what the command whose effects begin at `at` may become. What is harmless whatever it is given reads files at most. */
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

/** `shopt -s nullglob; sort -o nothing* b`: what follows a pattern may take its place. */
export function readWithoutPatterns(
  words: readonly Resolved[],
  setting: Setting,
  at: number,
  reader: CommandReader,
): void {
  const patterns = [...words.keys()].filter((index) => words[index]?.traits.glob === true)
  if (patterns.length > MOST_LEFT_OUT && !isHarmlessFrom(at, reader))
    return reader.cutShort('patterns', setting.of, setting.span)
  readWithout(patterns, words, setting, at, reader)
}

/**
 * `cp x ~/.bashrc $NOBODY_SET`: the word before it is the last. Of many such words, none is there or all are. What comes of a word that is
 * taken for another one's value is not understood, and says nothing; the files that are named by it then are only asked about. Of the
 * first word, see `likely.ts`.
 */
export function readWithoutNothing(
  words: readonly Resolved[],
  setting: Setting,
  at: number,
  reader: CommandReader,
): void {
  const nothing = [...words.keys()].filter((index) => index > 0 && words[index]?.nothing === true)
  const operands = nothing.filter((index) => !isValue(index, words))
  readWithoutThese(operands, words, setting, at, reader)
  if (operands.length < nothing.length) readWithoutThese(nothing, words, setting, at, reader, onlyAsked)
}

function readWithoutThese(
  places: readonly number[],
  words: readonly Resolved[],
  setting: Setting,
  at: number,
  reader: CommandReader,
  taken = (effect: Effect) => effect,
): void {
  const { effects } = reader
  const end = effects.length
  if (places.length <= MOST_LEFT_OUT) readWithout(places, words, setting, at, reader)
  else readGuesses([wordsOf(words.filter((_, index) => !places.includes(index)))], setting, at, reader)
  const guessed = effects.splice(end).map(taken)
  // None of them belongs to another of them.
  effects.push(...guessed.filter(({ type, finding }) => type !== 'unknown' || finding !== undefined))
}

/** `tar czf $OUT .git`, `sort -o $OUT x`: the word before it is, or may be, an option with a value. */
function isValue(index: number, words: readonly Resolved[]): boolean {
  const before = words[index - 1]?.word
  return before?.startsWith('-') === true || (index === 2 && words[0]?.word === 'tar')
}

/** A file by the value of an option: no denial of it holds, but nobody is left unasked. */
function onlyAsked(effect: Effect): Effect {
  if (effect.type !== 'read' && effect.type !== 'write') return effect
  const { type, path, of, span, finding } = effect
  return unknownEffect(`${path}, where the word before it is none`, [type], of, span, { certain: false, finding })
}

/** Without each choice of the words at these places. What is harmless with them is so without. */
function readWithout(
  places: readonly number[],
  words: readonly Resolved[],
  setting: Setting,
  at: number,
  reader: CommandReader,
): void {
  if (places.length === 0 || isHarmlessFrom(at, reader)) return
  const without = Array.from({ length: 2 ** places.length - 1 }, (_, kept) =>
    wordsOf(words.filter((_word, index) => !places.includes(index) || (kept & (1 << places.indexOf(index))) !== 0)),
  )
  const commands = without.filter(({ argv }) => argv.length > 0 && !lacksTarget(argv))
  readGuesses(commands, setting, at, reader)
}

/** `cp x`: an error. */
function lacksTarget([program, ...rest]: readonly Word[]): boolean {
  if (program !== 'cp' && program !== 'mv') return false
  return rest.filter((word) => word === null || !PLAIN_OPTION.test(word)).length === 1 && rest.every(isPlain)
}

/** Not where the target is told by one. */
const PLAIN_OPTION = /^-[a-su-zA-Z]+$/u

function isPlain(word: Word): boolean {
  return word !== null && !/[*?[{]/u.test(word)
}

function isHarmlessFrom(at: number, { effects }: CommandReader): boolean {
  return effects.findLastIndex((effect) => !effect.harmless) < at
}

const MOST_LEFT_OUT = 4

/** By word, the texts that it may be; undefined where the line tells nothing of any. */
function givenTexts({ words }: SimpleCommand, line: Line, home: string): readonly (readonly string[])[] | undefined {
  let told = false
  const texts = words.map((word) => {
    // Where braces are quoted in part, which words they make is not followed.
    const given = word.dynamic || (word.brace && word.quoted) ? line.given.textsOf(word, home) : NONE
    told ||= given.length > 0
    return given
  })
  return told ? texts : undefined
}

const NONE: readonly never[] = []

/** `c=(rm -rf x)`, then `"${c[@]}"`: the words of the list are the command. */
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

/** One for each text, the words side by side: not every pair of them. */
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
 * What the command whose effects begin at `at` may become. All of that belongs to it, or to what it wraps: whoever permits the
 * one has permitted the other. A guess that moves the shell may have moved it.
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
