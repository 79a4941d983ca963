/** Part of reading shell lines: `read -r FILE` and `mapfile -t FILES`, if the line uses the variable again. */

import { readCommand } from '../../catalogue/read.ts'
import type { CalledCommand } from '../called.ts'
import { traitsOf } from '../words/variants.ts'
import { isOwnSetting } from './assigns.ts'

const READERS: ReadonlySet<string> = new Set(['read', 'mapfile', 'readarray'])

/** With another name that belongs to the line, the command would only read. */
export function readsIntoOwn({ program, words, variants }: CalledCommand, used: ReadonlySet<string>): boolean {
  if (!READERS.has(program.name) || used.size === 0) return false
  const traits = traitsOf(words)
  return variants.every((argv) => {
    const renamed = argv.map((word) => (word !== null && isOwnSetting(word, null, used) ? 'own' : word))
    return readCommand(renamed, traits).readOnly
  })
}
