/**
 * Part of reading shell lines: whether a line waits while others may change the disk. What is on the disk now then says
 * nothing of what the rest of the line will find.
 */

import type { Script, SimpleCommand } from './syntax/script.ts'
import { isInside } from './syntax/inside.ts'

/** Wherever they stand, since another program may start them (`timeout 5 sleep 3`). */
const PAUSES: ReadonlySet<string> = new Set(['sleep', 'usleep', 'gsleep', 'inotifywait', 'fswatch'])
const WAITS: ReadonlySet<string> = new Set(['wait', 'watch', 'entr', 'select'])
const LONGEST_WORD = 12
const FOLLOWS = /^(?:-[a-zA-Z0-9]*[fF]|--(?:f|retry|pid))/

export function mayWait({ commands, repeated }: Script, text: string): boolean {
  const reads = ({ words }: SimpleCommand) => words[0]?.value === 'read'
  if (commands.some((one) => waits(one) || (reads(one) && !repeated.some((loop) => isInside(one.span, loop.span)))))
    return true
  return repeated.some(({ span }) => {
    // A loop over lines ends with them; any other may end when something has happened.
    // The span begins behind the word.
    if (!/\b(?:while|until)\s*$/.test(text.slice(Math.max(0, span.start - LONGEST_WORD), span.start))) return false
    const first = commands.find((one) => one.span.start >= span.start)
    return first === undefined || !reads(first)
  })
}

function waits({ words }: SimpleCommand): boolean {
  const [program = '', ...rest] = words.map(({ value }) => value)
  if (WAITS.has(program) || words.some(({ value }) => PAUSES.has(value))) return true
  return /(?:^|\/)g?tail$/.test(program) && rest.some((word) => FOLLOWS.test(word))
}
