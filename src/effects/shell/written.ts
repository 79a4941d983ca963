/** Part of reading shell lines: commands that run what the line itself has written before. */

import type { Effect } from '../../engine/effect.ts'
import type { CalledCommand } from './called.ts'

/** `fileOf`: the file that a text names where the command stands. */
export function runsWritten(
  { name, inner }: CalledCommand,
  written: ReadonlySet<string>,
  fileOf: (text: string) => Effect,
): boolean {
  const isWritten = (text: string) => {
    const effect = fileOf(text)
    if (effect.type === 'read') return written.has(effect.path)
    // Nobody can tell the folder: the name is enough.
    return [...written].some((path) => ending(path) === ending(`/${text}`))
  }
  if (name.includes('/') && isWritten(name)) return true
  return inner.some(({ file }) => typeof file === 'string' && isWritten(file))
}

function ending(text: string): string {
  return text.slice(text.lastIndexOf('/'))
}
