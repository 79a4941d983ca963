/**
 * Part of the Claude Code dialect: what its permission for commands does not cover, although our rule with the same
 * words would.
 */

import { outside } from '../import/outside.ts'
import { WRITE_FILES } from './shell-model.ts'

/** If a program changes files outside the project, Claude Code asks, whatever permits the command. */
export function outsideOf(specifier: string): readonly string[] {
  const [program = ''] = specifier.split(/[ :]/u, 1)
  const isOpen = specifier.includes('*') && WRITE_FILES.includes(program)
  return isOpen ? outside(program) : []
}

/**
 * In Claude Code a star between blanks, or one at the end after another star, must match something. In ours it may
 * match nothing, so that case is excluded.
 */
export function withoutNothing(specifier: string): readonly string[] {
  const words = specifier.split(' ')
  const isOpen = words.length > 1 && words.at(-1) === '*'
  const plain = isOpen ? words.slice(0, -1) : words
  const inner = plain.flatMap((word, at) => (word === '*' && at > 0 ? [plain.toSpliced(at, 1).join(' ')] : []))
  if (!isOpen) return inner
  const bare = plain.join(' ')
  return [...inner.map((one) => `${one} *`), ...(bare.includes('*') ? [bare] : [])]
}
