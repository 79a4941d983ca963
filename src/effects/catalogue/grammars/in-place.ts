/** Part of the command catalogue: programs that change or remove the very files they are given. */

import { addPattern, type Draft, sawFlag } from '../draft.ts'
import type { Guard } from '../spec.ts'
import { addValue } from '../values.ts'
import { onlyLooks } from '../writers.ts'

/** Linters and formatters: with one of these the operands are rewritten. */
export function rewritesWhenTold(draft: Draft): void {
  if (sawFlag(draft, REWRITES)) touch(draft, draft.operands, 'w')
}

const REWRITES: ReadonlySet<string> = new Set(['--fix', '--write', '-w', '--apply', '--in-place', '--inplace', '-i'])

/** sd: shows what it would write. */
export function rewritesUnlessPreviewed(draft: Draft): void {
  if (!sawFlag(draft, PREVIEWS)) touch(draft, draft.operands.slice(2), 'w')
}

const PREVIEWS: ReadonlySet<string> = new Set(['--preview'])

/** Formatters that write unless they only look. */
export function rewritesUnlessLooking(draft: Draft): void {
  if (!onlyLooks(draft.argv)) for (const index of draft.operands) addValue(draft, 'w', index, draft.argv[index])
}

/** Archivers: with such a flag, what was packed is removed: the operands from that one on. */
export function removesPacked(flag: RegExp, from = 1): Guard {
  return (draft) => {
    if (saysAny(draft, (word) => flag.test(word))) touch(draft, draft.operands.slice(from), 'd')
  }
}

/** What copies: with such a flag or word, the sources that lie here are removed; the last operand is where they go. */
export function removesCopied(told: RegExp): Guard {
  return (draft) => {
    if (!saysAny(draft, (word) => told.test(word))) return
    for (const index of draft.operands.slice(0, -1))
      if (draft.argv[index]?.includes(':') === false) touch(draft, [index], 'd')
  }
}

function saysAny({ argv }: Draft, says: (word: string) => boolean): boolean {
  return argv.some((word) => word !== null && says(word))
}

/** A guess, for restrictions: what else the program was told may spare them. */
function touch(draft: Draft, indexes: readonly number[], role: 'w' | 'd'): void {
  for (const index of indexes) {
    const word = draft.argv[index]
    addValue(draft, role, index, word, true, false)
    if (typeof word === 'string') addPattern(draft, role === 'd' ? 'delete' : 'modify', index, word)
  }
}
