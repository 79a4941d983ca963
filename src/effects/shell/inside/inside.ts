/** Part of reading shell lines: the command or script that a command runs, by its words or from its standard input. */

import type { Word } from '../../../engine/effect.ts'
import { writtenInCode } from '../../catalogue/dangers/code.ts'
import { isClient, scriptFromStdin, textCommands, textWrites } from '../../catalogue/wrappers.ts'
import type { Unwrapped, Wrapper } from '../../catalogue/wrappers.ts'
import { EVERYTHING } from '../../make.ts'
import type { CommandReader, ScriptUse } from '../command.ts'
import { type Company, respelled } from '../company.ts'
import { FED } from '../plausible/given-sources.ts'
import { readGuesses } from '../plausible/given-commands.ts'
import type { Program } from '../program.ts'
import { printedText } from '../plausible/said.ts'
import type { Setting } from '../setting.ts'
import { filledIn } from '../words/variants.ts'
import { type CommandWords, givenWords } from '../words/words.ts'

const MOST_WRAPPERS = 40

/** `bash -c "rm -rf ~ $X"`: a script of which only a part is unknown is read as it is written; `at`: where its effects begin. */
export function readAsSpelled(
  { argv }: CommandWords,
  inner: readonly Unwrapped[],
  at: number,
  setting: Setting,
  reader: CommandReader,
): void {
  const spelled = setting.company?.spelled
  if (spelled === undefined || setting.depth > MOST_WRAPPERS) return
  const written = argv.map((word, index) => word ?? spelled[index] ?? null)
  if (written.every((word, index) => word === argv[index])) return
  const isTold = (word: Word, index: number) => argv[index] === null && TOLD.test(word?.replace(PRINTED, '') ?? '')
  if (!inner.some(({ dynamic }) => dynamic) && !written.some(isTold)) return
  const inside = {
    ...setting,
    depth: setting.depth + 1,
    company: respelled(setting.company, undefined, setting.company?.handed),
  }
  readGuesses([givenWords(written)], inside, at, reader)
}

/** Several words, an option or a setting: `--to-command="rm $X"`, `env A=$B rm x`. */
const TOLD = /\s|^-|^\w+=/
const PRINTED = /\$\(.*\)|`.*`/s

/** The command inside a wrapper of these words; `index` is the effect that it belongs to, `through` whether that is seen through. */
export function readInside(
  unwrapped: Unwrapped,
  words: CommandWords,
  index: number,
  through: boolean,
  known: Program,
  setting: Setting,
  reader: CommandReader,
): void {
  const { argv, resolved } = words
  const { guess, span } = setting
  const one = setting.company?.handed === undefined ? unwrapped : fedByPipe(unwrapped, argv, known, setting.company)
  if (one.guess === true && guess) return
  if (one.dynamic) reader.unknown(one.unresolved ?? 'what it runs is only known when it runs', index, EVERYTHING, span)
  if (one.cut !== undefined) reader.cutShort(one.cut, index, span)
  if (setting.depth > MOST_WRAPPERS) return reader.cutShort('commands inside each other', index, span)
  const depth = setting.depth + 1
  if (one.inner !== undefined) {
    const elsewhere = setting.elsewhere || one.elsewhere !== undefined
    const inside: Setting = {
      ...setting,
      of: index,
      depth,
      guess: guess || one.guess === true,
      // What a guess runs is as likely as the guess.
      through: through || (guess && setting.through),
      told: setting.told || known.name === 'env',
      apart: setting.apart || !known.hosts,
      elsewhere,
      company: companyInside(unwrapped, argv, setting.company),
    }
    const at = reader.effects.length
    reader.run(filledIn(one, one.inner, resolved), inside)
    if (FED.has(known.name) && one.inner.includes(null) && !inside.guess)
      readGuesses(fedCommands(one.inner, templatesOf(one, argv), inside, reader), inside, at, reader)
  } else if (typeof one.script === 'string') {
    reader.readScript(one.script, one.shell ?? 'bash', scriptUse(index, setting, reader, known.name, one.begins))
  } else if (typeof one.code === 'string') readWritten(one.code, index, setting, reader)
  else if (typeof one.file === 'string' && !guess) readByName(one.file, words, index, setting, reader)
}

/** `bash deploy.sh now` runs what `./deploy.sh now` does, and a rule on that may mean both. */
function readByName(
  file: string,
  { argv, resolved }: CommandWords,
  of: number,
  setting: Setting,
  reader: CommandReader,
): void {
  // Of two the first may be the value of an option.
  for (const at of new Set([argv.indexOf(file), argv.lastIndexOf(file)])) {
    if (resolved?.[at]?.traits.glob === true)
      return reader.unknown('which script it runs is only known when it runs', of, ['run'], setting.span)
    const words = { argv: argv.slice(at), resolved: resolved?.slice(at) }
    reader.run(words, { ...setting, of, depth: setting.depth + 1, guess: true, apart: true, company: undefined })
  }
}

/** Where a script stands that the command runs; what it does belongs to the effect of that index. */
function scriptUse(
  index: number,
  { folders, depth, environment, apart }: Setting,
  reader: CommandReader,
  program: string,
  begins?: string,
): ScriptUse {
  const within = RUNS_IN_ITS_SHELL.has(program) && !apart ? environment : undefined
  return { reader, of: index, folders, depth: depth + 1, moved: environment.moved, begins, within }
}

const RUNS_IN_ITS_SHELL = new Set(['eval', 'trap', 'source', '.'])

/** `python3 -c "open('x', 'w')"` */
function readWritten(code: string, index: number, setting: Setting, reader: CommandReader): void {
  if (setting.elsewhere) return
  for (const target of writtenInCode(code)) reader.add(reader.file(target, index, { ...setting, guess: true }, 'write'))
}

/** What xargs starts does not read what xargs does, and its words stand elsewhere than those around it. */
function companyInside(one: Unwrapped, outer: readonly Word[], company: Company | undefined): Company | undefined {
  if (company === undefined && one.begins === undefined) return undefined
  return respelled(company, spelledInside(one, outer, company?.spelled), undefined)
}

/** A word that stood in the line is spelled as it was there; what is filled in, as far as it is known to begin. */
function spelledInside(
  { inner, at, begins }: Unwrapped,
  outer: readonly Word[],
  spelled: Company['spelled'],
): Company['spelled'] {
  if (inner === undefined || (spelled === undefined && begins === undefined)) return undefined
  // Words that were put together anew still end as the line does.
  const from = at ?? outer.length - inner.length
  return inner.map((word, index) => (outer[from + index] === null || word !== null ? spelled?.[from + index] : begins))
}

const BY_ZERO = /^(?:-[0rtx]*0[0rtx]*|--null)$/
/** The word behind one of these is its value, whatever it looks like. */
const VALUED = /^(?:-[a-zA-Z0]*[EILPns]|--max-(?:args|chars|procs))$/
const DELIMITED = /^(?:-[^-]*d|--d)/

/** `find src -print0 | xargs -0 sort`, `docker ps -q | xargs docker stats`: what xargs puts in is known in kind. */
function fedByPipe(one: Unwrapped, argv: readonly Word[], { name }: Program, { handed }: Company): Unwrapped {
  if (name !== 'xargs' || !one.strict || handed === undefined) return one
  const options = argv.slice(1, one.at)
  if (options.some((word) => word === null || DELIMITED.test(word))) return one
  const isZero = (word: Word, at: number) => BY_ZERO.test(word ?? '') && !VALUED.test(options[at - 1] ?? '')
  if (handed.below !== undefined && one.at !== undefined && options.some(isZero))
    return { ...one, begins: handed.below, ends: isAppended(one) ? handed.ends : undefined }
  return handed.fills === undefined ? one : { ...one, fills: handed.fills }
}

/** Behind all others, and nowhere else. */
function isAppended({ inner, many }: Unwrapped): boolean {
  return many === true && inner !== undefined && inner.indexOf(null) === inner.length - 1
}

const MOST_FED = 200

/** `xargs -I{} sh -c 'rm {}'`: the words as they were before something is filled in, and the mark in them. */
function templatesOf({ inner, at }: Unwrapped, argv: readonly Word[]): (index: number, word: string) => string {
  const options = argv.slice(1, at)
  const asked = options.findIndex((word) => word?.startsWith('-I') === true)
  const mark = options[asked]?.slice(2) || (asked < 0 ? '' : (options[asked + 1] ?? '')) || '{}'
  const from = at ?? argv.length - (inner?.length ?? 0)
  return (index, word) => argv[from + index]?.replaceAll(mark, () => word) ?? word
}

/** `echo ~/.bashrc | xargs rm`: with each of the words that the line spells on its input. */
function fedCommands(
  inner: readonly Word[],
  fill: (index: number, word: string) => string,
  setting: Setting,
  reader: CommandReader,
): readonly CommandWords[] {
  const text = inputOf(setting)
  // `xargs -0 sh -c`: where a script is asked for, a line of it is one.
  const ends = inner.includes('-c') ? /[\n\0]+|$/ : /[\s\0]+/
  const fed = new Set(text?.split(ends).filter((word) => word !== '' && !word.includes('$')))
  if (fed.size > MOST_FED && reader.effects.at(-1)?.harmless !== true)
    reader.cutShort('words on an input', setting.of, setting.span)
  return Array.from(fed, (word) => givenWords(inner.map((one, at) => one ?? fill(at, word)))).slice(0, MOST_FED)
}

/** It runs what it is given on standard input, whatever its words are. */
export function isFed(
  wrapper: Wrapper | undefined,
  argv: readonly Word[],
  inner: readonly Unwrapped[],
  program: string,
  { stdin, reads, company }: Setting,
): boolean {
  if (wrapper !== undefined && scriptFromStdin(wrapper, argv, inner) !== false) return true
  return (stdin !== undefined || reads !== undefined || company?.pipeFrom !== undefined) && isClient(program)
}

/** A shell that is given its script on standard input. */
export function readStandardInput(
  wrapper: Wrapper,
  argv: readonly Word[],
  inner: readonly Unwrapped[],
  { name, told }: Program,
  index: number,
  setting: Setting,
  reader: CommandReader,
): void {
  const reads = scriptFromStdin(wrapper, argv, inner)
  if (reads === 'other')
    reader.unknown(`${name} runs the code it reads from its input`, index, EVERYTHING, setting.span)
  if (reads !== 'shell') {
    const given = typeof setting.stdin === 'string' || setting.company !== undefined
    if (given && (reads === 'other' || isClient(name))) readText(name, told ? setting.of : index, setting, reader)
    return
  }
  const isWritten = typeof setting.stdin === 'string'
  if (!isWritten) reader.unknown(`${name} runs what it reads from its input`, index, EVERYTHING, setting.span)
  // With `-n` nothing of it is run.
  const script = isWritten || !argv.includes('-n') ? inputOf(setting) : undefined
  if (script !== undefined) reader.readScript(script, name, scriptUse(index, setting, reader, name))
}

/** `python3 <<'EOF'`, `psql <<< '\\! rm x'`: commands that stand in the text are found for restrictions. */
function readText(program: string, index: number, setting: Setting, reader: CommandReader): void {
  const text = inputOf(setting)
  if (text === undefined) return
  readWritten(text, index, setting, reader)
  for (const file of textWrites(program, text))
    reader.add(reader.file(file, index, { ...setting, guess: true }, 'write'))
  const use = scriptUse(index, setting, reader, program)
  for (const { script, shell = 'bash', inner, cut } of textCommands(program, text)) {
    if (cut !== undefined) reader.cutShort(cut, index, setting.span)
    else if (typeof script === 'string') reader.readScript(script, shell, use)
    else if (inner !== undefined)
      reader.run(givenWords(inner), { ...setting, of: index, depth: use.depth, apart: true })
  }
}

/** The text on its input, as far as the line spells it: `sh <<< 'rm x'`, `echo 'rm x' | sh`. */
function inputOf({ stdin, company }: Setting): string | undefined {
  if (typeof stdin === 'string') return stdin
  return company === undefined ? undefined : (company.said ?? printedText(company.pipeFrom))
}
