/** Part of reading shell lines: a program that gets words which are not fully known, and may take them for files. */

import type { Span } from '../../../engine/effect.ts'
import { FileUse } from '../../file.ts'
import type { CommandReader } from '../command.ts'
import type { Setting } from '../setting.ts'

/** Used if the folder is not known. */
export const SOMEWHERE = ['/']

/** The program that gets the words. */
export interface Taker {
  /** The effect to which their effects belong. */
  readonly of: number
  readonly setting: Setting
  readonly reader: CommandReader
}

/** A substitution often prints what it is given. */
export function addSubstituted({ of, setting, reader }: Taker): void {
  for (const argv of setting.company?.substitutes ?? [])
    for (const text of argv.slice(1))
      if (typeof text === 'string' && !text.startsWith('-')) reader.add(reader.file(text, of, setting))
}

/** A file whose name may fit the pattern. */
export function patternUse(
  type: 'read' | 'write',
  pattern: string,
  of: number,
  cwd: string,
  span: Span | undefined,
): FileUse {
  const use = new FileUse(type, pattern, of, cwd, span)
  use.certain = false
  use.glob = true
  return use
}
