/** Part of reading shell lines: `read -r FILE` and `mapfile -t FILES`, where the line looks at the variable again. */

import { readCommand } from '../../catalogue/read.ts'
import type { CalledCommand } from '../called.ts'
import { traitsOf } from '../words/variants.ts'
import { isOwnSetting } from './assigns.ts'

const READERS: ReadonlySet<string> = new Set(['read', 'mapfile', 'readarray'])

/** By any other name that is the line's own it would only read. */
export function readsIntoOwn({ program, words, variants }: CalledCommand, used: ReadonlySet<string>): boolean {
  if (!READERS.has(program.name) || used.size === 0) return false
  const traits = traitsOf(words)
  return variants.every((argv) => {
    const renamed = argv.map((word) => (word !== null && isOwnSetting(word, null, used) ? 'own' : word))
    return readCommand(renamed, traits).readOnly
  })
}
