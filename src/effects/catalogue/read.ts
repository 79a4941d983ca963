/**
 * Part of the command catalogue: what a simple command does because of its own words.
 *
 * It knows nothing about the shell around it: the caller has resolved the program's name, and judges wrappers,
 * redirections, assignments and the working directory itself.
 *
 * INVARIANT: total and linear. `readOnly` and `fileCommand` are proofs; `effects` and `forms` are as generous as
 * restrictions need.
 */

import type { Form, Word } from '../../engine/effect.ts'
import { findSub, NO_TABLE, type Table } from './compile.ts'
import {
  addOperand,
  type ArgEffect,
  Draft,
  isMany,
  sawFlag,
  type Search,
  type Seen,
  short,
  spoil,
  traits,
} from './draft.ts'
import type { WordTraits } from './draft.ts'
import { guessAddresses } from './guesses/addresses.ts'
import { guessNamed } from './guesses/named-files.ts'
import { guessFrom } from './guesses/paths.ts'
import { guessWrites } from './guesses/writers.ts'
import { assignOperands } from './operands.ts'
import { findProgram } from './programs.ts'
import { isStrayFlag, scan } from './scan.ts'
import type { Spec } from './spec.ts'
import { addValue } from './values.ts'
import { tellsVersion } from './versions.ts'

export type { ArgEffect, Search, WordTraits } from './draft.ts'

export interface CommandReading {
  readonly argv: readonly Word[]
  /** The program is in the catalogue. */
  readonly known: boolean
  /** Proven: every flag known and harmless, every word static where it matters. */
  readonly readOnly: boolean
  /** Everything it does is in `effects`, something is written, and every effect is certain. */
  readonly fileCommand: boolean
  /** Why it is not proven to be `readOnly`, in a few words. */
  readonly why?: string | undefined
  readonly effects: readonly ArgEffect[]
  /** Folders whose files it opens, for those who can ask a disk. */
  readonly searches: (() => readonly Search[]) | undefined
  readonly flags: readonly Seen[]
  /** Indexes of the words that are neither flags nor their values, nor subcommands. */
  readonly operands: readonly number[]
  /** Where a path, flag or subcommand could be, there is a dynamic word. */
  readonly unknownOperands: boolean
  /** Changing something is its purpose: a rule that names it permits the change. */
  readonly changes: boolean
  /** It talks to other hosts. */
  readonly connects: boolean
  /** It writes files. */
  readonly writes: boolean
  /**
   * Canonical names of program and subcommands, from closed tables; only the program if its subcommand is in no table.
   */
  readonly stem: readonly string[]
  /**
   * Other spellings of the same command, for restrictions. `inner`: index of the first word of the command that it
   * runs.
   */
  forms(inner?: number): readonly Form[]
}

/** Reads one simple command; `argv[0]` is the bare program name. */
export function readCommand(argv: readonly Word[], words: readonly WordTraits[] = NO_WORDS): CommandReading {
  const name = argv[0]
  return readBy(typeof name === 'string' ? findProgram(name) : undefined, argv, words)
}

/**
 * The same for a caller that already has the result of `findProgram`. `given`: the whole input of the command, if that
 * is certain.
 */
export function readBy(
  table: Table | undefined,
  argv: readonly Word[],
  words: readonly WordTraits[],
  given?: string,
): CommandReading {
  const name = argv[0]
  if (table === undefined || typeof name !== 'string') return readUnknown(argv, words)
  const draft = new Draft(argv, words, table, [name], given)
  if (table.spec.acts !== undefined && table.subs !== undefined) spoil(draft, table.spec.acts)
  const { helps } = table.spec
  const found = enterSubs(draft, helps)
  if (found && !onlyHelp(draft, helps)) readArguments(draft)
  // For a command that only moves files, the effects say everything.
  if (draft.spoiled !== undefined || draft.connects) guessAddresses(draft)
  guessNamed(draft)
  if (draft.spoiled !== undefined) guessWrites(draft)
  return draft
}

const NO_WORDS: readonly WordTraits[] = []

/**
 * Walks down the subcommands; returns false if it cannot go on. An unknown flag may have taken the next word as its
 * value: if that word is no subcommand, it counts as the value; if it is one, it may be either.
 */
function enterSubs(draft: Draft, helps: Spec['helps']): boolean {
  let strayed = false
  while (draft.table.subs) {
    // `gh pr --help`.
    if (draft.path.length > 1 && onlyHelp(draft, helps)) return false
    const at = draft.table.spec.grammar ? draft.from : scan(draft, draft.from, 'operand')
    const word = draft.argv[at]
    if (word === undefined) {
      if (!draft.table.spec.bare && !asksSomething(draft)) spoil(draft, 'no subcommand')
      draft.named = false
      draft.from = at
      draft.table.spec.guard?.(draft)
      return false
    }
    const sub = word === null || isMany(draft, at) ? undefined : findSub(draft.table, word)
    const stray = at > draft.from && isStrayFlag(draft.table, draft.argv[at - 1])
    if (!sub && stray && word !== null) {
      addValue(draft, '?', at, word)
      draft.from = at + 1
      strayed = true
      continue
    }
    if (stray && draft.path.length === 1) draft.doubted = at
    if (!sub) {
      draft.unknown ||= word === null
      spoil(draft, word === null ? 'a dynamic subcommand' : `unknown subcommand ${short(word)}`)
      // If an unknown flag may have taken the subcommand as its value, this word is an operand (`ar -r a.a file`).
      guessFrom(draft, strayed ? at : at + 1)
      draft.named = false
      draft.from = at
      draft.table.spec.guard?.(draft)
      return false
    }
    if (sub.name === '*') draft.named = false
    draft.path.push(sub.name.endsWith('*') && word !== null ? word : sub.name)
    draft.table = sub.table ?? draft.table
    draft.from = at + 1
  }
  return true
}

function readArguments(draft: Draft): void {
  const { spec } = draft.table
  if (spec.acts !== undefined && !asksItself(draft)) spoil(draft, spec.acts)
  // Without operands a file command does nothing, but whatever adds some (xargs) must not inherit a proof.
  if (draft.table.writer && !asksItself(draft)) draft.writes = true
  if (spec.grammar) spec.grammar(draft, draft.from)
  else if (spec.style === 'words') readWords(draft)
  else {
    scan(draft, draft.from)
    assignOperands(draft)
  }
  spec.guard?.(draft)
}

const ASKS = new Set(['--version', '-version', '-V', '--help'])

/** Whether there is a flag that needs no subcommand because it only asks for something. */
function asksSomething(draft: Draft): boolean {
  return draft.path.length === 1 && (sawFlag(draft, ASKS) || sawFlag(draft, draft.table.asks))
}

/** `curl --version`: the whole command only asks about the program. */
function asksItself({ argv, table, path }: Draft): boolean {
  const word = argv[1]
  if (argv.length !== 2 || path.length !== 1 || typeof word !== 'string') return false
  const flag = table.flags.get(word)
  return flag !== undefined && flag.names.some((name) => ASKS.has(name))
}

/**
 * `docker run --help`, `git log -h`: nothing else follows the subcommand. If `-h` needs a value there, the value is
 * missing.
 */
function onlyHelp({ argv, from, table, named, path }: Draft, helps: Spec['helps']): boolean {
  if (helps === undefined || (helps === 'spelled' && argv[from - 1] !== path.at(-1))) return false
  const word = argv[from]
  if (word == null || from !== argv.length - 1 || !named || table.flags.get(word)?.harm === true) return false
  return word === '-h' || word === '--help' || (word === '-help' && table.spec.style === 'go')
}

/** For programs to which every word is mere text. */
function readWords(draft: Draft): void {
  for (let i = draft.from; i < draft.argv.length; i++) {
    addOperand(draft, i)
    if (draft.argv[i] === null) draft.unknown = true
  }
}

function readUnknown(argv: readonly Word[], words: readonly WordTraits[]): CommandReading {
  const name = argv[0]
  const draft = new Draft(argv, words, NO_TABLE, typeof name === 'string' ? [name] : [], undefined)
  if (tellsVersion(argv)) return draft
  spoil(draft, typeof name === 'string' ? `unknown program ${short(name)}` : 'a dynamic program name')
  guessFrom(draft, 1)
  guessAddresses(draft)
  guessNamed(draft)
  guessWrites(draft)
  for (let at = 0; at < argv.length; at++) if (argv[at] === null || traits(draft, at).splits) draft.unknown = true
  return draft
}
