/** Part of the command catalogue: guards on operands that several programs share. */

import { type Draft, short, spoil, traits } from '../draft.ts'
import { guessText } from '../guesses/paths.ts'
import type { Guard } from '../spec.ts'

/** Names alone list; with an operand something is done, perhaps with a file of that name (`npm run show .env`). */
export function onlyBare(why: string): Guard {
  return (draft) => {
    if (draft.operands.length === 0) return
    spoil(draft, why)
    for (const index of draft.operands) guessText(draft, index)
  }
}

/** What it refuses, and what only running tells, is no proof of reading. */
export function refuse(draft: Draft, bad: (word: string) => boolean): void {
  for (const index of draft.operands) {
    // Which number it is does not matter.
    const word = draft.argv[index] ?? (traits(draft, index).digits === '1' ? '1' : undefined)
    if (word === undefined) spoil(draft, 'a dynamic operand')
    else if (bad(word)) spoil(draft, `operand ${short(word)}`)
  }
}
