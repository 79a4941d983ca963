/**
 * Part of the catalogue: which command a command would run, in two strengths.
 *
 * INVARIANT: `strict` results come only from `wrappers/prefixes.ts`, whose entries know the whole grammar of their
 * program; everything else is one plausible reading, for restrictions. Nothing here throws.
 */

import type { Word } from '../../engine/effect.ts'
import {
  CARRIER_NAMES,
  SCRIPT_OPERAND_NAMES,
  readAwk,
  readCarrier,
  readOperandScripts,
  readRecipes,
  readSed,
} from './wrappers/carriers.ts'
import { readFd, readFind, readParallel } from './wrappers/finders.ts'
import { readGit } from './wrappers/git.ts'
import { INTERPRETER_NAMES, interpreterReadsStdin, readInterpreter } from './wrappers/interpreters.ts'
import { readPrefix } from './wrappers/prefix.ts'
import { PREFIXES } from './wrappers/prefixes.ts'
import { RUNNER_NAMES, readRunner } from './wrappers/runner.ts'
import { RUNNER_PREFIXES } from './wrappers/runners.ts'
import { SHELL_READERS } from './wrappers/shells.ts'
import { SPECIAL_READERS } from './wrappers/special.ts'
import type { Reader, Unwrapped } from './wrappers/unwrapped.ts'

export { isShell } from './wrappers/shells.ts'
export type { Unwrapped } from './wrappers/unwrapped.ts'

const NOTHING: readonly Unwrapped[] = []

/** The commands that `argv` would run; empty when `program` is no wrapper. `program` is the bare name of `argv[0]`. */
export function unwrap(argv: readonly Word[], program: string): readonly Unwrapped[] {
  const name = canonical(program)
  const found = readers().get(name)
  if (found === undefined) return NOTHING
  try {
    return found.length === 1 && found[0] !== undefined
      ? found[0](argv, name)
      : found.flatMap((read) => read(argv, name))
  } catch {
    return [{ strict: false, kind: 'argv', dynamic: true, unresolved: `${name} could not be read` }]
  }
}

/** The command would run what it reads from its standard input: a shell or interpreter without script or file. */
export function readsScriptFromStdin(argv: readonly Word[], program: string): boolean {
  const name = canonical(program)
  if (interpreterReadsStdin(argv, name)) return true
  return unwrap(argv, name).some((one) => one.kind === 'stdin')
}

/** The program interprets another language than shell. */
export function isInterpreter(program: string): boolean {
  return readers().get(canonical(program))?.includes(readInterpreter) === true
}

let registry: ReadonlyMap<string, readonly Reader[]> | undefined

function readers(): ReadonlyMap<string, readonly Reader[]> {
  registry ??= register()
  return registry
}

function register(): ReadonlyMap<string, readonly Reader[]> {
  const map = new Map<string, Reader[]>()
  const add = (names: readonly string[], read: Reader): void => {
    for (const name of names) map.set(name, [...(map.get(name) ?? []), read])
  }
  for (const [name, spec] of [...PREFIXES, ...Object.entries(RUNNER_PREFIXES)])
    add([name], (argv) => readPrefix(spec, argv, 1))
  for (const [name, read] of [...SHELL_READERS, ...SPECIAL_READERS]) map.set(name, [read])
  add(RUNNER_NAMES, readRunner)
  add(INTERPRETER_NAMES, readInterpreter)
  add(CARRIER_NAMES, readCarrier)
  add(SCRIPT_OPERAND_NAMES, readOperandScripts)
  add(['find', 'gfind', 'bfs'], readFind)
  add(['fd', 'fdfind'], readFd)
  add(['parallel'], readParallel)
  add(['git'], readGit)
  add(['awk', 'gawk', 'mawk', 'nawk', 'original-awk', 'goawk'], readAwk)
  add(['sed', 'gsed'], readSed)
  add(['make', 'gmake', 'just', 'ninja', 'rake', 'task'], readRecipes)
  return map
}

/** `python3.11`, `perl5.38.2` and `ld-linux-x86-64.so.2` under the name the tables use. */
function canonical(program: string): string {
  if (readers().has(program)) return program
  const last = program.charCodeAt(program.length - 1)
  if (last < 48 || last > 57) return program === 'ld.so' ? 'ld-linux' : program
  if (program.startsWith('ld-') && program.includes('.so')) return 'ld-linux'
  let end = program.length
  while (end > 0 && '0123456789.-'.includes(program.charAt(end - 1))) end--
  const bare = program.slice(0, end)
  return readers().has(bare) ? bare : program
}
