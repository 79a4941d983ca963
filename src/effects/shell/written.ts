/** Part of reading shell lines: commands that run what the line itself has written before. */

import type { Effect, Word } from '../../engine/effect.ts'
import { EVERYTHING } from '../make.ts'
import type { CalledCommand } from './called.ts'
import type { CommandReader } from './command.ts'
import type { Line } from './line.ts'
import { printed } from './said.ts'
import type { Setting } from './setting.ts'
import type { SimpleCommand } from './syntax/script.ts'
import { givenWords } from './words.ts'

/** Of files that run each other. */
const MOST_DEPTH = 8

/** `cat > x.sh <<E …`, then `bash x.sh`: as if it were given that on its input. */
export function readWritten(
  called: CalledCommand,
  written: ReadonlySet<string>,
  index: number,
  setting: Setting,
  reader: CommandReader,
): void {
  const file = fileRun(called, written, (text) => reader.file(text, 0, setting))
  if (file === undefined) return
  reader.unknown('runs a file that the line itself has written', index, EVERYTHING, setting.span)
  if (reader.line === undefined || setting.depth > MOST_DEPTH) return
  for (const text of textsWritten(file, reader.line)) {
    const program = file === called.name ? interpreterOf(text) : called.program.name
    const inside = { ...setting, of: index, depth: setting.depth + 1, apart: true, stdin: text, company: undefined }
    reader.run(givenWords([program]), inside)
  }
}

/** The file that it runs, when that is one of those written; `fileOf`: the file that a text names where the command stands. */
function fileRun(
  { name, inner, bare, program }: CalledCommand,
  written: ReadonlySet<string>,
  fileOf: (text: string) => Effect,
): string | undefined {
  const isWritten = (text: Word | undefined): text is string => {
    if (text == null) return false
    const effect = fileOf(text)
    if (effect.type === 'read') return written.has(effect.path)
    // Nobody can tell the folder: the name is enough.
    return [...written].some((path) => ending(path) === ending(`/${text}`))
  }
  if (name.includes('/') && isWritten(name)) return name
  const files = inner.map(({ file }) => file)
  // Which of its words is the program is not told.
  return (program.wrapper?.interprets === true ? bare.slice(1) : files).find(isWritten)
}

/** The texts that the line writes to a file of that name, as far as it spells them. */
function textsWritten(file: string, { script: { commands } }: Line): readonly string[] {
  const name = ending(`/${file}`)
  const names = (text: string) => ending(`/${text}`) === name
  const writers = commands.filter(
    ({ words, redirects }) =>
      redirects.some(({ op, target }) => op.includes('>') && target !== undefined && names(target.value)) ||
      (words[0]?.value === 'tee' && words.some(({ value }) => names(value))),
  )
  const pipelines = new Set(writers.map(({ pipeline }) => pipeline))
  return commands.filter(({ pipeline }) => pipelines.has(pipeline)).flatMap(spelledBy)
}

function spelledBy({ words, redirects }: SimpleCommand): readonly string[] {
  const bodies = redirects.flatMap(({ op, body, target }) =>
    op.startsWith('<<') ? [(body ?? target)?.value ?? ''] : [],
  )
  const said = printed(words.map(({ value, dynamic }) => (dynamic ? null : value)))
  return said === undefined ? bodies : [...bodies, said]
}

const SHEBANG = /^#![ \t]*(?:\S*\/env[ \t]+(?:-\S+[ \t]+)*)?(\S+)/u

/** What a file runs by itself. */
function interpreterOf(text: string): string {
  const path = SHEBANG.exec(text)?.[1] ?? 'sh'
  return path.slice(path.lastIndexOf('/') + 1)
}

function ending(text: string): string {
  return text.slice(text.lastIndexOf('/'))
}
