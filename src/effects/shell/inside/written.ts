/** Part of reading shell lines: commands that run what the line itself has written before. */

import type { Effect, Word } from '../../../engine/effect.ts'
import { unprefixed } from '../../catalogue/dangers/remote-code.ts'
import { EVERYTHING } from '../../make.ts'
import type { CalledCommand } from '../called.ts'
import type { CommandReader } from '../command.ts'
import { readGuesses } from '../plausible/given-commands.ts'
import { filtered } from '../plausible/filtered.ts'
import { printedText } from '../plausible/said.ts'
import type { Setting } from '../setting.ts'
import { givenWords } from '../words/words.ts'

/** The files that the line has written so far, each with the text that the line spells for it, if any. */
export class WrittenFiles {
  readonly #texts = new Map<string, string>()

  add(path: string): void {
    if (!this.#texts.has(path)) this.#texts.set(path, '')
  }

  /** What `echo`, `cat` and `tee` write. Whether it takes the place of what was there, or follows it, is the same to a restriction. */
  keep(argv: readonly Word[], setting: Setting, effects: readonly Effect[]): void {
    const text = textWritten(argv, setting)
    if (text === undefined) return
    for (const effect of effects)
      if (effect.type === 'write') this.#texts.set(effect.path, `${this.#texts.get(effect.path) ?? ''}\n${text}`)
  }

  /** Reads what the command runs of it. */
  readBy({ name, words, program, inner }: CalledCommand, index: number, setting: Setting, reader: CommandReader): void {
    const find = (text: string) => this.#namedBy(text, reader.file(text, 0, setting))
    const run = name.includes('/') ? [...find(name)] : []
    for (const { file } of inner) if (typeof file === 'string') run.push(...find(file))
    if (run.length > 0) reader.unknown('runs a file that the line itself has written', index, EVERYTHING, setting.span)
    if (setting.guess) return
    const code = LANGUAGE.test(program.name)
      ? words.argv.slice(1).find((word) => word?.startsWith('-') === false)
      : null
    for (const file of typeof code === 'string' ? [...run, ...find(code)] : run) {
      const text = this.#texts.get(file)?.trim() ?? ''
      if (text === '') continue
      // Once is enough, however often it is run.
      this.#texts.set(file, '')
      readGuesses([givenWords(asScript(program.name, text))], setting, index - reader.context.first, reader)
    }
  }

  #namedBy(text: string, effect: Effect): readonly string[] {
    if (effect.type === 'read') return this.#texts.has(effect.path) ? [effect.path] : []
    // Nobody can tell the folder: the name is enough.
    return [...this.#texts.keys()].filter((path) => ending(path) === ending(`/${text}`))
  }
}

function ending(text: string): string {
  return text.slice(text.lastIndexOf('/'))
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

/** The same text as a script on the command line. */
function asScript(program: string, text: string): readonly string[] {
  const language = SHEBANG.exec(text)?.[1] ?? LANGUAGE.exec(program)?.[0]
  return language === undefined ? ['bash', '-c', text] : [language, TEXT_OPTION[language] ?? '-c', text]
}
