/**
 * Part of the command catalogue: which actions of a find expression only some of the files reach.
 *
 * INVARIANT: a file test counts only if it certainly stands before the action, is not negated, and every alternative to
 * it is such a test, too. Anything unknown (a dynamic word, a word in no table) ends the proof.
 */

import type { Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'
import { WordSet } from '../word-set.ts'

/** Tests that take a value; those with a name count if the name contains a letter or digit. */
const NAMED = new Set(`-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname`.split(' '))
const MEASURED = new Set(
  `-mtime -mmin -ctime -cmin -atime -amin -newer -anewer -cnewer -mnewer -size -inum -samefile -Btime -Bmin`.split(' '),
)
const OTHER_VALUES = new Set(
  `-maxdepth -mindepth -regextype -context -fstype -gid -group -links -perm -type -uid -used -user -xtype -printf -D -flags
   -fprint -fprint0 -fls -files0-from`.split(/\s+/u),
)
/** Actions that run a command. */
export const FIND_RUNS = new WordSet(['-exec', '-execdir', '-ok', '-okdir'])
const HAS_NAME = () => /[\p{L}\p{N}]/u

/**
 * One level of parentheses: whether the chain that is being read is narrowed, and whether every alternative before it
 * was.
 */
interface Level {
  chain: boolean
  alternatives: boolean
  readonly negated: boolean
  /** What stands before the parenthesis already narrows. */
  readonly within: boolean
}

/** Indexes of `-delete`, `-exec` and similar actions that only files passing a test reach. */
export function narrowedActions(argv: readonly Word[]): ReadonlySet<number> {
  const narrowed = new Set<number>()
  const levels: Level[] = [fresh(false, false)]
  let negated = false
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    const level = levels.at(-1)
    if (word == null || level === undefined) return narrowed
    if (word === '!' || word === '-not') {
      negated = !negated
      continue
    }
    if (word === '(') levels.push(fresh(negated, level.within || level.chain))
    else if (word === ')') {
      const outer = levels.at(-2)
      if (outer === undefined) return narrowed
      levels.pop()
      if (level.chain && level.alternatives && !level.negated) outer.chain = true
    } else if (word === '-o' || word === '-or') {
      level.alternatives &&= level.chain
      level.chain = false
    } else if (word === ',') {
      level.alternatives = true
      level.chain = false
    } else if (NAMED.has(word)) {
      if (HAS_NAME().test(argv[++at] ?? '') && !negated) level.chain = true
    } else if (MEASURED.has(word) || /^-newer../u.test(word)) {
      if (argv[++at] != null && !negated) level.chain = true
    } else if (word === '-empty') level.chain ||= !negated
    else if (OTHER_VALUES.has(word)) at++
    else if (word === '-fprintf') at += 2
    else if (startsWith(word, '-') && (level.chain || level.within)) narrowed.add(at)
    negated = false
    if (FIND_RUNS.has(word)) at = actionEnd(argv, at + 1)
  }
  return narrowed
}

/** Index of the end of an `-exec` command: at `;`, or at `+` after a `{}`; the length if it has no end. */
export function actionEnd(argv: readonly Word[], from: number): number {
  for (let at = from; at < argv.length; at++) {
    if (argv[at] === ';' || (argv[at] === '+' && argv[at - 1] === '{}')) return at
  }
  return argv.length
}

function fresh(negated: boolean, within: boolean): Level {
  return { chain: false, alternatives: true, negated, within }
}
