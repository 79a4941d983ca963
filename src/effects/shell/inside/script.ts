/** Part of reading shell lines: scripts and code that a command runs. */

import { secretsInCode, writtenInCode } from '../../catalogue/dangers/code.ts'
import { keyAddressesIn } from '../../url.ts'
import { connectEffects } from '../arguments.ts'
import type { CommandReader } from '../command.ts'
import type { ScriptUse } from '../script-use.ts'
import type { Setting } from '../setting.ts'
import { expandTilde } from '../words/tilde.ts'

/** Where a script stands that the command runs; what it does belongs to the effect with that index. */
export function scriptUse(
  index: number,
  { folders, depth, span, environment, apart }: Setting,
  reader: CommandReader,
  program: string,
  begins?: string,
): ScriptUse {
  const within = RUNS_IN_ITS_SHELL.has(program) && !apart ? environment : undefined
  return { reader, of: index, folders, depth: depth + 1, span, moved: environment.moved, begins, within }
}

const RUNS_IN_ITS_SHELL = new Set(['eval', 'trap', 'source', '.'])

/** `python3 -c "open('x', 'w')"`, `ruby -e 'File.read(".env")'` */
export function readNamed(code: string, index: number, setting: Setting, reader: CommandReader): void {
  if (setting.elsewhere) return
  const guessed = { ...setting, guess: true }
  const named = (file: string) => expandTilde(file, reader.context.around.home) ?? file
  for (const target of writtenInCode(code)) reader.add(reader.file(named(target), index, guessed, 'write'))
  for (const secret of secretsInCode(code)) reader.add(reader.file(named(secret), index, guessed))
  readKeyAddresses(code, index, setting, reader)
}

/** Addresses in a text that tells a program what to do. */
export function readKeyAddresses(text: string, index: number, { span }: Setting, reader: CommandReader): void {
  for (const address of keyAddressesIn(text))
    for (const effect of connectEffects(address, false, index, span)) reader.add(effect)
}
