/**
 * Part of reading shell lines: substitutions whose kind of output is known. `$(git merge-base main HEAD)` prints names
 * of commits: whatever they are, none of these words can be taken for a flag.
 *
 * INVARIANT: every command of such a substitution is listed here, and all its words are written out.
 */

import { changesPrograms } from './changed-programs.ts'
import { namesDay, printsDigits, printsFirstNumber, printsLineNumbers } from './counting.ts'
import { isLower, printsFound, printsGrepped, printsRipgrepped } from './found-names.ts'
import { isTracked, listsLower } from './listed-names.ts'
import { printsNumbers, printsResourceNames } from './services.ts'
import { isName, isSilencing, isWritten } from '../words/plain.ts'
import { isSieve, passesOn } from './sieves.ts'
import type { Script, SimpleCommand } from '../syntax/script.ts'
import type { Named, WholeNames } from './whole-names.ts'

/** What is known about all words that a command prints; it may print none. */
export type Printed =
  /** Paths of files that are whole words, according to the disk. */
  | Named
  /** Words without blanks, none with a leading dash. */
  | 'names'
  /** Like `names`, and all of them names of commits, in letters and digits. */
  | 'commits'
  /** Like `names`, and all of them are numbers. */
  | 'digits'
  /** Like `names`, and beginning with a number. */
  | 'times'
  /** Names of branches and tags, which have no blanks, but may begin with a dash. */
  | 'refs'
  /** Absolute paths, which may hold blanks. */
  | 'path'
  /** The folder in which it runs. */
  | 'here'
  /** The folder in which the repository around it begins. */
  | 'top'
  /** Paths that a search has found, each beginning with the known folder that was searched. */
  | 'found'
  /** Paths that lead only to something below the folder in which they are used. */
  | 'below'
  /** Like `below`, and each line is one whole name. */
  | 'tracked'
  /** Names of files that git tracks. */
  | 'files'

const NOTHING: ReadonlyMap<number, Printed> = new Map()

/**
 * By scope, the substitutions whose output is known. Tags and branches are not among them: a repository may have one
 * called `--output=x`.
 */
export function printedBy(
  { scopes, commands, stages, merged }: Script,
  whole?: WholeNames,
): ReadonlyMap<number, Printed> {
  if (scopes.length === 1 || !scopes.some(({ kind }) => kind === 'substitution') || changesPrograms(commands))
    return NOTHING
  const counting = stages.some((count) => count > 1) ? countingPipes(commands, stages) : NONE
  const known = new Map<number, Printed>()
  const unknown = new Set<number>()
  for (const command of commands) {
    let { scope } = command
    let direct = true
    let pipe = -1
    for (; scope > 0 && scopes[scope]?.kind !== 'substitution'; scope = scopes[scope]?.parent ?? 0) {
      pipe = scopes[scope]?.pipeline ?? -1
      direct &&= scopes[scope]?.kind === 'pipe' && !merged.includes(pipe)
    }
    if (scope <= 0 || unknown.has(scope)) continue
    const before = known.get(scope)
    const own = counting.has(pipe) ? 'digits' : !direct ? undefined : passedOn(command, before, whole)
    const printed = before === undefined || isHandedOn(own, before) ? own : together([before, own])
    if (printed !== undefined) known.set(scope, printed)
    else {
      unknown.add(scope)
      known.delete(scope)
    }
  }
  return known
}

const NONE: ReadonlySet<number> = new Set()

/** Whether a stage of a pipe passes on whole names just as it got them. */
function isHandedOn(own: Printed | undefined, before: Printed): boolean {
  return own === before && isNamed(own)
}

/**
 * What it prints, or passes on from a known output. Only the first line certainly begins a name: any other may be the
 * rest of one.
 */
function passedOn(
  command: SimpleCommand,
  before: Printed | undefined,
  whole: WholeNames | undefined,
): Printed | undefined {
  if (isNamed(before) && command.stage > 0) return passesOn(command) || isSieve(command) ? before : undefined
  if (!passesOn(command)) return kindOf(command, whole)
  return (isFound(before) || before === 'tracked') && command.words[0]?.value !== 'head' ? undefined : before
}

/** The kind that covers all of these; undefined if one of them is not known. */
export function together(kinds: readonly (Printed | undefined)[]): Printed | undefined {
  const [first] = kinds
  if (kinds.length === 1) return first
  if (kinds.some(isNamed)) return undefined
  if ((first === 'below' || first === 'tracked') && kinds.every((kind) => kind === first)) return first
  if (kinds.every(isPath)) return kinds.some(isFound) ? 'found' : 'path'
  if (kinds.every((kind) => kind === first)) return first
  return kinds.every((kind) => kind !== undefined && kind !== 'refs' && !isPath(kind)) ? 'names' : undefined
}

export function isNamed(kind: Printed | undefined): kind is Named {
  return typeof kind === 'object'
}

export function isPath(kind: Printed | undefined): boolean {
  return kind === 'path' || kind === 'here' || kind === 'top' || isFound(kind) || isOfGit(kind)
}

/** Whether each of them begins with a folder. */
export function isFound(kind: Printed | undefined): boolean {
  return kind === 'found' || kind === 'below'
}

/** Whether they are names from git, which may begin with a dash. */
export function isOfGit(kind: Printed | undefined): boolean {
  return kind === 'files' || kind === 'tracked'
}

/** Pipelines that end in a count, so that the output of the commands before it is not visible. */
function countingPipes(commands: readonly SimpleCommand[], stages: readonly number[]): ReadonlySet<number> {
  const byPipeline = new Map<number, SimpleCommand[]>()
  for (const command of commands) {
    if ((stages[command.pipeline] ?? 1) === 1) continue
    const known = byPipeline.get(command.pipeline)
    if (known === undefined) byPipeline.set(command.pipeline, [command])
    else known.push(command)
  }
  const found = new Set<number>()
  for (const [pipeline, piped] of byPipeline) {
    const last = (stages[pipeline] ?? 1) - 1
    const ends = piped.filter(({ stage }) => stage === last)
    const counts = ends.length === 1 && ends.every(printsDigits)
    const numbers = counts || (piped.length === last + 1 && (printsLineNumbers(piped) || printsFirstNumber(piped)))
    if (numbers) found.add(pipeline)
  }
  return found
}

export function kindOf(command: SimpleCommand, whole?: WholeNames): Printed | undefined {
  return printsDigits(command) ? 'digits' : (whole?.printedBy(command) ?? kindOfWords(command))
}

function kindOfWords(command: SimpleCommand): Printed | undefined {
  if (command.words[0]?.value === 'ls') return listsLower(command) ? 'tracked' : undefined
  const printer = PRINTERS.get(command.words[0]?.value ?? '')
  const words = printer === undefined ? undefined : writtenOut(command)
  return words === undefined ? undefined : printer?.(words.slice(1))
}

/** The words of a command that is all written out and consists of words only; its errors may be silenced. */
function writtenOut({ words, assigns, redirects, compound }: SimpleCommand): readonly string[] | undefined {
  if (compound || assigns.length > 0 || !words.every(isWritten)) return undefined
  if (!redirects.every((one) => one.fd === 2 && isSilencing(one))) return undefined
  return words.map(({ value }) => value)
}

type Printer = (rest: readonly string[]) => Printed | undefined

/** For commands that print one word about the machine, the user or the day, with this argument or without any. */
const fact =
  (given: RegExp): Printer =>
  (rest) =>
    rest.length < 2 && given.test(rest.join('')) ? 'names' : undefined

const containers: Printer = ([verb, ...rest]) => {
  const at = rest.indexOf('--format')
  const words = at < 0 ? rest : rest.toSpliced(at, 2, `--format=${rest[at + 1]}`)
  // Without cutting, it also prints links, under names of their own.
  if (words.includes('--no-trunc') && words.some((word) => word.startsWith('--format'))) return undefined
  return verb === 'ps' && fits(words, CONTAINERS, NAMES_CONTAINERS) ? 'names' : undefined
}

const byGit: Printer = (rest) => {
  const [verb, ...given] = rest
  if (REFS.has(rest.join(' '))) return 'refs'
  if (rest.join(' ') === 'rev-parse --show-toplevel') return 'top'
  if (rest.join(' ') === 'rev-parse --absolute-git-dir') return 'path'
  if (isTracked(['git', ...rest]) && rest.every(isLower)) return 'tracked'
  if (VERIFIED.test(rest.join(' '))) return 'commits'
  if (verb === 'rev-parse') return given.every((word) => REVISION.test(word) || ASKED.test(word)) ? 'names' : undefined
  if (!COMMITS.some((one) => one.verb === verb && fits(given, one.flags, one.must))) return undefined
  return verb === 'merge-base' || given.every((word) => BRANCHED.test(word)) ? 'commits' : 'names'
}

const PRINTERS = new Map<string, Printer>(
  Object.entries({
    pwd: (rest) => (rest.length === 0 ? 'here' : rest.every((word) => /^-[LP]$/.test(word)) ? 'path' : undefined),
    which: (rest) => (rest.every(isName) ? 'path' : undefined),
    command: ([flag, ...names]) => (flag === '-v' && names.every(isName) ? 'path' : undefined),
    date: (rest) => (namesDay(rest.slice(0, -1)) && TIME.test(rest.at(-1) ?? '') ? 'times' : undefined),
    uname: fact(/^(?:-[mrs])?$/),
    id: fact(/^(?:-(?:u|g|un|gn)|--user|--group)$/),
    whoami: fact(/^$/),
    nproc: fact(/^$/),
    docker: containers,
    podman: containers,
    kubectl: ([verb, ...rest]) => (verb === 'get' && printsResourceNames(rest) ? 'names' : undefined),
    gh: (rest) => (printsNumbers(rest) ? 'digits' : undefined),
    git: byGit,
    find: printsFound,
    grep: printsGrepped,
    rg: printsRipgrepped,
  } satisfies Readonly<Record<string, Printer>>),
)
const TIME = /^\+%[YmdHMSFTjsyV](?:[\w.:-]|%[YmdHMSFTjsyV])*$/
const NAMES_CONTAINERS = /^(?:-[al]*q[al]*f?|--quiet|--format=\{\{\.(?:Names|ID)\}\})$/
const CONTAINERS =
  /^(?:-[alq]+f?|-[fn]|--quiet|--(?:all|latest|no-trunc|filter|last)(?:=.*)?|--format=\{\{\.(?:Names|ID)\}\})$/s
const REFS = new Set([
  'branch --show-current',
  'rev-parse --abbrev-ref HEAD',
  'symbolic-ref --short HEAD',
  'describe --tags --abbrev=0',
  'describe --abbrev=0 --tags',
  'describe --abbrev=0',
])
const ASKED = /^(?:--short(?:=\d+)?|--verify|-q|--quiet)$/
/**
 * `rev-parse` prints a text that is not a revision unchanged. So this has nothing that a shell would split or expand.
 */
const REVISION = /^(?!.*\/\.\.(?:\/|$))[\w@][\w@./~^:{}+-]*$/
/** Flags, numbers and branches: nothing that may be a file, whose content git would show. */
const BRANCH = String.raw`(?:HEAD|@|main|master|develop|origin/[\w-]+)(?:[~^]\d*)*`
/**
 * Anything else that it is asked for and does not find it prints unchanged, as a name; also `HEAD`, if there is no
 * commit yet.
 */
const VERIFIED = new RegExp(
  `^rev-parse (?:HEAD(?:~\\d+|\\^)*|(?:(?:-q|--quiet) )?(?:--verify|--short(?:=\\d+)?)(?: -q| --quiet)? ${BRANCH})$`,
)
const BRANCHED = new RegExp(`^(?:-(?!-$).*|\\d+|${BRANCH}(?:\\.{2,3}${BRANCH})?)$`, 's')
const WALK =
  /^(?:-\d+|-n\d*|--(?:max-count|max-parents|since|until|after|before|author|grep)=.*|--(?:first-parent|no-merges|merges|tags|all|branches|remotes|reverse))$/s
const HASH = /^--(?:pretty|format)=(?:t?format:)?%[Hh]$/
/** Commands that print only names of commits with these flags. */
const COMMITS: readonly { readonly verb: string; readonly flags: RegExp; readonly must?: RegExp }[] = [
  { verb: 'merge-base', flags: /^(?:-a|--all|--fork-point|--octopus|--independent)$/ },
  { verb: 'rev-list', flags: WALK },
  { verb: 'log', flags: new RegExp(`${WALK.source}|${HASH.source}`, 's'), must: HASH },
]

/**
 * One line for each commit, in which its name is followed by a character at which `read` splits, and by nothing else.
 */
const LINE = {
  ' ': lineWith(' ', '|^--(?:oneline|pretty=oneline)$'),
  '|': lineWith('\\|'),
  ',': lineWith(','),
  ':': lineWith(':'),
  ';': lineWith(';'),
  '\t': lineWith('(?:\\t|%x09)'),
}
const BESIDE = new RegExp(
  `${WALK.source}|^--(?:(?:no-)?decorate|date=(?:short|iso|iso-strict|relative|unix|rfc|human))$`,
  's',
)

function lineWith(behind: string, or = ''): RegExp {
  const rest = '(?:[\\w |:;,.()\\t-]|%x09|%(?:s|f|d|D|[ac][neNEdrstiI]))*'
  return new RegExp(`^--(?:pretty|format)=(?:t?format:)?%[Hh]${behind}${rest}$${or}`)
}

/** A character at which `read` may split a line. */
export type Split = keyof typeof LINE

export function isSplit(sign: string): sign is Split {
  return Object.hasOwn(LINE, sign)
}

/** For `git log --oneline` without words that may be files. */
export function beginsWithCommit(command: SimpleCommand, split: Split): boolean {
  const [program, verb, ...given] = writtenOut(command) ?? []
  const line = LINE[split]
  const lines = new RegExp(`${BESIDE.source}|${line.source}`, 's')
  return program === 'git' && verb === 'log' && fits(given, lines, line) && given.every((word) => BRANCHED.test(word))
}

function fits(words: readonly string[], flags: RegExp, must: RegExp | undefined): boolean {
  const dashes = words.indexOf('--')
  const before = dashes < 0 ? words : words.slice(0, dashes)
  return (
    before.every((word) => isName(word) || flags.test(word)) &&
    (must === undefined || before.some((word) => must.test(word)))
  )
}
