/** Part of reading shell lines: a command without the options that do not change what it is. */

import type { Word } from '../../../engine/effect.ts'
import type { Idle } from '../../catalogue/idle.ts'
import type { CommandWords } from './words.ts'

/** The same words if it has no such options. `idle`: the options that may follow its name. */
export function meantBy(words: CommandWords, idle: Idle): readonly Word[] {
  const { argv } = words
  const kept: Word[] = argv.slice(0, 1)
  let at = 1
  for (let here: Idle | undefined = idle; here !== undefined;) {
    const word = knownAt(at, words)
    if (word === undefined) break
    if (word.startsWith('-')) {
      const length = here.option(word, knownAt(at + 1, words))
      if (length === 0) break
      at += length
    } else {
      kept.push(word)
      at++
      here = here.behind(word)
    }
  }
  return kept.length === at ? argv : kept.concat(argv.slice(at))
}

function knownAt(at: number, { argv, resolved }: CommandWords): string | undefined {
  return resolved?.[at]?.traits.glob === true ? undefined : (argv[at] ?? undefined)
}
