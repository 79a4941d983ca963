/**
 * Part of the catalogue: destructive acts, each with a category, a severity and a sentence.
 *
 * INVARIANT: decides only by parsed words in their places, so a text that merely mentions a danger (an echo, a commit
 * message, a search pattern) is none. Help and dry runs do nothing. Nothing here throws.
 */

import type { Severity, Word } from '../../engine/effect.ts'
import { rolesOf } from './dangers/across.ts'
import { actsOf } from './dangers/acts.ts'
import type { KnownAct } from './dangers/acts.ts'
import { dangersInCode, takesCode } from './dangers/code.ts'
import { exfiltration, maySend } from './dangers/exfiltration.ts'
import { mayTakeCode, remoteCode } from './dangers/remote-code.ts'
import { editsImage } from './dangers/images.ts'
import type { DangerInput, Found } from './dangers/input.ts'
import { found } from './dangers/input.ts'
import { grammarOf, readLine } from './dangers/line.ts'
import type { Line, LineGrammar } from './dangers/line.ts'
import { signalsOnly } from './dangers/processes.ts'
import { FAMILIES } from './dangers/rows.ts'
import { isDatabaseClient, statements } from './dangers/sql.ts'
import { DangerTable } from './dangers/table.ts'
import { serviceStopped, toldPlainly } from './dangers/verbs.ts'
import { dangerousOperands, redirected, writesOperands } from './dangers/writes.ts'
import { findProgram } from './programs.ts'
import { WordSet } from './word-set.ts'
import { wrapperOf } from './wrappers.ts'

export { dangersAcross, rolesIn } from './dangers/across.ts'
export type { PlacedCommand } from './dangers/across.ts'
export type { DangerInput, Found } from './dangers/input.ts'
export { isNetworkFile } from './dangers/places.ts'

const NOTHING: readonly Found[] = []
/** Programs that only print or search what they are given. */
const MERE_TEXT: ReadonlySet<string> = new Set(
  'echo printf grep egrep fgrep rg ag cat head tail less more man which type whatis apropos true false test [ : wc ls say espeak notify-send logger'.split(
    ' ',
  ),
)

/** What the catalogue knows about a program, whatever its words are. */
export interface Hazard {
  readonly program: string
  /** It only prints or searches. */
  readonly mereText: boolean
  /** Its words have to be looked at: it has rows or acts, writes its operands, or is the client of a database. */
  readonly spoken: boolean
  readonly rows: boolean
  readonly acts: readonly KnownAct[]
  readonly database: boolean
  readonly writes: boolean
  readonly sends: boolean
  /** It may run what it reads or is given. */
  readonly takesCode: boolean
  readonly interprets: boolean
  /** It accepts its commands in upper and lower case; the rows are written in lower case. */
  readonly anyCase: boolean
  /** No table or reader knows it. A row may name it, but then nothing beyond that row is known. */
  readonly stranger: boolean
  readonly grammar: LineGrammar
  /** The parts it may play in a danger that several commands make up together. */
  readonly roles: number
  /** See `concerns`; null until it is first needed. */
  words: WordSet | undefined | null
}

export function hazardOf(name: string): Hazard {
  const bare = name.endsWith('.exe') ? name.slice(0, -4) : name
  const program = CMDLET.test(bare) ? bare.toLowerCase() : bare
  const acts = actsOf(program)
  const rows = table().has(program)
  const database = isDatabaseClient(program)
  const writes = writesOperands(program)
  const wrapper = wrapperOf(name)
  const read = acts.length > 0 || database || writes
  return {
    program,
    mereText: MERE_TEXT.has(name),
    spoken: rows || read,
    rows,
    acts,
    database,
    writes,
    sends: maySend(name),
    takesCode: mayTakeCode(name),
    interprets: wrapper?.interprets === true || takesCode(name),
    anyCase: ANY_CASE.test(program),
    stranger: !read && wrapper === undefined && findProgram(name) === undefined,
    grammar: grammarOf(program),
    roles: rolesOf(name),
    words: null,
  }
}

/** On its own, without pipes, redirections and substitutions around it, it does nothing that is listed here. */
export function isTame({ mereText, spoken, sends, interprets, stranger }: Hazard): boolean {
  return mereText || !(spoken || sends || interprets || stranger)
}

/**
 * Even with pipes, inputs and substitutions around it, it does none of that, as long as its output is not redirected.
 */
export function isMeek(hazard: Hazard): boolean {
  return hazard.mereText || (isTame(hazard) && !hazard.takesCode)
}

/** The dangers of one command; the most severe first. */
export function dangersOf(input: DangerInput, hazard: Hazard = hazardOf(input.program)): readonly Found[] {
  if (input.writes === undefined && isMeek(hazard)) return NOTHING
  try {
    const out = collect(input, hazard)
    return out.length < 2 ? out : distinct(out)
  } catch {
    return [found('unknown', 'high', `${input.program} could not be looked at`)]
  }
}

/** PowerShell's commands, in any spelling; the rows are written in lower case. */
const CMDLET = /^[A-Za-z]+-[A-Za-z]+$/u
const ANY_CASE = /^(?:redis|valkey|keydb)-cli$/u

function collect(input: DangerInput, hazard: Hazard): readonly Found[] {
  const out: Found[] = []
  const argv = hazard.anyCase ? input.argv.map(inSmallLetters) : input.argv
  const looked = hazard.spoken && concerns(hazard, argv)
  if (looked) {
    const line = readLine(argv, hazard.grammar, input.spelled)
    const idle = idleness(hazard, line, input.argv)
    if (idle === 'surely' || asksHelp(hazard, input.argv)) return redirected(input)
    if (hazard.rows)
      for (const row of table().matching(hazard.program, line))
        if (!isExcused(row.category, row.severity, input, line)) out.push(found(row.category, row.severity, row.why))
    for (const { act } of hazard.acts) add(act(input, line), out)
    if (hazard.database) add(statements(input, line), out)
    if (hazard.writes) add(dangerousOperands(input, line), out)
    if (idle === 'maybe') return [...out.filter(({ safety }) => safety), ...redirected(input)]
  }
  if (hazard.stranger && out.length === 0) add(toldPlainly(input), out)
  add(serviceStopped(input), out)
  if (input.writes !== undefined) add(redirected(input), out)
  const told = out.length
  add(remoteCode(input), out)
  if (hazard.sends || input.writes !== undefined) add(exfiltration(input), out)
  if (hazard.interprets) add(dangersInCode(input), out)
  if (
    hazard.spoken &&
    !looked &&
    out.length > told &&
    idleness(hazard, readLine(input.argv, hazard.grammar), input.argv) !== false
  )
    return redirected(input)
  return out
}

/** What a row cannot see: that the target is a file, or that a signal merely notifies a process. */
function isExcused(category: string, severity: Severity, input: DangerInput, line: Line): boolean {
  if (category === 'disk') return editsImage(input.program, line, input)
  return severity !== 'critical' && signalsOnly(input)
}

/** Flags stay as they are. */
function inSmallLetters(word: Word): Word {
  return word?.startsWith('-') === true ? word : (word?.toLowerCase() ?? null)
}

/**
 * False if every row and act about the program needs one of certain words, and the command has none of these:
 * `git status`.
 */
function concerns(hazard: Hazard, argv: readonly Word[]): boolean {
  if (hazard.words === null) hazard.words = neededWords(hazard)
  return hazard.words === undefined || hazard.words.meets(argv)
}

function neededWords({ program, rows, acts, database, writes }: Hazard): WordSet | undefined {
  if (database || writes) return undefined
  const asked = rows ? table().rowsOf(program).words : NO_WORDS
  if (asked === undefined) return undefined
  const words = [...asked]
  for (const act of acts) {
    if (act.words === undefined) return undefined
    words.push(...act.words)
  }
  return new WordSet(words)
}

const NO_WORDS: ReadonlySet<string> = new Set()

function add(more: readonly Found[], out: Found[]): void {
  for (const one of more) out.push(one)
}

let rowsOnce: DangerTable | undefined

function table(): DangerTable {
  rowsOnce ??= new DangerTable(FAMILIES)
  return rowsOnce
}

const IDLE_FLAGS: ReadonlySet<string> = new Set([
  '--help',
  '--version',
  '--dry-run',
  '--dryrun',
  '--dry_run',
  '--dry-run=client',
  '--dry-run=server',
  '-WhatIf',
  '--what-if',
  '--just-print',
  '-dry-run',
  '--no-act',
])

/** For these programs, such an option counts only if nothing else is given. */
const ONLY_ALONE: ReadonlySet<string> = new Set(['find', 'gfind', 'bfs', 'kill'])

/** Options that take no value, so the word after them is not their value. */
const VALUELESS: ReadonlySet<string> = new Set(
  '-f -a -r -R -v -q -y -A -rf -fr -av -avz --all --auto-approve -auto-approve --delete --force --mirror --quiet --recursive --verbose --yes'.split(
    ' ',
  ),
)

/**
 * Help, version and dry runs. `maybe`: the word follows an option whose value it may be (`nwipe --method --help`), so
 * it must not hide anything critical. For find it may be part of a test or a command, and the shell's builtin kill has
 * no such option.
 */
function idleness({ program }: Hazard, { flags }: Line, argv: readonly Word[]): 'surely' | 'maybe' | false {
  if (argv.length > 2 && ONLY_ALONE.has(program)) return false
  for (const word of flags.words) {
    // The shortest of these options is `-help`.
    if (word.length < 5 || !isIdleFlag(word, program) || (word === '--version' && !asksVersion(argv))) continue
    if (flags.takesBack(word)) continue
    const before = argv[argv.indexOf(word) - 1]
    return before?.startsWith('-') !== true || before.includes('=') || VALUELESS.has(before) ? 'surely' : 'maybe'
  }
  return false
}

/** Programs whose long options have a single dash. */
const ONE_DASH: ReadonlySet<string> = new Set('terraform tofu terragrunt vault consul nomad packer'.split(' '))

function isIdleFlag(word: string, program: string): boolean {
  if (word === '-help') return ONE_DASH.has(program)
  return IDLE_FLAGS.has(word) || (program === 'aws' && word === '--generate-cli-skeleton')
}

const SHORT_HELP: ReadonlySet<string> = new Set(
  'git docker podman kubectl oc helm terraform tofu gh glab az npm pnpm yarn cargo pulumi vagrant fly flyctl vercel doctl eksctl minikube kind k3d'.split(
    ' ',
  ),
)

/**
 * `aws ec2 terminate-instances help`, `docker system prune -h`. For other programs `-h` names a host, or halts the
 * machine.
 */
function asksHelp({ program }: Hazard, argv: readonly Word[]): boolean {
  if (program === 'aws') return argv.at(-1) === 'help'
  return (
    argv.at(-1) === '-h' && SHORT_HELP.has(program) && argv.slice(1, -1).every((word) => /^\w[\w-]*$/u.test(word ?? ''))
  )
}

/** In `cargo yank --version 1.0.0` it says which version is meant. */
function asksVersion(argv: readonly Word[]): boolean {
  const next = argv[argv.indexOf('--version') + 1]
  return argv.includes('--version') && (next === undefined || next?.startsWith('-') === true)
}

const RANK = { critical: 0, high: 1, medium: 2, low: 3 } as const

function distinct(all: readonly Found[]): readonly Found[] {
  const seen = new Map<string, Found>()
  for (const one of all) if (!seen.has(one.why)) seen.set(one.why, one)
  return [...seen.values()].toSorted((a, b) => RANK[a.severity] - RANK[b.severity])
}
