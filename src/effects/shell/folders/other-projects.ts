/** Part of reading shell lines: words that lead a program to another project (`npm test --prefix /elsewhere`). */

import type { Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'
import { leadingWords } from '../../catalogue/other-projects.ts'
import { folderAt } from '../../file.ts'
import type { ShellContext } from '../context.ts'
import type { Setting } from '../setting.ts'
import type { CommandWords } from '../words/words.ts'

/**
 * Those that lead out of the working directories, or may; null for one that is not known. Below them it is as with a
 * `cd` to that folder. `leaders`: the options that may do so.
 */
export function wordsAway(
  { argv, resolved }: CommandWords,
  variants: readonly (readonly Word[])[],
  leaders: readonly string[],
  { folders }: Setting,
  { around }: ShellContext,
): readonly Word[] | undefined {
  if (argv.length < 2) return undefined
  const away: Word[] = []
  for (const variant of variants) {
    if (!variant.some(mayLead)) continue
    const known = variant.map((word, at) => word ?? resolved?.[at]?.traits.prefix)
    for (const { at, place } of leadingWords(known, leaders)) {
      const isKnown = place !== null && variant[at] !== null && resolved?.[at]?.traits.glob !== true
      const isInside = (folder: string) => folderAt(place as string, folder, around)?.inside === true
      if (!isKnown || folders?.every(isInside) !== true) away.push(argv[at] ?? null)
    }
  }
  return away.length === 0 ? undefined : away
}

/** Options and settings do, and words that are not known. */
function mayLead(word: Word): boolean {
  return word === null || startsWith(word, '-') || word.includes('=')
}
