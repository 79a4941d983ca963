/** Part of reading shell lines: commands that run what they read from their standard input. */

import { isClient, scriptFromStdin, textCommands, textReads, textWrites } from '../../catalogue/wrappers.ts'
import { EVERYTHING } from '../../make.ts'
import type { CalledCommand } from '../called.ts'
import type { CommandReader } from '../command.ts'
import { printedText } from '../plausible/said.ts'
import type { Setting } from '../setting.ts'
import { givenWords } from '../words/words.ts'
import { readKeyAddresses, readNamed, scriptUse } from './script.ts'

/** Whether it runs what it gets on standard input, whatever its words are. */
export function isFed({ program, bare, inner }: CalledCommand, { stdin, reads, company }: Setting): boolean {
  const { name, wrapper } = program
  if (wrapper !== undefined && scriptFromStdin(wrapper, bare, inner) !== false) return true
  return (stdin !== undefined || reads !== undefined || company?.pipeFrom !== undefined) && isClient(name)
}

/** For a shell that gets its script on standard input, and a program that gets addresses there. */
export function readStandardInput(
  { program, bare, inner, readings }: CalledCommand,
  index: number,
  setting: Setting,
  reader: CommandReader,
): void {
  const { name, told, wrapper } = program
  if (readings.some(({ connects }) => connects)) readKeyAddresses(inputOf(setting) ?? '', index, setting, reader)
  if (wrapper === undefined) return
  const reads = scriptFromStdin(wrapper, bare, inner)
  if (reads === 'other')
    reader.unknown(`${name} runs the code it reads from its input`, index, EVERYTHING, setting.span)
  if (reads !== 'shell') {
    const given = typeof setting.stdin === 'string' || setting.company !== undefined
    if (!given) return
    if (reads === 'other' || isClient(name)) readText(name, told ? setting.of : index, setting, reader)
    else readIncluded(name, index, setting, reader)
    return
  }
  const isWritten = typeof setting.stdin === 'string'
  if (!isWritten) reader.unknown(`${name} runs what it reads from its input`, index, EVERYTHING, setting.span)
  // With `-n`, none of it runs.
  const script = isWritten || bare.length !== 2 || bare[1] !== '-n' ? inputOf(setting) : undefined
  if (script !== undefined) reader.readScript(script, name, scriptUse(index, setting, reader, name))
}

/** For `python3 <<'EOF'` and `psql <<< '\\! rm x'`: finds commands in the text, for restrictions. */
function readText(program: string, index: number, setting: Setting, reader: CommandReader): void {
  const text = inputOf(setting)
  if (text === undefined) return
  readNamed(text, index, setting, reader)
  for (const file of textWrites(program, text))
    reader.add(reader.file(file, index, { ...setting, guess: true }, 'write'))
  for (const file of textReads(program, text)) reader.add(reader.file(file, index, { ...setting, guess: true }))
  const use = scriptUse(index, setting, reader, program)
  for (const { script, shell = 'bash', inner, cut } of textCommands(program, text)) {
    if (cut !== undefined) reader.cutShort(cut, index, setting.span)
    else if (typeof script === 'string') reader.readScript(script, shell, use)
    else if (inner !== undefined)
      reader.run(givenWords(inner), { ...setting, of: index, depth: use.depth, apart: true })
  }
}

/** `gcc -E - <<< '#include "x"'` */
function readIncluded(program: string, index: number, setting: Setting, reader: CommandReader): void {
  for (const file of textReads(program, inputOf(setting) ?? ''))
    reader.add(reader.file(file, index, { ...setting, guess: true }))
}

/** The text on its input, as far as the line spells it: `sh <<< 'rm x'`, `echo 'rm x' | sh`. */
export function inputOf({ stdin, company }: Setting): string | undefined {
  if (typeof stdin === 'string') return stdin
  return company === undefined ? undefined : (company.said ?? printedText(company.pipeFrom))
}
