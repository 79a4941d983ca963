/** Part of reading texts: YAML, whole or as the front matter of a Markdown file, to a value with places. */

import { parseText } from '../../policy/yaml.ts'
import type { Where } from '../dialect.ts'
import { Sheet } from './sheet.ts'

export function readYaml(text: string, where: Where, from = 0): Sheet {
  if (text.length > 1024 * 1024)
    return new Sheet(where, { value: undefined, find: () => undefined, slips: [slip(1, 1, 'is larger than 1 MiB')] })
  const { value, find, problems } = parseText(text)
  return new Sheet(where, {
    value,
    find: (path, part) => {
      const place = find(path, part)
      return place === undefined ? undefined : { line: place.line + from, col: place.col }
    },
    slips: problems.map(({ line, col, message }) => slip(line + from, col, message)),
    merges: true,
  })
}

export interface FrontMatter {
  /** Between the two lines of dashes; empty when there is none. */
  readonly text: string
  /** How many lines come before it. */
  readonly from: number
  readonly start: number
  readonly end: number
}

/** The block between `---` on the first line and the next `---`. */
export function frontMatterOf(text: string): FrontMatter | undefined {
  const opening = /^\uFEFF?---[ \t]*\r?\n/u.exec(text)
  if (opening === null) return undefined
  const start = opening[0].length
  const closing = /^---[ \t]*$/mu
  const rest = text.slice(start)
  const found = closing.exec(rest)
  if (found === null) return undefined
  return { text: rest.slice(0, found.index), from: 1, start, end: start + found.index }
}

function slip(line: number, col: number, message: string) {
  return { line, col, message }
}
