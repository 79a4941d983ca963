/**
 * Part of the catalogue: which command a command would run, in two strengths.
 *
 * INVARIANT: `strict` results come only from `wrappers/prefixes.ts`, whose entries know the whole grammar of their
 * program, from find, whose grammar the catalogue knows, and from a shell that is given a script and nothing else.
 * Everything else is one plausible reading, for restrictions. Nothing here throws.
 */

import type { Word } from '../../engine/effect.ts'
import type { WordTraits } from './draft.ts'
import { isAmong } from './among.ts'
import { readAwk } from './wrappers/awk.ts'
import {
  isCarrier,
  readCarrier,
  readTextOperands,
  readOperandScripts,
  readRecipes,
  readSocat,
  takesScripts,
} from './wrappers/carriers.ts'
import { EDITOR_READERS } from './wrappers/editors.ts'
import { EVALUATING_READERS } from './wrappers/evaluating.ts'
import { readSettings } from './wrappers/env.ts'
import { readFd, readFind, readParallel } from './wrappers/finders.ts'
import { readDashedGit, readGit } from './wrappers/git.ts'
import { interpreterReadsStdin, isInterpreter, readInterpreter } from './wrappers/interpreters.ts'
import { readPrefix } from './wrappers/prefix.ts'
import { PREFIX_NAMES, RUNNER_NAMES } from './wrappers/names.ts'
import { PREFIXES } from './wrappers/prefixes.ts'
import { RENAMED_READERS } from './wrappers/renamed.ts'
import { readRunner } from './wrappers/runner.ts'
import { RUNNER_PREFIXES } from './wrappers/runners.ts'
import { readSed } from './wrappers/sed.ts'
import { SESSION_READERS } from './wrappers/sessions.ts'
import { BUILTIN_READERS } from './wrappers/shell-builtins.ts'
import { SHELL_READERS } from './wrappers/shells.ts'
import { SPECIAL_READERS } from './wrappers/special.ts'
import { innerEvaluated, NOTHING } from './wrappers/unwrapped.ts'
import type { Reader, Unwrapped } from './wrappers/unwrapped.ts'

export { settingOf } from './wrappers/env.ts'
export { isClient, textCommands, textReads, textWrites } from './wrappers/texts.ts'
export { lastOfAlias } from './wrappers/shell-builtins.ts'
export { isShell } from './wrappers/shells.ts'
export { toldKnown, toldStranger } from './wrappers/strangers.ts'
export type { Unwrapped } from './wrappers/unwrapped.ts'

/**
 * The commands that `argv` would run; empty if `program` is no wrapper. `program` is the bare name of `argv[0]`,
 * `words` says what the shell may still do to each word; without it, no unknown word gets the benefit of the doubt.
 */
export function unwrap(argv: readonly Word[], program: string, words?: readonly WordTraits[]): readonly Unwrapped[] {
  const wrapper = wrapperOf(program)
  return wrapper === undefined ? NOTHING : unwrapBy(wrapper, argv, words)
}

/** A program that runs others, and how its words are read. */
export interface Wrapper {
  /** The name that the tables use. */
  readonly name: string
  readonly readers: readonly Reader[]
  /** It interprets another language than shell. */
  readonly interprets: boolean
  /**
   * All that is known about it is which options carry a command, so, as with an unknown program, any other option may
   * carry one.
   */
  readonly carries: boolean
}

/** An agent can invent any number of names, so the memory is bounded. */
const MOST = 8000
const known = new Map<string, Wrapper>()
/** Stored for a name that is known to be no wrapper. */
const NO_WRAPPER: Wrapper = { name: '', readers: [], interprets: false, carries: false }

export function wrapperOf(program: string): Wrapper | undefined {
  let wrapper = known.get(program)
  if (wrapper === undefined) {
    wrapper = find(program)
    if (known.size >= MOST) known.clear()
    known.set(program, wrapper)
  }
  return wrapper === NO_WRAPPER ? undefined : wrapper
}

function find(program: string): Wrapper {
  const own = readersOf(program)
  const name = own.length > 0 ? program : canonical(program)
  const readers = name === program ? own : readersOf(name)
  if (readers.length > 0)
    return {
      name,
      readers,
      interprets: readers.includes(readInterpreter),
      carries: readers.every((read) => read === readCarrier || read === readSocat),
    }
  return name === program && name.startsWith('git-') ? { ...NO_WRAPPER, name, readers: [readDashedGit] } : NO_WRAPPER
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
 * Whether the command would run what it reads from its standard input: as shell, or in a language of its own, which
 * must not be read as shell. `inner` is what the wrapper made of the words.
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

const readAsPrefix: Reader = (argv, name) => {
  const spec = PREFIXES.get(name) ?? RUNNER_PREFIXES[name]
  return spec === undefined ? NOTHING : readPrefix(spec, argv, 1)
}

/** All readers that know the program, in this order; every one of them reads it. */
function readersOf(program: string): readonly Reader[] {
  const among = (read: Reader, names: string) => (isAmong(program, names) ? read : undefined)
  const listed = (readers: readonly (readonly [string, Reader])[]) => readers.find(([name]) => name === program)?.[1]
  const readers = [
    among(readAsPrefix, PREFIX_NAMES),
    listed(SHELL_READERS),
    listed(BUILTIN_READERS),
    listed(SPECIAL_READERS),
    listed(EVALUATING_READERS),
    listed(RENAMED_READERS),
    among(readRunner, RUNNER_NAMES),
    listed(SESSION_READERS),
    isInterpreter(program) ? readInterpreter : undefined,
    isCarrier(program) ? readCarrier : undefined,
    takesScripts(program) ? readOperandScripts : undefined,
    among(
      readTextOperands,
      'sqlite3 duckdb bb sbt ed sox soxi play rec tex latex pdftex pdflatex luatex lualatex xetex xelatex',
    ),
    among(readSocat, 'socat websocat'),
    EDITOR_READERS.find(([names]) => names.includes(program))?.[1],
    among(readFind, 'find gfind bfs'),
    among(readFd, 'fd fdfind'),
    among(readParallel, 'parallel sem'),
    among(readGit, 'git'),
    among(readSettings, 'export declare typeset readonly local env sudo doas cross-env cross-env-shell docker podman'),
    among(readAwk, 'awk gawk mawk nawk original-awk goawk'),
    among(readSed, 'sed gsed'),
    among(readRecipes, 'make gmake just ninja rake task'),
  ]
  return readers.filter((read) => read !== undefined)
}

/** The name that the tables use for `python3.11`, `perl5.38.2` and `ld-linux-x86-64.so.2`. */
function canonical(program: string): string {
  const last = program.charCodeAt(program.length - 1)
  if (last < 48 || last > 57) return program === 'ld.so' ? 'ld-linux' : program
  if (program.startsWith('ld-') && program.includes('.so')) return 'ld-linux'
  let end = program.length
  while (end > 0 && '0123456789.-'.includes(program.charAt(end - 1))) end--
  const bare = program.slice(0, end)
  return readersOf(bare).length > 0 ? bare : program
}
