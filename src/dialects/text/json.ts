/**
 * Part of reading texts: JSON, with or without comments, to a value with places.
 *
 * INVARIANT: a key that occurs twice is a problem, since readers differ in which of the two counts.
 */

import { parseTree } from 'jsonc-parser'
import type { Node, ParseError } from 'jsonc-parser'
import { whatIsWrong } from '../../policy/json-slip.ts'
import type { Find } from '../../policy/page.ts'
import { below, quoted } from '../../policy/problem.ts'
import type { Where } from '../dialect.ts'
import { Sheet } from './sheet.ts'
import type { Slip } from './sheet.ts'
import { linesOf } from './lines.ts'

const LARGEST = 1024 * 1024
const DEEPEST = 100

/** What a client can read: JSON; also with comments; also with commas after the last item. */
export type JsonForm = 'strict' | 'commented' | 'lenient'

export function readJson(text: string, where: Where, form: JsonForm = 'lenient'): Sheet {
  const place = linesOf(text)
  const offsets = { key: new Map<string, number>(), value: new Map<string, number>() }
  const slips: Slip[] = []
  const slip = (offset: number, message: string) => void slips.push({ ...place(offset), message })
  const find: Find = (path, part) => {
    const offset = offsets[part].get(path) ?? offsets.value.get(path)
    return offset === undefined ? undefined : place(offset)
  }
  if (text.length > LARGEST) slip(0, 'is larger than 1 MiB')
  else if (nesting(text) > DEEPEST) slip(0, 'is nested too deeply')
  if (slips.length > 0) return new Sheet(where, { value: undefined, find, slips })
  const errors: ParseError[] = []
  const node = parseTree(text.replace(/^\uFEFF/u, ' '), errors, {
    allowTrailingComma: form === 'lenient',
    disallowComments: form === 'strict',
  })
  for (const { error, offset } of errors.slice(0, 20)) slip(offset, whatIsWrong(error))
  if (node === undefined || slips.length > 0) return new Sheet(where, { value: undefined, find, slips })
  const read = (at: Node, path: string): unknown => {
    offsets.value.set(path, at.offset)
    if (at.type === 'array') return (at.children ?? []).map((child, index) => read(child, below(path, index)))
    if (at.type !== 'object') return at.value as unknown
    const fields = Object.create(null) as Record<string, unknown>
    for (const { children: [key, value] = [] } of at.children ?? []) {
      if (key === undefined || value === undefined) continue
      const name = String(key.value)
      const inner = below(path, name)
      if (Object.hasOwn(fields, name)) slip(key.offset, `${quoted(name)} is given twice`)
      offsets.key.set(inner, key.offset)
      fields[name] = read(value, inner)
    }
    return fields
  }
  const value = read(node, '')
  return new Sheet(where, { value, find, slips })
}

/** How deeply brackets are nested, outside strings: the parser used afterwards is recursive. */
function nesting(text: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') {
      for (at++; at < text.length && text[at] !== '"' && text[at] !== '\n'; at++) if (text[at] === '\\') at++
    } else if (char === '[' || char === '{') deepest = Math.max(deepest, ++depth)
    else if (char === ']' || char === '}') depth--
  }
  return deepest
}
