/** Part of the command catalogue: programs that are given their whole text as input. */

import type { Word } from '../../../engine/effect.ts'
import type { Draft } from '../draft.ts'

/** `python3`, `python3 -`: no word says what it does. */
export function isGivenAll(argv: readonly Word[]): boolean {
  return argv.length === 1 || (argv.length === 2 && argv[1] === '-')
}

/** Whether the text that it runs is known. */
export function isGiven({ argv, given }: Draft): boolean {
  return given !== undefined && isGivenAll(argv)
}
