/**
 * Part of the command catalogue: what the names that a find expression lets through look like, and which folders it
 * leaves out.
 *
 * INVARIANT: every name that passes the whole expression fits one of the patterns, and none is in a folder that is left
 * out. Anything unknown (a word in no table, an action) ends the proof.
 */

import type { Word } from '../../../engine/effect.ts'
import { FOLLOWS, parseFind, PRINT } from './find-expression.ts'
import type { Alternatives, Term } from './find-expression.ts'

/** Any name. */
const ANY: readonly string[] = ['*']
const NONE: readonly never[] = []
const MOST_PATTERNS = 16

/**
 * `find src -type f \( -name '*.ts' -o -name '*.js' \)`: `*.ts` and `*.js`. Undefined if links are followed, or a word
 * is not known. `acts`: an action stands behind it, which belongs to the last alternative.
 */
export function namesFound(
  argv: readonly Word[],
  acts = PRINT.has(argv.at(-1) ?? null),
): readonly string[] | undefined {
  if (argv.some((word) => word === null || FOLLOWS.has(word))) return undefined
  const alternatives = parseFind(argv as readonly string[])
  const names = namesOf(acts ? alternatives.slice(-1) : alternatives)
  return names.length <= MOST_PATTERNS ? names : ANY
}

/**
 * The names of folders that are not entered; those at the starting point begin with `./`. Examples:
 * `-not -path '*\/dist/*'` among tests that all must pass, `-path ./dist -prune -o …`,
 * `-type d \( -name a -o -name b \) -prune -o …`.
 */
export function foldersLeftOut(argv: readonly string[]): readonly string[] {
  const alternatives = parseFind(argv)
  const [only, ...others] = alternatives
  if (only === undefined) return NONE
  if (others.length === 0) return only.flatMap((term) => ('not' in term ? namedBy(term.not, INSIDE) : NONE))
  const first = alternatives.findIndex((all) => prunedBy(all).length === 0)
  // Above that depth nothing is tested, so nothing is pruned.
  return argv.includes('-mindepth') ? NONE : alternatives.slice(0, Math.max(first, 0)).flatMap(prunedBy)
}

/** Whether it finds nothing but files and folders: a link that is not followed is neither. */
export function findsNoLinks(argv: readonly string[]): boolean {
  if (argv.some((word) => FOLLOWS.has(word))) return false
  const [only, ...others] = parseFind(argv)
  // What is pruned is found as well, unless an action says otherwise.
  const acts = argv.some((word) => PRINT.has(word) || word.startsWith('-exec'))
  const isFile = (term: Term): boolean =>
    'any' in term ? term.any.every((all) => all.some(isFile)) : 'test' in term && isTypeOfFile(term)
  const isPruned = (term: Term) => acts && 'test' in term && term.test === '-prune'
  return only !== undefined && [only, ...others].every((all) => all.some((term) => isFile(term) || isPruned(term)))
}

function isTypeOfFile({ test, value }: { readonly test: string; readonly value: string }): boolean {
  return test === '-type' && /^[fd](?:,[fd])*$/.test(value)
}

/** The last name, if it is no pattern: the star of a path may stand for several names. */
const LAST = /\/([^/*?[\]\\]+)$/

function namesOf(alternatives: Alternatives): readonly string[] {
  const names = alternatives.map((all) => all.map(namesOfTerm).find((one) => one !== ANY) ?? ANY)
  return names.length === 0 || names.includes(ANY) ? ANY : names.flat()
}

function namesOfTerm(term: Term): readonly string[] {
  if ('not' in term) return ANY
  if ('any' in term) return namesOf(term.any)
  const { test, value } = term
  if (test === '-path') return LAST.exec(value)?.slice(1) ?? ANY
  return test === '-name' ? [value] : test === '-iname' ? [inAnyCase(value)] : ANY
}

/** `*.md` as `*.[mM][dD]`. A class may already hold both cases, and letters beyond ASCII may have more than two. */
function inAnyCase(pattern: string): string {
  if (!/^[ -Z^-~]*$/.test(pattern)) return '*'
  return pattern.replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
}

const INSIDE = /^(?:\*\/|(?=\.\/))((?:\.\/)?[\w.@-]+)\/\*$/
const ITSELF = /^(?:\*\/|(?=\.\/))((?:\.\/)?[\w.@-]+)$/
const BY_NAME = /^([\w.@-]+)$/

function namedBy(term: Term, path: RegExp, name?: RegExp): readonly string[] {
  if (!('test' in term)) return NONE
  const form = term.test === '-path' ? path : term.test === '-name' ? name : undefined
  return form?.exec(term.value)?.slice(1) ?? NONE
}

/** The folders that are pruned if all of these pass, provided that nothing else has to. */
function prunedBy(all: readonly Term[]): readonly string[] {
  const isFolder = (term: Term) => 'test' in term && term.test === '-type' && term.value === 'd'
  const [named, prune, ...others] = all.filter((term) => !isFolder(term))
  if (named === undefined || prune === undefined || others.length > 0) return NONE
  if (!('test' in prune) || prune.test !== '-prune') return NONE
  if (!('any' in named)) return namedBy(named, ITSELF, BY_NAME)
  const each = named.any.map(([term, ...more]) =>
    term === undefined || more.length > 0 ? NONE : namedBy(term, ITSELF, BY_NAME),
  )
  return each.every((names) => names.length > 0) ? each.flat() : NONE
}
