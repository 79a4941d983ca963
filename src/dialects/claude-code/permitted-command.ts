/** Part of the Claude Code dialect: what a permission for commands does not cover there, and ours of the same words would. */

import { outside } from '../import/outside.ts'
import { WRITE_FILES } from './shell-model.ts'

/** When a program changes files outside the project, Claude Code asks, whatever permits the command. */
export function outsideOf(specifier: string): readonly string[] {
  const [program = ''] = specifier.split(/[ :]/u, 1)
  const isOpen = specifier.includes('*') && WRITE_FILES.includes(program)
  return isOpen ? outside(program) : []
}

/**
 * A star between blanks, or at the end behind another star, stands for something there; for ours it may stand for nothing, which
 * is left out again.
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
