/** Part of reading shell lines: the command or script that a command runs, according to its words. */

import type { Run, Word } from '../../../engine/effect.ts'
import { WILD } from '../../../engine/match/segment.ts'
import { scriptOf, toolsOf } from '../../catalogue/scripts.ts'
import type { Unwrapped } from '../../catalogue/wrappers.ts'
import { EVERYTHING, runEffect } from '../../make.ts'
import type { CalledCommand } from '../called.ts'
import type { CommandReader } from '../command.ts'
import { type Company, respelled } from '../company.ts'
import { FED } from '../plausible/given-sources.ts'
import { readGuesses, readWithoutNothing } from '../plausible/given-commands.ts'
import { programOf } from '../program.ts'
import type { Setting } from '../setting.ts'
import { filledIn } from '../words/variants.ts'
import { type CommandWords, givenWords, type Resolved } from '../words/words.ts'
import { readNamed, scriptUse } from './script.ts'
import { fedByPipe, fedCommands, templatesOf, waitsForInput } from './xargs.ts'

const MOST_WRAPPERS = 40

/**
 * For `bash -c "rm -rf ~ $X"`: a script that is only partly unknown is also read as it is written; `at`: the index of
 * its first effect.
 */
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

/** Several words, an option or an assignment: `--to-command="rm $X"`, `env A=$B rm x`. */
const TOLD = /\s|^-|^\w+=/
const PRINTED = /\$\(.*\)|`.*`/s

/** What the called command runs, in one reading of its words; `index` is the effect to which this belongs. */
export function readInside(
  unwrapped: Unwrapped,
  { words, program, transparent }: CalledCommand,
  index: number,
  setting: Setting,
  reader: CommandReader,
): void {
  const { argv, resolved } = words
  const { guess, span } = setting
  const one = setting.company?.handed === undefined ? unwrapped : fedByPipe(unwrapped, argv, program, setting.company)
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
      through: transparent || (guess && setting.through),
      told: setting.told || program.name === 'env',
      apart: setting.apart || !program.hosts,
      elsewhere,
      company: companyInside(unwrapped, argv, setting.company),
    }
    const at = reader.effects.length
    const filled = filledIn(one, one.inner, resolved)
    reader.run(filled, inside)
    if (program.name === 'xargs' && filled.resolved !== undefined && !inside.guess && !waitsForInput(argv, one.at))
      readWithoutNothing(filled.resolved, inside, at, reader)
    if (FED.has(program.name) && one.inner.includes(null) && !inside.guess)
      readGuesses(fedCommands(one.inner, templatesOf(one, argv), inside, reader), inside, at, reader)
  } else if (typeof one.script === 'string') {
    const use = scriptUse(index, setting, reader, program.name, one.begins)
    const below = one.begins === undefined ? undefined : foundAmong(resolved)
    reader.readScript(one.script, one.shell ?? 'bash', below === undefined ? use : { ...use, below })
  } else if (typeof one.code === 'string') readNamed(one.code, index, setting, reader)
  else if (typeof one.file === 'string' && !guess) readByName(one.file, words, index, setting, reader)
}

/** The patterns that every unknown word fits, if they all fit the same ones. */
function foundAmong(resolved: readonly Resolved[] | undefined): Resolved['found'] {
  const [first, ...others] = resolved?.filter(({ word }) => word === null) ?? []
  return others.every(({ found }) => found?.join() === first?.found?.join()) ? first?.found : undefined
}

/** `bash deploy.sh now` runs the same as `./deploy.sh now`, and a rule on that may mean both. */
function readByName(
  file: string,
  { argv, resolved }: CommandWords,
  of: number,
  setting: Setting,
  reader: CommandReader,
): void {
  // If it occurs twice, the first may be the value of an option.
  for (const at of new Set([argv.indexOf(file), argv.lastIndexOf(file)])) {
    if (resolved?.[at]?.traits.glob === true)
      return reader.unknown('which script it runs is only known when it runs', of, ['run'], setting.span)
    const words = { argv: argv.slice(at), resolved: resolved?.slice(at) }
    reader.run(words, { ...setting, of, depth: setting.depth + 1, guess: true, apart: true, company: undefined })
  }
}

/**
 * `python ./manage.py flush`: the script does the work, and a rule may name it. `node x/npm-cli.js publish` is npm's
 * work.
 */
export function readStarted(
  { words, program }: CalledCommand,
  of: number,
  setting: Setting,
  reader: CommandReader,
): void {
  const { argv } = words
  if (setting.depth > MOST_WRAPPERS) return
  const inside = { ...setting, of, depth: setting.depth + 1, guess: true, apart: true, company: undefined }
  const run = (name: string, at: number) => reader.run(givenWords([name, ...argv.slice(at + 1)]), inside)
  for (const tool of program.tools) run(tool, 0)
  const script = program.starts ? scriptOf(program.wrapper?.name ?? program.name, argv) : undefined
  if (script === undefined) return
  if (script === null) {
    const from = argv.indexOf(null)
    for (const tool of lookedUp(setting.company)) run(tool, from)
    return readAnyScript(words, from, inside, reader)
  }
  const at = argv.findIndex((word, index) => index > 0 && (word === script || isModule(word, script)))
  if (words.resolved?.[at]?.traits.glob === true) return readAnyScript(words, at, inside, reader)
  const placed = script.includes('/') ? script : `./${script}`
  // `node rm` has nothing to do with rm.
  if (/[/.]/u.test(script) || programOf(script).table === undefined) run(placed, at)
  // node finds a script without its ending.
  if (!/\.\w+$/u.test(script) && !OTHER_LANGUAGES.test(program.name)) run(`${placed}.js`, at)
  for (const tool of toolsOf(script)) run(tool, at)
}

/**
 * `python *.py`, `node "$DIR/x.js"`, `find … -exec python {} ;`: any script whose name fits what is known of it, for rules
 * that name scripts.
 */
function readAnyScript({ argv, resolved }: CommandWords, at: number, setting: Setting, reader: CommandReader): void {
  const known = resolved?.[at]
  const rest = known?.traits.splits === false ? argv.slice(at + 1) : [null, ...argv.slice(at + 1)]
  for (const path of known?.found ?? known?.alternatives ?? [known?.word ?? known?.shape ?? '*']) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (WILD.test(name)) reader.effects.push(someScript(path, rest, setting))
    else reader.run(givenWords([`./${name}`, ...rest]), setting)
  }
}

function someScript(named: string, rest: readonly Word[], { of, span }: Setting): Run {
  const argv = [null, ...rest]
  const guessed = { program: null, trusted: false, certain: false, harmless: false, inside: false }
  return runEffect({ type: 'run', argv, ...guessed, of, span, named })
}

/** `node $(which npm)` */
function lookedUp(company: Company | undefined): readonly string[] {
  return (company?.substitutes ?? []).flatMap(([program, ...words]) => {
    const name = words.at(-1)
    return typeof name === 'string' && LOOKS_UP.test(program ?? '') ? [name] : []
  })
}

const OTHER_LANGUAGES = /^(?:py|ruby|perl|php|lua|java|R)/u
const LOOKS_UP = /^(?:which|command|type|whence|realpath|readlink)$/u

/** `-m manage` runs `manage.py`. */
function isModule(word: Word, script: string): boolean {
  return script.endsWith('.py') && word?.endsWith(script.slice(0, -3).replaceAll('/', '.')) === true
}

/** What xargs starts does not read the input of xargs, and its words have other surroundings. */
function companyInside(one: Unwrapped, outer: readonly Word[], company: Company | undefined): Company | undefined {
  if (company === undefined && one.begins === undefined) return undefined
  return respelled(company, spelledInside(one, outer, company?.spelled), undefined)
}

const ITEM = '${item}'

/** A word that stood in the line keeps its spelling; one that is filled in is known only as far as its beginning is. */
function spelledInside(one: Unwrapped, outer: readonly Word[], spelled: Company['spelled']): Company['spelled'] {
  const { inner, at, begins } = one
  if (inner === undefined || (spelled === undefined && begins === undefined)) return undefined
  // Words that were put together anew still end in the same way as the line.
  const from = at ?? outer.length - inner.length
  const fill = templatesOf(one, outer)
  return inner.map((word, index) => {
    if (outer[from + index] === null || word !== null) return spelled?.[from + index]
    // In `xargs -I{} rm -rf ~/{}`, the item is like a variable.
    const filled = begins === undefined ? fill(index, ITEM) : begins
    return filled === ITEM ? undefined : filled
  })
}
