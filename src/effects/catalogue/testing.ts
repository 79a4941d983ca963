/**
 * For the catalogue's tests: splits a plain line into words. Only quotes and blanks are understood; `*?[{` mark a
 * pattern.
 */

import type { Word } from '../../engine/effect.ts'
import { readCommand, type CommandReading, type WordTraits } from './read.ts'

export function read(line: string): CommandReading {
  const argv: Word[] = []
  const words: WordTraits[] = []
  for (const [, single, double, bare] of line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/gu)) {
    const text = single ?? double ?? bare ?? ''
    const dynamic = single === undefined && text.startsWith('$')
    argv.push(dynamic ? null : text)
    words.push({
      splits: dynamic && bare !== undefined,
      glob: bare !== undefined && /[*?[]/u.test(text),
      brace: bare?.includes('{') ?? false,
    })
  }
  return readCommand(argv, words)
}

/**
 * The effects as short text: `read .env`, `write:delete/ build`, `connect? x`; `/` means a tree, `~` names only, `?` a
 * guess.
 */
export function effectsOf(line: string): string[] {
  return read(line).effects.map(
    ({ type, how, tree, meta, certain, value }) =>
      `${type}${how ? `:${how}` : ''}${tree ? '/' : ''}${meta ? '~' : ''}${certain ? '' : '?'} ${value}`,
  )
}
