/** Part of the command catalogue: programs that write a file although no single word says so. */

import { type Draft, GUESS, sawFlag } from '../draft.ts'
import { addValue } from '../values.ts'

/** ssh-keygen: the file of `-f` is read when a key is shown, and written when one is made. */
export function keyFile(draft: Draft): void {
  if (sawFlag(draft, SHOWS_KEY)) return
  for (const { flag, index, value } of draft.flags) if (flag.names.includes('-f')) addValue(draft, 'w', index, value)
}

const SHOWS_KEY = new Set(['-l', '-F', '-y', '-e', '-B'])

const EX_FILE =
  /^\+?:?(?:sil\w*!?\s+)?(?:r|re|rea|read|e|edit|sp|split|vs|vsp|tabe\w*|w|wr\w*|sav\w*|so|source)!?\s+(\S+)$/u

/** vi: commands given on the line may open and write other files. */
export function editorFiles(draft: Draft): void {
  for (let index = draft.from; index < draft.argv.length; index++) {
    for (const command of draft.argv[index]?.split('|') ?? []) {
      const file = EX_FILE.exec(command.trim())?.[1]
      if (file !== undefined && !file.startsWith('!')) addValue(draft, 'e', index, file, GUESS)
    }
  }
}

/** python: `-m venv folder` makes the folder. */
export function moduleFolders(draft: Draft): void {
  const at = draft.argv.indexOf('-m')
  const name = at < 0 ? undefined : draft.argv[at + 1]
  if (name !== 'venv' && name !== 'virtualenv') return
  for (let index = at + 2; index < draft.argv.length; index++) {
    const word = draft.argv[index]
    if (word != null && !word.startsWith('-')) addValue(draft, 'w', index, word, GUESS)
  }
}

/** git config writes its file, unless it only shows a setting. */
export function configFile(draft: Draft): void {
  if (draft.spoiled === undefined) return
  for (const { flag, index, value } of draft.flags)
    if (flag.names.includes('-f')) addValue(draft, 'w', index, value, GUESS)
}
