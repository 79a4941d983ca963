/**
 * Part of the built-in checks: paths that are dangerous to write, secret to read or critical to remove.
 *
 * INVARIANT: a path is protected if its spelled or its real form is, in any spelling that some disk would accept for
 * it. Countersign's own files stay protected whatever a policy removes.
 */

import { expandBraces } from '../../engine/match/braces.ts'
import { dropInvisible, foldExact, foldLoose } from '../../engine/match/fold.ts'
import type { Fold } from '../../engine/match/fold.ts'
import { readSpecifier, tidySpecifier } from '../../engine/match/path-specifier.ts'
import type { ProtectedPaths } from '../../engine/policy.ts'
import { LastNames } from '../../engine/trie/last-names.ts'
import { codeAt, startsWith } from '../code-at.ts'
import { criticalRemoval } from './critical.ts'
import type { Landmarks } from './critical.ts'
import { indexEntries } from './protected-index.ts'
import type { Entry, Lookup } from './protected-index.ts'
import { listEntries } from './protected-patterns.ts'
import { OWN_PROGRAM, PROTECTED, SELF } from './protected-list.ts'

export interface Protected {
  readonly category: string
  /** One sentence that says what is at stake. */
  readonly why: string
}

export interface ProtectionContext extends Landmarks {
  /** Whether the whole tree below the path is meant, so that its content counts too. */
  readonly tree?: boolean
}

type Check = (path: string, real: string, context: ProtectionContext) => Protected | undefined

/** The built-in checks of a path. */
export interface PathChecks {
  /** Writing there is asked about, and no rule silences that. */
  readonly protectedWrite: Check
  /** Reading it is asked about, unless a rule names it. */
  readonly secretRead: Check
  /** The last names of all that is secret; whatever else is, is below a folder of such a name. */
  readonly secretNames: (ignoresCase: boolean) => LastNames
  /** Whether it is below something secret, whatever the policy excepts. */
  readonly liesSecret: (path: string, context: ProtectionContext) => boolean
  readonly criticalRemoval: Check
  /** The same for a path that the shell still expands: what a fitting name would be. */
  readonly patternWrite: PatternCheck
  readonly patternRead: PatternCheck
}

type PatternCheck = (pattern: string, home: string, tree?: boolean) => Protected | undefined

/** One group of the list, ready for look-ups. */
interface Guard {
  readonly category: string
  readonly what: string
}

const ADDED: Guard = { category: 'policy', what: 'which the policy protects' }

/** The built-in protection with a policy's changes. Throws `PatternError` for a path that cannot be read. */
export function compileProtected({ add = [], remove = [] }: Partial<ProtectedPaths> = {}): PathChecks {
  if (add.length > 0 || remove.length > 0) return compileList(add, remove)
  builtIn ??= compileList(add, remove)
  return builtIn
}

/** The protection without changes, as in most policies. */
let builtIn: PathChecks | undefined

function compileList(add: readonly string[], remove: readonly string[]): PathChecks {
  const gone = new Set(remove.map((text) => withoutSlash(withoutTail(text))))
  const given = readPaths(remove.filter((text) => !isListed(withoutSlash(withoutTail(text))))).map((text) => ({
    text,
    value: true as const,
  }))
  const added = readPaths(add).map((text) => ({ text, value: ADDED }))
  // Many calls touch no file at all, so the list is not read before one does.
  const writes = once(() => [...entriesOf('write', gone), ...added])
  const reads = once(() => entriesOf('read', gone))
  const secret = checker('Reads', reads, NONE)
  return {
    protectedWrite: checker('Writes', writes, given),
    secretRead: checker('Reads', reads, given),
    secretNames: namesOf(reads),
    liesSecret: (path, context) => secret(path, path, context) !== undefined,
    criticalRemoval,
    patternWrite: patternChecker('Writes', writes, false),
    patternRead: patternChecker('Reads', reads, true),
  }
}

type Entries = () => readonly Entry<Guard>[]

function once(make: Entries): Entries {
  let made: readonly Entry<Guard>[] | undefined
  return () => (made ??= make())
}

/** Throws now what would otherwise be thrown later, when the tables are first built. */
function readPaths(texts: readonly string[]): string[] {
  const paths = texts.flatMap((text) => expandBraces(tidySpecifier(text))).map(withoutTail)
  for (const path of paths) readSpecifier(path)
  return paths
}

/**
 * Whether it is a category or an entry of the list: that is then removed as a whole, and is no exception from others.
 */
function isListed(text: string): boolean {
  return PROTECTED.some(
    ({ category, read = [], write = [] }) =>
      category === text || [...read, ...write].some((one) => withoutSlash(one) === text),
  )
}

function entriesOf(use: 'read' | 'write', gone: ReadonlySet<string>): Entry<Guard>[] {
  return PROTECTED.flatMap(({ category, what, except = [], itself = false, [use]: texts = [] }) => {
    const value: Guard = { category, what }
    const kept = isOwn(category)
      ? texts
      : gone.has(category)
        ? []
        : texts.filter((text) => !gone.has(withoutSlash(text)))
    return kept.map((text) => ({ text, except, itself, value }))
  })
}

/** Whether the category is Countersign's own. */
export function isOwn(category: string): boolean {
  return category === SELF || category === OWN_PROGRAM
}

function checker(verb: string, entries: Entries, given: readonly Entry<true>[]): Check {
  let exact: Lookups | undefined
  let loose: Lookups | undefined
  return (path, real, context) => {
    const ignoreCase = context.caseInsensitive === true || !startsWith(path, '/')
    const tables = ignoreCase
      ? (loose ??= lookups(entries(), given, foldLoose))
      : (exact ??= lookups(entries(), given, foldExact))
    const guard = judge(path, context, tables)
    if (guard !== undefined) return { category: guard.category, why: `${verb} ${told(path, guard)}` }
    const behind = real === path ? undefined : judge(real, context, tables)
    return behind && { category: behind.category, why: `${verb} ${told(real, behind)}` }

    function told(place: string, { what }: Guard): string {
      const itself = context.tree !== true || judge(place, { ...context, tree: false }, tables) !== undefined
      return `${place}, ${itself ? '' : 'which may hold '}${what}.`
    }
  }
}

const NONE: readonly never[] = []

function namesOf(entries: Entries): PathChecks['secretNames'] {
  const made = new Map<boolean, LastNames>()
  return (ignoresCase) => {
    const known = made.get(ignoresCase)
    if (known !== undefined) return known
    const fold = ignoresCase ? foldLoose : foldExact
    const all = new LastNames(ignoresCase)
    for (const { text } of entries()) {
      const { names, rest } = readSpecifier(fold(text))
      all.add([...names, ...rest])
    }
    made.set(ignoresCase, all)
    return all
  }
}

const MOST_ANSWERS = 1000

function patternChecker(verb: string, entries: Entries, shows: boolean): PatternCheck {
  const find = listEntries(entries, shows)
  const answers = new Map<string, Protected | undefined>()
  return (pattern, home, tree = false) => {
    const key = `${tree ? 'tree' : 'path'}\0${home}\0${pattern}`
    if (answers.has(key)) return answers.get(key)
    const guard = find(pattern, home, tree)
    const answer = guard && {
      category: guard.category,
      why: `${verb} ${pattern}, which may ${tree ? 'hold' : 'be'} ${guard.what}.`,
    }
    if (answers.size >= MOST_ANSWERS) answers.clear()
    answers.set(key, answer)
    return answer
  }
}

interface Lookups {
  readonly protects: Lookup<Guard>
  /** The paths that a policy excepts, and a fixed list that it cannot except. */
  readonly gives: Lookup<true> | undefined
  readonly keeps: Lookup<Guard> | undefined
  readonly fold: Fold
  /** The home directory in the form in which paths are compared with it. */
  readonly homeOf: (home: string) => string
}

function lookups(entries: readonly Entry<Guard>[], given: readonly Entry<true>[], fold: Fold): Lookups {
  let lastHome = ''
  let folded = ''
  return {
    protects: indexEntries(entries, fold),
    gives: given.length === 0 ? undefined : indexEntries(given, fold),
    keeps:
      given.length === 0
        ? undefined
        : indexEntries(
            entries.filter(({ value }) => isOwn(value.category)),
            fold,
          ),
    fold,
    homeOf: (home) => {
      if (home !== lastHome) {
        lastHome = home
        folded = fold(withoutSlash(led(home)))
      }
      return folded
    },
  }
}

function judge(
  path: string,
  { home, tree = false }: ProtectionContext,
  { protects, gives, keeps, fold, homeOf }: Lookups,
): Guard | undefined {
  const whole = led(path)
  const mayBeOdd = !isPlain(whole)
  const spelled = mayBeOdd || fold !== foldExact ? fold(whole) : whole
  const homely = homeOf(home)
  const found =
    protects(spelled, homely, tree) ??
    (mayBeOdd && ODD.test(spelled) ? protects(plain(spelled), homely, tree) : undefined)
  if (found === undefined || tree || gives?.(spelled, homely, false) !== true) return found
  return keeps?.(spelled, homely, false)
}

/** Spellings that some disk takes for a plainer name: invisible characters, streams (`.env::$DATA`), trailing dots. */
const ODD = /[:\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[. ](?:\/|$)/u

/** Whether it has nothing of what `ODD` looks for, and nothing that is folded exactly; most paths are like that. */
function isPlain(path: string): boolean {
  let before = 0
  for (let at = 0; at < path.length; at++) {
    const code = codeAt(path, at)
    if (code > 127 || code === COLON || (code === SLASH && (before === DOT || before === BLANK))) return false
    before = code
  }
  return before !== DOT && before !== BLANK
}

const BLANK = 32
const DOT = 46
const SLASH = 47
const COLON = 58

function plain(path: string): string {
  return dropInvisible(path)
    .split('/')
    .map((name) => (name.indexOf(':') > 0 ? name.slice(0, name.indexOf(':')) : name))
    .map((name) => name.replace(/[. ]{1,64}$/u, ''))
    .join('/')
}

function led(path: string): string {
  return startsWith(path, '/') ? path : `/${path.replaceAll('\\', '/')}`
}

function withoutSlash(text: string): string {
  return text.endsWith('/') ? text.slice(0, -1) : text
}

/** `secrets/**` means the same as `secrets/` here. */
function withoutTail(text: string): string {
  return text.endsWith('/**') ? text.slice(0, -2) : text
}
