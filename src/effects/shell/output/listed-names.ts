/**
 * Part of reading shell lines: what `ls` and git print about the folder in which the line runs.
 *
 * INVARIANT: each whole name leads only to something below that folder; it may begin with a dash.
 */

import { isName, isSilencing, isWritten, plainArgv } from '../words/plain.ts'
import type { SimpleCommand } from '../syntax/script.ts'
import { namesFound } from '../../catalogue/grammars/find-names.ts'
import { startsLower } from '../../catalogue/wrappers/finders.ts'
import { FIND_ACTS, isLower, printsGrepped, printsRipgrepped } from './found-names.ts'

/**
 * For `ls -t logs/*.log`: its output begins with a name that does not begin with a dot, so it is not `..`. A later line
 * may be just that.
 */
export function listsLower({ words: [, ...rest], assigns, redirects, compound }: SimpleCommand): boolean {
  if (compound || assigns.length > 0 || !redirects.every((one) => one.fd === 2 && isSilencing(one))) return false
  return rest.every((word) => {
    const { value, dynamic, brace, tilde } = word
    if (dynamic || brace || tilde) return false
    return value.startsWith('-') ? isWritten(word) && /^-[1dtrSU]+$/.test(value) : LISTED.test(value) && isLower(value)
  })
}

/**
 * A pattern only in the last name, and none that `..` fits: after a line break, another name could continue with a
 * slash.
 */
const LISTED = /^(?:[\w.@-]+\/)*(?!\.[\w.@-]*\*)[\w.@*-]*$/

/** git quotes characters that would break a line, and prints all names relative to the folder or to the top. */
export function namesTracked(command: SimpleCommand): boolean {
  return isTracked(plainArgv(command) ?? [])
}

/** `git ls-files`, `git diff --name-only`, by its words. */
export function isTracked([program, verb, ...rest]: readonly string[]): boolean {
  if (program !== 'git') return false
  if (verb === 'ls-files') return rest.every((word) => isName(word) || TRACKED.test(word))
  // For files outside the repository it prints full names.
  const isHere = (word: string) => /^[^-/]/.test(word) && !word.startsWith('..')
  return verb === 'diff' && rest.includes('--name-only') && rest.every((word) => isHere(word) || COMPARED.test(word))
}

const TRACKED = /^(?:--|-[cmo]+|--(?:cached|modified|others|exclude-standard))$/
const COMPARED = /^(?:--|--(?:name-only|cached|staged|diff-filter=[A-Za-z]+))$/

/**
 * For `git ls-files -z`, `find src test -print0`, `grep -rlZ x src`, `rg -l0 x`: names as they are, none of which leads
 * upwards.
 */
export function printsByZero(command: SimpleCommand): boolean {
  const argv = plainArgv(command) ?? []
  const [program = '', ...words] = argv
  if (program === 'find')
    return (
      words.at(-1) === '-print0' &&
      !words.slice(0, -1).some((word) => FIND_ACTS.test(word)) &&
      startsLower(argv, undefined) &&
      namesFound(argv) !== undefined
    )
  const letter = ZERO.get(program)
  if (letter === undefined) return false
  const rest = words.flatMap((word) => withoutZero(word, letter))
  if (rest.join(' ') === words.join(' ')) return false
  if (program === 'git') return isTracked(['git', ...rest]) && rest.every(isLower)
  if (program === 'grep') return printsGrepped(rest) === 'below'
  return printsRipgrepped(rest.filter(isName).length > 1 ? rest : [...rest, '.']) === 'below'
}

const ZERO: ReadonlyMap<string, string> = new Map([
  ['git', 'z'],
  ['grep', 'Z'],
  ['rg', '0'],
])

/** The option without the letter that makes names end in zero bytes. */
function withoutZero(word: string, letter: string): readonly string[] {
  if (word === '--null') return letter === 'z' ? [word] : []
  if (!/^-[A-Za-z0]+$/.test(word) || !word.includes(letter)) return [word]
  return word.length === 2 ? [] : [word.replace(letter, '')]
}
