/**
 * Part of the catalogue: which command a command would run, in two strengths.
 *
 * INVARIANT: `strict` results come only from `wrappers/prefixes.ts`, whose entries know the whole grammar of their
 * program, and from find, whose grammar the catalogue knows; everything else is one plausible reading, for restrictions.
 * Nothing here throws.
 */

import type { Word } from '../../engine/effect.ts'
import type { WordTraits } from './draft.ts'
import {
  CARRIER_NAMES,
  SCRIPT_OPERAND_NAMES,
  readAwk,
  readCarrier,
  readDotCommands,
  readOperandScripts,
  readRecipes,
  readSocat,
} from './wrappers/carriers.ts'
import { EDITOR_READERS } from './wrappers/editors.ts'
import { EVALUATING_READERS } from './wrappers/evaluating.ts'
import { readFd, readFind, readParallel } from './wrappers/finders.ts'
import { readDashedGit, readGit } from './wrappers/git.ts'
import { INTERPRETER_NAMES, interpreterReadsStdin, readInterpreter } from './wrappers/interpreters.ts'
import { readPrefix } from './wrappers/prefix.ts'
import { PREFIXES } from './wrappers/prefixes.ts'
import { RUNNER_NAMES, readRunner } from './wrappers/runner.ts'
import { RUNNER_PREFIXES } from './wrappers/runners.ts'
import { readSed } from './wrappers/sed.ts'
import { SESSION_READERS } from './wrappers/sessions.ts'
import { SHELL_READERS } from './wrappers/shells.ts'
import { SPECIAL_READERS } from './wrappers/special.ts'
import { innerEvaluated, NOTHING } from './wrappers/unwrapped.ts'
import type { Reader, Unwrapped } from './wrappers/unwrapped.ts'

export { isShell } from './wrappers/shells.ts'
export type { Unwrapped } from './wrappers/unwrapped.ts'

/**
 * The commands that `argv` would run; empty when `program` is no wrapper. `program` is the bare name of `argv[0]`, `words`
 * what the shell may still do to each word: without it no unknown word is given the benefit of the doubt.
 */
export function unwrap(argv: readonly Word[], program: string, words?: readonly WordTraits[]): readonly Unwrapped[] {
  const wrapper = wrapperOf(program)
  return wrapper === undefined ? NOTHING : unwrapBy(wrapper, argv, words)
}

/** A program that runs others, and how its words are read. */
export interface Wrapper {
  /** As the tables call it. */
  readonly name: string
  readonly readers: readonly Reader[]
  /** It interprets another language than shell. */
  readonly interprets: boolean
}

export function wrapperOf(program: string): Wrapper | undefined {
  const found = wrappers().get(program)
  if (found !== undefined) return found
  const name = canonical(program)
  if (name !== program) return wrappers().get(name)
  return name.startsWith('git-') ? newWrapper(name, readDashedGit) : undefined
}

function newWrapper(name: string, read: Reader): Wrapper {
  return { name, readers: [read], interprets: read === readInterpreter }
}

export function unwrapBy(
  { name, readers: found }: Wrapper,
  argv: readonly Word[],
  words?: readonly WordTraits[],
): readonly Unwrapped[] {
  try {
    let out = NOTHING
    for (const read of found) {
      const more = read(argv, name, words)
      out = out.length === 0 ? more : out.concat(more)
    }
    return out
  } catch {
    return [innerEvaluated(`${name} could not be read`)]
  }
}

/**
 * The command would run what it reads from its standard input: as a shell, or in a language of its own, which must not be
 * read as shell. `inner` is what the wrapper made of the words.
 */
export function scriptFromStdin(
  { name, interprets }: Wrapper,
  argv: readonly Word[],
  inner: readonly Unwrapped[],
): 'shell' | 'other' | false {
  if (interprets && interpreterReadsStdin(argv, name)) return 'other'
  const read = inner.find((one) => one.kind === 'stdin')
  return read === undefined ? false : read.language === undefined ? 'shell' : 'other'
}

let registry: ReadonlyMap<string, Wrapper> | undefined

function wrappers(): ReadonlyMap<string, Wrapper> {
  registry ??= register()
  return registry
}

function register(): ReadonlyMap<string, Wrapper> {
  const map = new Map<string, Wrapper>()
  const set = (name: string, read: Reader): void => {
    map.set(name, newWrapper(name, read))
  }
  const add = (names: readonly string[], read: Reader): void => {
    for (const name of names) {
      const known = map.get(name)
      if (known === undefined) set(name, read)
      else {
        const interprets = known.interprets || read === readInterpreter
        map.set(name, { name, readers: [...known.readers, read], interprets })
      }
    }
  }
  for (const [name, spec] of [...PREFIXES, ...Object.entries(RUNNER_PREFIXES)])
    add([name], (argv) => readPrefix(spec, argv, 1))
  for (const [name, read] of [...SHELL_READERS, ...SPECIAL_READERS, ...EVALUATING_READERS]) set(name, read)
  add(RUNNER_NAMES, readRunner)
  for (const [name, read] of SESSION_READERS) set(name, read)
  add(INTERPRETER_NAMES, readInterpreter)
  add(CARRIER_NAMES, readCarrier)
  add(SCRIPT_OPERAND_NAMES, readOperandScripts)
  add(['sqlite3'], readDotCommands)
  add(['socat'], readSocat)
  for (const [names, read] of EDITOR_READERS) add(names, read)
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
  const last = program.charCodeAt(program.length - 1)
  if (last < 48 || last > 57) return program === 'ld.so' ? 'ld-linux' : program
  if (program.startsWith('ld-') && program.includes('.so')) return 'ld-linux'
  let end = program.length
  while (end > 0 && '0123456789.-'.includes(program.charAt(end - 1))) end--
  const bare = program.slice(0, end)
  return wrappers().has(bare) ? bare : program
}
