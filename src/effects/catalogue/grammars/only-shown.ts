/**
 * Part of the command catalogue: programs that show a state of the machine, and set it if they are given more words.
 */

import { type Draft, GUESS, spoil } from '../draft.ts'
import { addBelow, addValue } from '../values.ts'

/** mount: with operands it changes what a folder shows, perhaps from another host. */
export function mountsNothing(draft: Draft): void {
  if (draft.operands.length > 0) spoil(draft, 'mounts something')
  // `mount --bind conf x`: what lies there gets a second name.
  for (const index of draft.operands.slice(0, -1)) addBelow(draft, index, draft.argv[index] ?? '.')
  for (const index of draft.operands) {
    const host = /^\/\/([^/]+)/u.exec(draft.argv[index] ?? '')?.[1]
    if (host !== undefined) addValue(draft, 'u', index, host, GUESS)
  }
}

/** smartctl: `-l scterc` shows a limit of the drive, `-l scterc,70,70` sets it. */
export function onlyShownLogs(draft: Draft): void {
  for (const { flag, value } of draft.flags)
    if (flag.names.includes('-l') && !/^(?!sct(?:erc|tempint),)[\w,+-]+$/u.test(value ?? ''))
      spoil(draft, 'changes settings of the drive')
}
