/** Part of the command catalogue: guards on operands that several programs share. */

import { type Draft, short, spoil, traits } from '../draft.ts'
import { guessText } from '../guesses/paths.ts'
import type { Guard } from '../spec.ts'

/**
 * The bare command lists names; with an operand it does something, perhaps with a file of that name
 * (`npm run show .env`).
 */
export function onlyBare(why: string): Guard {
  return (draft) => {
    if (draft.operands.length === 0) return
    spoil(draft, why)
    for (const index of draft.operands) guessText(draft, index)
  }
}

/** A refused operand, and one that is not known, spoil the proof. */
export function refuse(draft: Draft, bad: (word: string) => boolean): void {
  for (const index of draft.operands) {
    // It does not matter which number it is.
    const word = draft.argv[index] ?? (traits(draft, index).digits === '1' ? '1' : undefined)
    if (word === undefined) spoil(draft, 'a dynamic operand')
    else if (bad(word)) spoil(draft, `operand ${short(word)}`)
  }
}
