/** Part of the command line: how an agent's hook has to call this program. */

import { accessSync, constants, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { HookCommand } from '../adapters/hooks/wiring/client.ts'
import { hookWords, wordsOf } from '../adapters/hooks/wiring/command-line.ts'
import { BadUse } from './bad-use.ts'

/** As absolute paths: what is on an agent's PATH or in its folder must not decide which program its hook is. */
export function ownProgram(): Pick<HookCommand, 'program' | 'shim'> {
  const { program, shim } = programHere()
  if (program[1].includes('/_npx/'))
    throw new BadUse(
      'this copy is npx’s and may vanish, and every call with it',
      'Install it first: npm install --global countersign',
    )
  return { program, shim }
}

function programHere(): Pick<HookCommand, 'program' | 'shim'> {
  const entry = process.argv[1]
  if (entry === undefined) throw new BadUse('it is not known where countersign is installed')
  return { program: [process.execPath, entry], shim: shimBeside(entry) }
}

/** Whether `init` would have written this command here, whatever its options. */
export function isOwnCommand(command: string | readonly string[], agent: string): boolean {
  const words = typeof command === 'string' ? (wordsOf(command) ?? []) : command
  const { program, shim } = programHere()
  return [shim, undefined].some((one) =>
    hookWords({ program, shim: one, outcomes: false }, agent).every((word, index) => words[index] === word),
  )
}

function shimBeside(entry: string): string | undefined {
  try {
    const shim = join(dirname(realpathSync(entry)), 'countersign-hook')
    accessSync(shim, constants.X_OK)
    return shim
  } catch {
    return undefined
  }
}
