/**
 * Part of reading shell lines: words that are not fully known, but whose kind is: numbers, names of commits, no flags.
 *
 * INVARIANT: what is said about a word holds for every text that it may become.
 */

import { isFound, isNamed, isOfGit, isPath, type Printed } from '../output/printed.ts'
import { patternsOf } from '../output/whole-names.ts'
import type { Named } from '../output/whole-names.ts'
import { isLower } from '../output/found-names.ts'
import { KEPT_BY_BASH } from '../syntax/assignment.ts'
import type { Environment } from '../variables/state.ts'
import type { Survey } from '../variables/survey.ts'
import { isAt } from '../syntax/inside.ts'
import type { Part, ShellWord } from '../syntax/script.ts'

const NUMBERS = /^[?#$!]$/

/** For `$?`, `$#`, `$$`, `$!`, and variables that only count: each is one number. */
export function isNumber({ parts, span }: ShellWord, environment: Environment): boolean {
  return parts.every((part) => part.kind === 'text' || isNumberPart(part, span.start, environment))
}

function isNumberPart({ kind, text }: Part, at: number, environment: Environment): boolean {
  const { survey } = environment
  if (kind === 'special') return NUMBERS.test(text)
  if (kind !== 'variable') return kind === 'arithmetic'
  if (KEPT_BY_BASH.has(text)) return !survey.touched.has(text)
  // A number, like `$?`: bash sets it after each command, and to zsh it is nothing, unless the line sets one of its own.
  if (text === 'PIPESTATUS') return !survey.blind && !survey.touched.has(text)
  return environment.counts(text, at) || (!survey.blind && holdsNumber(text, at, environment))
}

/** It holds one number wherever the line sets it, and there it is set. */
function holdsNumber(name: string, at: number, { survey }: Environment): boolean {
  const span = survey.numbers.get(name)
  return span !== undefined && isAt(at, span)
}

/**
 * Whether no word it becomes begins with a dash: only names are left to be split, and a part that may be empty is not
 * followed by a dash.
 */
export function isUndashed({ parts, glob, span }: ShellWord, environment: Environment): boolean {
  let begun = false
  for (const part of parts) {
    if (part.kind === 'text') {
      if (!begun && part.text.startsWith('-')) return false
      begun ||= part.text !== ''
      continue
    }
    if (part.kind === 'arithmetic' && begun) continue
    const printed = printedIn(part, span.start, environment)
    if ((isOfGit(printed) || printed === 'refs') && !begun) return false
    const whole =
      part.quoted && (printed !== undefined || (begun && (part.kind === 'command' || part.kind === 'variable')))
    if (!whole && (printed === undefined || isPath(printed))) return false
  }
  return !glob
}

/** Its text, with `1` for each number, if its unknown parts are numbers; a counted one may be empty. */
export function digitsIn({ parts, span }: ShellWord, environment: Environment): string | undefined {
  let text = ''
  for (const part of parts) {
    const { kind } = part
    const counts = isNumberPart(part, span.start, environment)
    if (kind !== 'text' && !counts && printedIn(part, span.start, environment) !== 'digits') return undefined
    text += kind === 'text' ? part.text : '1'
  }
  return text
}

const BEHIND_COMMIT = /^(?:\.{2,3}|[~^])[\w./~^-]*$/

/** For names of commits with a distance: `$(git merge-base a b)..HEAD`. */
export function isCommit({ parts, span, glob }: ShellWord, environment: Environment): boolean {
  const [first, behind] = parts
  if (first === undefined || glob || parts.length > 2) return false
  if (behind !== undefined && !(behind.kind === 'text' && BEHIND_COMMIT.test(behind.text))) return false
  return first.kind !== 'text' && printedIn(first, span.start, environment) === 'commits'
}

const END = String.raw`(?:(?:origin|upstream)/)?(?:\*|[\w@](?:[\w~^-]|\.(?!\.))*)`
const RANGE = new RegExp(`^${END}\\.{2,3}${END}$`)

/**
 * For `main..$(git branch --show-current)`: to git, the commits between two others. With a branch in front, it may
 * begin with a dash.
 */
export function isRange({ parts, span, glob }: ShellWord, environment: Environment): boolean {
  const kinds = parts.map((part) => (part.kind === 'text' ? 'text' : printedIn(part, span.start, environment)))
  if (glob || kinds[0] === 'refs' || !kinds.every((kind) => kind !== undefined && OF_RANGE.has(kind))) return false
  return RANGE.test(parts.map(({ text }, at) => (kinds[at] === 'text' ? text : '*')).join(''))
}

const OF_RANGE: ReadonlySet<Printed | 'text'> = new Set(['text', 'commits', 'refs'])

/** The folder in which the repository begins in which the line runs, whatever that is. */
export function isTop({ parts: [part, ...others], span }: ShellWord, environment: Environment): boolean {
  return part !== undefined && others.length === 0 && printedIn(part, span.start, environment) === 'top'
}

/**
 * Whether the line itself says what it holds, in a way that is not followed: `"src/$(echo ../.env)"`,
 * `read X; cat "src/$X"`.
 */
export function isMade({ parts, span }: ShellWord, environment: Environment): boolean {
  const { blind, nested, touched } = environment.survey
  return parts.some((part) => {
    const { kind, text } = part
    if (kind === 'text' || kind === 'arithmetic') return false
    const printed = printedIn(part, span.start, environment)
    if (printed !== undefined) return isNamed(printed) || isFound(printed) || isOfGit(printed) || printed === 'refs'
    if (kind === 'special') return !NUMBERS.test(text)
    if (kind !== 'variable' || blind) return true
    return touched.has(text) ? !holdsNumber(text, span.start, environment) : nested
  })
}

/** The kind of positional parameters that find has found. */
export function kindGiven({ below }: Survey): Printed {
  return below?.every(isLower) === true ? 'below' : 'found'
}

/** For `"$1"` and `"$@"`, but not for `$0` and what is made of several. */
export function isPositional({ kind, text }: Part): boolean {
  return kind === 'special' && /^(?:[1-9]\d*|@)$/.test(text)
}

/**
 * For `< "$1"`, `< "src/$f"`, `< "/proc/$p/maps"`: whatever the rest is, it is the file of that name and not an address
 * (`/dev/tcp/…`).
 */
export function isFile({ parts, tilde, span }: ShellWord, environment: Environment): boolean {
  const [first] = parts
  if (first === undefined || tilde) return false
  if (first.kind === 'text') return IN_NO_DEVICE.test(first.text)
  const printed = printedIn(first, span.start, environment)
  return parts.length === 1 && (isNamed(printed) || (first.quoted && (isFound(printed) || isOfGit(printed))))
}

/**
 * For `"$1"` in `find src -exec sh -c`, and `"$(rg -l x src | head -1)"`: the patterns, one of which the whole name
 * surely fits, seen from the folder in which it is used.
 */
export function foundBy(
  { parts: [part, ...others], span }: ShellWord,
  environment: Environment,
): readonly string[] | undefined {
  if (part === undefined || others.length > 0) return undefined
  const printed = printedIn(part, span.start, environment)
  if (isNamed(printed)) return patternsOf(printed)
  // Without a blank, without a slash in front, and not leading upwards.
  if (printed === 'digits' || printed === 'times') return NUMBERED
  if (printed === 'names') return ANYTHING_BELOW
  if (!part.quoted) return undefined
  const { below } = environment.survey
  if (below !== undefined && isPositional(part)) return below
  return printed === 'below' || printed === 'tracked' ? ANYTHING_BELOW : undefined
}

/** What find has asked of those names. */
export function testsFor({ parts: [part, ...others], span }: ShellWord, environment: Environment): Named['tests'] {
  if (part === undefined || others.length > 0) return undefined
  const printed = printedIn(part, span.start, environment)
  return isNamed(printed) ? printed.tests : undefined
}

const ANYTHING_BELOW = ['./**/*']
const NUMBERED = ['./[0-9]*']

/**
 * For `"$(find . -name x | head -1)"`: if a name contains a line break, only the part before it is left, which may be
 * `./..`.
 */
export function mayBeAbove({ parts: [part], span }: ShellWord, environment: Environment): boolean {
  return part !== undefined && !isPositional(part) && printedIn(part, span.start, environment) === 'below'
}

/**
 * For `for f in src/*; do wc -l < $f; done`: bash opens nothing if a name is several words, and the first of them
 * begins like the pattern.
 */
export function openedBy({ parts: [part, ...others], tilde, span }: ShellWord, environment: Environment): Fitting {
  if (part?.kind !== 'variable' || others.length > 0 || tilde || environment.survey.blind) return undefined
  const known = environment.valueAt(part.text, span.start)
  return known?.glob === true && known.texts.every((text) => IN_FOLDER.test(text)) ? known.texts : undefined
}

/** Patterns, one of which the whole name fits. */
type Fitting = readonly string[] | undefined

const IN_FOLDER = /^[\w.-]+\/[^\s\\]*$/

/** Not an address for bash, which looks at the first letters as they are written. */
const IN_NO_DEVICE = /^(?:[^/]|\/(?!dev\/)[^/]+\/)/

/** Variables that the login has set, unless the line sets them. */
const USERS = new Set(['USER', 'LOGNAME'])

function printedIn(part: Part, at: number, environment: Environment): Printed | undefined {
  const { kind, scope, text } = part
  if (environment.survey.found && isPositional(part)) return kindGiven(environment.survey)
  const { blind, nested, touched, printed } = environment.survey
  if (kind === 'command') return printed.get(scope)
  if (kind !== 'variable' || blind) return undefined
  return USERS.has(text) && !nested && !touched.has(text) ? 'names' : environment.printedIn(text, at)
}
