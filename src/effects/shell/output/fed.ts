/**
 * Part of reading shell lines: `… | while read -r x` and `… | xargs`, if it is known what kind of words the pipe can
 * pass on.
 *
 * INVARIANT: for a `read`, the line sets the variable nowhere else, and uses it only inside the loop that begins with
 * the `read`: there it holds a line of the pipe, a part of one, or nothing.
 */

import type { Unwrapped } from '../../catalogue/wrappers.ts'
import { namesFound } from '../../catalogue/grammars/find-names.ts'
import { testsOf } from '../../catalogue/grammars/find-filter.ts'
import { beginningOf } from '../../catalogue/wrappers/finders.ts'
import { namesDeclared } from '../variables/assigns.ts'
import { changesPrograms } from './changed-programs.ts'
import { printsDigits, printsLineNumbers } from './counting.ts'
import { FIND_ACTS, isLower } from './found-names.ts'
import { keepsInput, readsFile } from './own-input.ts'
import { namesTracked, printsByZero } from './listed-names.ts'
import { isVariableName, isWritten, plainArgv } from '../words/plain.ts'
import { beginsWithCommit, isFound, isNamed, isPath, isSplit, kindOf, type Printed, type Split } from './printed.ts'
import { isSieve, isSieveByZero, passesOn } from './sieves.ts'
import type { WholeNames } from './whole-names.ts'
import { isBelow, isInside } from '../syntax/inside.ts'
import type { Repeated, Script, SimpleCommand, Span } from '../syntax/script.ts'

/** The content of a variable, from the `read` to the end of its loop. */
export interface Fed {
  readonly printed: Printed
  readonly span: Span
  /** The commands that print it: all their words are written out. */
  readonly feeds: Span
}

const NOTHING: ReadonlyMap<string, Fed> = new Map()

/** The names that a plain `read -r a b` sets, if it does nothing else; undefined for another command. */
function namesRead({ words, redirects }: SimpleCommand): readonly string[] | undefined {
  if (words[0]?.value !== 'read' || !words.every(isWritten) || redirects.length > 0) return undefined
  const names = words.flatMap(({ value }, at) =>
    at === 0 || value === '-r' || isZero(words, at) || isZero(words, at - 1) ? [] : [value],
  )
  return names.length > 0 && names.every(isVariableName) ? names : undefined
}

/** The names that a builtin sets, if it does nothing else; undefined for another command. */
export function namesSetBy(command: SimpleCommand): readonly string[] | undefined {
  return namesRead(command) ?? namesDeclared(command) ?? namePrinted(command)
}

/** For `printf -v name format …` without another flag, which could also be a name. */
function namePrinted({ words: [first, flag, name, format] }: SimpleCommand): readonly string[] | undefined {
  if (first?.value !== 'printf' || flag?.value !== '-v' || name === undefined || format === undefined) return undefined
  if (![first, flag, name, format].every(isWritten) || format.value.startsWith('-')) return undefined
  return isVariableName(name.value) ? [name.value] : undefined
}

/** `-d ''` reads up to the next zero byte, which no name of a file contains. */
function isZero(words: SimpleCommand['words'], at: number): boolean {
  const { value } = words[at] ?? {}
  return (value === '-d' || value === '-rd') && words[at + 1]?.value === ''
}

export function fedBy(script: Script, whole?: WholeNames): ReadonlyMap<string, Fed> {
  const { commands, repeated } = script
  if (repeated.length === 0 || changesPrograms(commands)) return NOTHING
  const fed = new Map<string, Fed>()
  for (const command of commands) {
    const names = namesRead(command)
    const [name] = names ?? []
    const split = splitAt(command)
    if (name === undefined || names?.lastIndexOf(name) !== 0 || split === undefined) continue
    const alone = names.length === 1
    if (alone && split !== '' && split !== ' ') continue
    const loop = repeated.find((one) => one.scope === command.scope && begins(command, one, commands))
    if (loop === undefined || setElsewhere(name, command, script)) continue
    const stages = pipeInto(loop, script)
    const byZero = command.words.some((_, at) => isZero(command.words, at))
    const printed = alone
      ? (byZero ? kindByZero : kindOfPipe)(stages, whole)
      : byZero || split === ''
        ? undefined
        : firstOfLines(stages, split)
    if (printed === undefined || !(isNamed(printed) || STAYS.has(printed))) continue
    const isWhole = alone && !isPath(printed) && !isNamed(printed) && printed !== 'names' && printed !== 'times'
    if (!isWhole && !readsAlone(name, command, loop, script, isNamed(printed))) continue
    if (isPath(printed) && !staysFile(command, stages[0])) continue
    const span = { start: command.span.end, end: loop.span.end }
    const isWholeName = printed === 'files' && split === '' && isLowerList(command, stages[0])
    fed.set(name, {
      printed: isWholeName ? 'tracked' : printed,
      span,
      feeds: { start: stages[0]?.span.start ?? 0, end: stages.at(-1)?.span.end ?? 0 },
    })
  }
  return fed
}

/** The characters that separate its words: `IFS='|' read -r a b`. There are none for `IFS= read -r x`. */
function splitAt({ assigns: [first, ...others] }: SimpleCommand): Split | '' | undefined {
  if (first === undefined) return ' '
  const { name, value, append, array } = first
  if (name !== 'IFS' || others.length > 0 || append || array !== undefined) return undefined
  if (value !== undefined && !isWritten(value)) return undefined
  const sign = value?.value ?? ''
  return sign === '' || (sign !== ' ' && isSplit(sign)) ? sign : undefined
}

/**
 * Whether `read` keeps the blanks of a name (`" /dev/tcp/host/80"`), or the names have an ending that no address has
 * (`git ls-files '*.ts'`).
 */
function staysFile({ assigns }: SimpleCommand, feed: SimpleCommand | undefined): boolean {
  if (assigns.length > 0) return true
  const [program, verb, ...rest] = (feed && plainArgv(feed)) ?? []
  const asked = rest.filter((word) => !word.startsWith('-'))
  if (program !== 'git' || verb !== 'ls-files') return false
  return asked.length > 0 && asked.every((word) => /^[\w*.][\w*./-]*\.[A-Za-z]+$/.test(word))
}

/**
 * For `git ls-files | while IFS= read -r f`: each line is one whole name, and no name leads upwards unless the words of
 * the command do.
 */
function isLowerList({ words }: SimpleCommand, feed: SimpleCommand | undefined): boolean {
  return words.some(({ value }) => value === '-r') && feed?.words.every(({ value }) => isLower(value)) === true
}

/** Whether nothing else in the loop reads from its input. */
function readsAlone(name: string, by: SimpleCommand, loop: Repeated, script: Script, isFile: boolean): boolean {
  const keeps = (one: SimpleCommand) => keepsInput(one, name) || (isFile && readsFile(one, name))
  return alongside(loop, script).every((one) => one === by || keeps(one))
}

function inside({ span }: Repeated, commands: readonly SimpleCommand[]): readonly SimpleCommand[] {
  return commands.filter((one) => isInside(one.span, span))
}

/** The commands that read the loop's input, because they have none of their own. */
function alongside(loop: Repeated, { commands, scopes }: Script): readonly SimpleCommand[] {
  if (inputsIn(loop, commands).length > 0) return inside(loop, commands)
  return commands.filter((one) => isBelow(one.scope, loop.scope, scopes))
}

/** Whether nothing in the loop comes before it. */
function begins(command: SimpleCommand, loop: Repeated, commands: readonly SimpleCommand[]): boolean {
  const within = inside(loop, commands)
  return within.includes(command) && within.every((one) => one === command || one.span.start >= command.span.end)
}

function setElsewhere(name: string, by: SimpleCommand, { commands, loops, assigned }: Script): boolean {
  const sets = (command: SimpleCommand) =>
    command.assigns.some((assign) => assign.name === name) ||
    (command !== by && namesSetBy(command)?.includes(name) === true)
  return assigned.includes(name) || loops.some((loop) => loop.name === name) || commands.some(sets)
}

/** The commands whose output the loop reads, in order; none if something else may be read. */
function pipeInto(loop: Repeated, script: Script): readonly SimpleCommand[] {
  const { commands, scopes } = script
  const redirected = inputsIn(loop, commands)
  const own = redirected.find((one) => one.span.start === loop.span.end)
  if (own !== undefined) {
    const [redirect, ...more] = own.redirects
    const part = redirect?.op === '<' && redirect.fd === undefined ? redirect.target?.parts[0] : undefined
    return more.length === 0 && part?.kind === 'process' ? stagesIn(part.scope, script) : []
  }
  const { kind, pipeline = -1, stage = -1 } = scopes[loop.scope] ?? {}
  return kind === 'pipe' && redirected.length === 0 ? stagesBefore(pipeline, stage, script) : []
}

/** The compound commands around the loop whose input is redirected. */
function inputsIn({ scope }: Repeated, commands: readonly SimpleCommand[]): readonly SimpleCommand[] {
  return commands.filter((one) => one.compound && one.scope === scope && one.redirects.some(isInput))
}

/**
 * One command for each stage of the pipeline before this one; what is known of their output says nothing about their
 * errors.
 */
function stagesBefore(pipeline: number, stage: number, { commands, merged }: Script): readonly SimpleCommand[] {
  const before = commands.filter((one) => one.pipeline === pipeline && one.stage < stage)
  return before.length === stage && !merged.includes(pipeline) ? before : []
}

/** The stages of a substitution that consists of one pipeline only. */
function stagesIn(scope: number, { commands, scopes, merged }: Script): readonly SimpleCommand[] {
  const found = commands.filter((one) => one.scope === scope || scopes[one.scope]?.parent === scope)
  const single = found.every(
    ({ pipeline, stage }, at) => pipeline === found[0]?.pipeline && stage === at && !merged.includes(pipeline),
  )
  const deeper = scopes.some(({ parent, kind }) => parent === scope && kind !== 'pipe')
  return single && !deeper ? found : []
}

/** `<`, and also `0>&3`: both directions can redirect the input. */
function isInput({ op, fd }: SimpleCommand['redirects'][number]): boolean {
  return op.startsWith('<') || fd === 0
}

/**
 * Kinds that a part of a line still has when a program inside the loop reads the rest. Names do not: `-1` may be the
 * rest of `web-1`.
 */
const STAYS: ReadonlySet<Printed> = new Set([
  'digits',
  'times',
  'commits',
  'files',
  'tracked',
  'found',
  'below',
  'names',
])

/** A name that find has found below a folder is never an address (`/dev/tcp/…`), and never begins with a dash. */
function kindByZero(stages: readonly SimpleCommand[], whole: WholeNames | undefined): Printed | undefined {
  const named = stages.length === 1 && stages[0] !== undefined ? whole?.printedByZero(stages[0]) : undefined
  if (named !== undefined) return named
  const below = stages.length === 1 ? foundBelow(stages[0]) : undefined
  if (below === undefined || !/^(?:[\w.]|\/(?!dev\b)\w)/.test(below)) return undefined
  return isLower(below) && namesFound(stages[0]?.words.map(({ value }) => value) ?? []) !== undefined
    ? 'below'
    : 'found'
}

function kindOfPipe(stages: readonly SimpleCommand[], whole: WholeNames | undefined): Printed | undefined {
  const [first, ...others] = stages
  const last = stages.at(-1)
  if (first === undefined || last === undefined) return undefined
  if (printsDigits(last) || printsLineNumbers(stages)) return 'digits'
  if (!others.every((one) => passesOn(one) || isSieve(one))) return undefined
  const kind = kindOf(first, whole)
  if (namesTracked(first) && !isNamed(kind)) return 'files'
  // A name may contain a line break, so a line need not begin with the folder, and may be `..`.
  return isFound(kind) || kind === 'tracked' ? undefined : kind
}

/**
 * For `git log --oneline | while read -r hash rest`: each line begins with the name of a commit, as long as nothing
 * reads a part of a line.
 */
function firstOfLines([first, ...others]: readonly SimpleCommand[], split: Split): Printed | undefined {
  if (first === undefined || !others.every((one) => passesOn(one) || isSieve(one))) return undefined
  return beginsWithCommit(first, split) ? 'commits' : undefined
}

const ANY_NAME = ['*']
const UNDASHED: ReadonlySet<Printed> = new Set(['commits', 'names', 'times'])

interface Handed {
  readonly fills: Unwrapped['fills']
  /** The known beginning of each of them. */
  readonly begins: Unwrapped['begins']
  readonly below: string | undefined
  readonly ends: Unwrapped['ends']
  readonly tests: Unwrapped['tests']
  /** Whether they are, with `-0`, names below the folder in which it runs. */
  readonly lower: boolean
  /** Whether each line is one word. */
  readonly isWhole: boolean
}

/** What a pipe passes to `xargs`: words of a known kind, or with `-0` names below this folder. */
export function handedToXargs(
  { pipeline, stage, redirects }: SimpleCommand,
  script: Script,
  whole: WholeNames | undefined,
): Handed | undefined {
  const before = stagesBefore(pipeline, stage, script)
  if (before.length === 0 || redirects.some(isInput) || changesPrograms(script.commands)) return undefined
  const printed = kindOfPipe(before, whole)
  if (isNamed(printed))
    return { ...printed, tests: printed.tests, fills: 'undashed', below: undefined, lower: false, isWhole: true }
  const fills =
    printed === 'digits' ? 'digits' : printed !== undefined && UNDASHED.has(printed) ? 'undashed' : undefined
  const [first, ...others] = before
  const byZero = others.every(isSieveByZero) ? first : undefined
  const below = foundBelow(byZero)
  const lower = byZero !== undefined && below === undefined && printsByZero(byZero)
  const ends = below === undefined ? ANY_NAME : namesFound(first?.words.map(({ value }) => value) ?? [])
  return {
    fills,
    begins: undefined,
    below,
    ends: below === undefined && fills === undefined && !lower ? undefined : ends,
    tests: below === undefined ? undefined : testsOf(first?.words.map(({ value }) => value) ?? [], false),
    lower,
    isWhole: false,
  }
}

/** For `find src … -print0`: the folder with which each name begins. */
function foundBelow(command: SimpleCommand | undefined): string | undefined {
  if (command === undefined || command.assigns.length > 0 || !command.words.every(isWritten)) return undefined
  const argv = command.words.map(({ value }) => value)
  if (argv[0] !== 'find' || argv.at(-1) !== '-print0' || argv.slice(0, -1).some((word) => FIND_ACTS.test(word)))
    return undefined
  return beginningOf(argv, undefined)
}
