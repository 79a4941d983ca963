/** Part of reading shell lines: commands that run what the line itself has written before. */

import type { Effect, Word } from '../../../engine/effect.ts'
import { WILD } from '../../../engine/match/segment.ts'
import { mayStandFor, readShellSegment } from '../../../engine/match/shell-segment.ts'
import { unprefixed } from '../../catalogue/dangers/remote-code.ts'
import { statementOption } from '../../catalogue/dangers/sql.ts'
import { commandsIn, namesRecipe } from '../../catalogue/recipes.ts'
import type { RecipeForm, Recipes } from '../../catalogue/recipes.ts'
import { EVERYTHING } from '../../make.ts'
import type { CalledCommand } from '../called.ts'
import type { CommandReader } from '../command.ts'
import { readGuesses } from '../plausible/given-commands.ts'
import { filtered } from '../plausible/filtered.ts'
import { printedText } from '../plausible/said.ts'
import type { Setting } from '../setting.ts'
import { SETTERS } from '../variables/assigns.ts'
import { type CommandWords, givenWords } from '../words/words.ts'

/** Stands for a folder that is not known. */
const SOMEWHERE = '?'

/** The file that an effect writes. If its folder is not known, its name after a sign for that folder. */
export function writtenBy(effect: Effect): string | undefined {
  if (effect.type === 'write') return effect.path
  const isFile = effect.type === 'unknown' && effect.path !== undefined && effect.could.includes('write')
  return isFile ? `${SOMEWHERE}/${effect.path}` : undefined
}

/** The files that the line has written so far, each with its text, if the line spells it. */
export class WrittenFiles {
  readonly #texts = new Map<string, string>()
  /** The index of the first effect that writes it. */
  readonly #since = new Map<string, number>()
  /** Whether some of them are in a folder that is not known. */
  #isSomewhere = false
  /** Whether shells may read any of them when they start. */
  #isStart = false

  add(path: string, at: number): void {
    if (path.startsWith(SOMEWHERE)) this.#isSomewhere = true
    if (this.#texts.has(path)) return
    this.#texts.set(path, '')
    this.#since.set(path, at)
  }

  /**
   * Keeps what `echo`, `cat` and `tee` write. For a restriction it does not matter whether the text replaces the old
   * one or follows it.
   */
  keep(argv: readonly Word[], setting: Setting, effects: readonly Effect[]): void {
    const text = textWritten(argv, setting)
    if (text === undefined) return
    for (const effect of effects) {
      const file = writtenBy(effect)
      if (file !== undefined) this.#texts.set(file, `${this.#texts.get(file) ?? ''}\n${text}`)
    }
  }

  /** Reads the parts of it that the command runs. */
  readBy(called: CalledCommand, index: number, setting: Setting, reader: CommandReader): void {
    const { name, words, program, inner } = called
    const find = (text: string) => this.#namedBy(text, setting, reader, isPattern(text, words))
    const run = name.includes('/') || reader.line?.movesPrograms === true ? [...find(name)] : []
    for (const { file } of inner) if (typeof file === 'string') run.push(...find(file))
    for (const word of SETTERS.has(program.name) ? words.argv : [])
      if (word?.startsWith(START) === true) run.push(...find(word.slice(START.length)))
    if (reader.line?.startsByFile === true) {
      // The text of a file is known only after the command that writes it.
      for (const [file, text] of this.#texts) if (!this.#isStart || text !== '') run.push(file)
      this.#isStart = true
    }
    const before = index - reader.context.first
    const obeyed = program.recipes.flatMap((recipes) =>
      this.#obeyedBy(recipes, words.argv, setting, before).map((file) => ({ file, form: recipes.form })),
    )
    if (run.length > 0 || obeyed.some(({ form }) => form !== 'sql'))
      reader.unknown('runs a file that the line itself has written', index, EVERYTHING, setting.span)
    if (setting.guess) return
    for (const { file, form } of obeyed) {
      const text = this.#texts.get(file)?.trim() ?? ''
      if (text === '') continue
      this.#texts.set(file, '')
      const commands = asCommands(program.name, text, form).map((argv) => givenWords(argv))
      readGuesses(commands, setting, index - reader.context.first, reader)
    }
    const code = LANGUAGE.test(program.name)
      ? words.argv.slice(1).find((word) => word?.startsWith('-') === false)
      : null
    for (const file of typeof code === 'string' ? [...run, ...find(code)] : run) {
      const text = this.#texts.get(file)?.trim() ?? ''
      if (text === '') continue
      // Reading it once is enough, however often it runs.
      this.#texts.set(file, '')
      readGuesses([givenWords(asScript(program.name, text))], setting, index - reader.context.first, reader)
    }
  }

  /** The files it runs by their names, as far as the line has written them before; in which folder does not matter. */
  #obeyedBy(
    { files, named, form }: Recipes,
    argv: readonly Word[],
    { reads }: Setting,
    before: number,
  ): readonly string[] {
    const mentioned = (name: string) => [...argv, ...(reads ?? [])].some((word) => word?.endsWith(name) === true)
    return [...this.#texts.keys()].filter((file) => {
      if ((this.#since.get(file) ?? 0) >= before) return false
      const [, name] = placeOf(file)
      if (files.test(name)) return named !== true || mentioned(name)
      return form === 'lines' && namesRecipe(argv, name)
    })
  }

  #namedBy(text: string, setting: Setting, reader: CommandReader, glob: boolean): readonly string[] {
    const effect = reader.file(text, 0, setting)
    // If the line changes where programs are searched for, or the folder is not known, the name alone decides.
    const isLookedFor = !text.includes('/') && reader.line?.movesPrograms === true
    const path = effect.type === 'read' && !isLookedFor ? effect.path : `${SOMEWHERE}/${text}`
    if (!glob && !this.#isSomewhere && !path.startsWith(SOMEWHERE)) return this.#texts.has(path) ? [path] : []
    const [folder, name] = placeOf(path)
    const patterns = glob ? readShellSegment(name) : undefined
    const isOpen = WILD.test(folder) || folder.startsWith(SOMEWHERE)
    return [...this.#texts.keys()].filter((key) => {
      const [itsFolder, itsName] = placeOf(key)
      if (!isOpen && itsFolder !== folder && !itsFolder.startsWith(SOMEWHERE)) return false
      return patterns === undefined ? itsName === name : mayStandFor(patterns, itsName)
    })
  }
}

/** The setting that names the file an interactive shell reads first. */
const START = 'ENV='

function isPattern(text: string, { argv, resolved }: CommandWords): boolean {
  return resolved?.some(({ traits }, at) => traits.glob && argv[at] === text) === true
}

/** The folder and the name. */
function placeOf(path: string): readonly [string, string] {
  const slash = path.lastIndexOf('/')
  return [path.slice(0, slash), path.slice(slash + 1)]
}

function textWritten(argv: readonly Word[], { stdin, company }: Setting): string | undefined {
  const text = stdin ?? company?.said ?? printedText(company?.pipeFrom)
  // `… | sudo tee x.sh`.
  const bare = unprefixed(argv)
  const made = text === undefined ? undefined : filtered(bare, text)
  if (made !== undefined) return made
  const spelled = company?.spelled?.slice(argv.length - bare.length)
  return printedText(spelled === undefined ? bare : bare.map((word, at) => word ?? spelled[at] ?? null))
}

const LANGUAGE = /^(?:python|perl|ruby|node|php)/
const SHEBANG = /^#!\s*\S*?(?:env\s+)?\b(python|perl|ruby|node|php)/
const TEXT_OPTION: Readonly<Record<string, string>> = { perl: '-e', ruby: '-e', node: '-e', php: '-r' }

/** What the recipes in a text run, as commands. Line by line, because a whole file is hardly ever a script. */
function asCommands(program: string, text: string, form: RecipeForm): readonly (readonly string[])[] {
  if (form === 'sql') return [[program, statementOption(program), text].filter((word) => word !== '')]
  if (form === 'python') return [['python3', '-c', text]]
  if (form === 'ruby' || form === 'node') return [[form, '-e', text]]
  const commands = commandsIn(text, form)
  const lines = commands.split('\n')
  return (lines.length > MOST_LINES ? [commands] : lines).map((line) => ['bash', '-c', line])
}

const MOST_LINES = 100

/** The same text as a script on the command line. */
function asScript(program: string, text: string): readonly string[] {
  const language = SHEBANG.exec(text)?.[1] ?? LANGUAGE.exec(program)?.[0]
  return language === undefined ? ['bash', '-c', text] : [language, TEXT_OPTION[language] ?? '-c', text]
}
