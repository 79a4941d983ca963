/**
 * Changes JSON text by the character, since a formatter would change its surroundings.
 *
 * INVARIANT: only the piece itself, its comma and the blanks before it are added or removed; what was appended can be
 * removed exactly.
 */

import type { Node } from 'jsonc-parser'

/** The text with `value` as the last item of a list, or as the last property of an object under `key`. */
export function appended(text: string, container: Node, value: unknown, key?: string): string {
  const last = container.children?.at(-1)
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const named = key === undefined ? '' : `${JSON.stringify(key)}: `
  if (last !== undefined && !text.slice(container.offset, last.offset).includes('\n'))
    return spliced(text, endOf(last), endOf(last), `, ${named}${JSON.stringify(value)}`)
  const unit = unitOf(text)
  const indent = last === undefined ? lineIndent(text, container.offset) + unit : lineIndent(text, last.offset)
  const piece = `${eol}${indent}${named}${pretty(value, unit, indent, eol)}`
  if (last !== undefined) return spliced(text, endOf(last), endOf(last), `,${piece}`)
  const [start, end] = [container.offset + 1, endOf(container) - 1]
  const inside = text.slice(start, end)
  if (inside.trim() !== '') return spliced(text, start, start, piece)
  return spliced(text, start, end, `${piece}${eol}${lineIndent(text, container.offset)}`)
}

/** The text with another value. By default the new value is written on one line if the old one was. */
export function replaced(
  text: string,
  node: Node,
  value: unknown,
  isInline = !text.slice(node.offset, endOf(node)).includes('\n'),
): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const written = isInline ? JSON.stringify(value) : pretty(value, unitOf(text), lineIndent(text, node.offset), eol)
  return spliced(text, node.offset, endOf(node), written)
}

/** The text without an item of a list or a property of an object. */
export function removed(text: string, container: Node, child: Node): string {
  const children = container.children ?? []
  const index = children.indexOf(child)
  const [before, after] = [children[index - 1], children[index + 1]]
  if (before !== undefined) {
    const gap = text.slice(endOf(before), child.offset)
    if (gap.trim() === ',') return spliced(text, endOf(before), endOf(child), '')
    return withoutComma(spliced(text, child.offset, endOf(child), ''), endOf(before))
  }
  if (after !== undefined) {
    const gap = text.slice(endOf(child), after.offset)
    if (gap.trim() === ',') return spliced(text, child.offset, after.offset, '')
    return withoutComma(spliced(text, child.offset, endOf(child), ''), child.offset)
  }
  const rest = spliced(text, child.offset, endOf(child), '')
  const end = endOf(container) - 1 - child.length
  const inside = rest.slice(container.offset + 1, end)
  return inside.replace(',', '').trim() === '' ? spliced(rest, container.offset + 1, end, '') : rest
}

/** The first comma from there on, unless a comment comes before it. */
function withoutComma(text: string, from: number): string {
  const comma = text.indexOf(',', from)
  const comment = text.indexOf('/', from)
  return comma === -1 || (comment !== -1 && comment < comma) ? text : spliced(text, comma, comma + 1, '')
}

function spliced(text: string, start: number, end: number, piece: string): string {
  return text.slice(0, start) + piece + text.slice(end)
}

function endOf({ offset, length }: Node): number {
  return offset + length
}

function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ''
}

function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
}

function pretty(value: unknown, unit: string, indent: string, eol: string): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', eol + indent)
}
