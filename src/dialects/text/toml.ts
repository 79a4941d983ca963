/**
 * Part of reading texts: TOML to a value with places. The parser does not report the places of values; `toml-places.ts`
 * finds them.
 */

import { parse, TomlError } from 'smol-toml'
import type { Where } from '../dialect.ts'
import { Sheet } from './sheet.ts'
import { linesOf } from './lines.ts'
import { tomlPlaces } from './toml-places.ts'

const LARGEST = 1024 * 1024

export function readToml(text: string, where: Where): Sheet {
  const nowhere = () => undefined
  const refuse = (line: number, col: number, message: string) =>
    new Sheet(where, { value: undefined, find: nowhere, slips: [{ line, col, message }] })
  if (text.length > LARGEST) return refuse(1, 1, 'is larger than 1 MiB')
  try {
    const value: unknown = parse(text, { maxDepth: 50 })
    const place = linesOf(text)
    let offsets: ReadonlyMap<string, number> | undefined
    const find = (path: string) => {
      offsets ??= tomlPlaces(text)
      const offset = offsets.get(path)
      return offset === undefined ? undefined : place(offset)
    }
    return new Sheet(where, { value, find, slips: [] })
  } catch (error) {
    // Most likely these are the settings of the same agent, which do not contain what is wanted here.
    if (/^\s*\{/u.test(text)) return refuse(1, 1, 'is JSON; a policy in TOML is wanted')
    if (error instanceof TomlError) return refuse(error.line, error.column, firstLine(error.message))
    return refuse(1, 1, error instanceof RangeError ? 'is nested too deeply' : 'cannot be read')
  }
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/^Invalid TOML document: /u, '')
}
