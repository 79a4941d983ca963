/** Part of writing other systems' configurations: changes to a JSON file that leave its comments and everything else alone. */

import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree } from 'jsonc-parser'
import type { JSONPath } from 'jsonc-parser'

/** Sets the value at a path; undefined takes it out. */
export function setJson(text: string, path: JSONPath, value: unknown): string {
  const base = text.trim() === '' ? '{}\n' : text
  return applyEdits(base, modify(base, path, value, { formattingOptions: formatting(base) }))
}

/** Makes the list at a path hold exactly these texts; those that stay keep their place. */
export function setJsonList(text: string, path: JSONPath, wanted: readonly string[]): string {
  const current = readJsonList(text, path)
  if (current === undefined) return wanted.length === 0 ? text : setJson(text, path, wanted)
  let next = text
  for (let index = current.length - 1; index >= 0; index--) {
    const isRepeated = current.indexOf(current[index]) < index
    if (!wanted.includes(current[index] as string) || isRepeated) next = setJson(next, [...path, index], undefined)
  }
  for (const item of wanted) {
    if (current.includes(item)) continue
    const options = { formattingOptions: formatting(next), isArrayInsertion: true }
    const length = readJsonList(next, path)?.length ?? 0
    next = applyEdits(next, modify(next, [...path, length], item, options))
  }
  return next
}

/** Undefined when there is no list. */
export function readJsonList(text: string, path: JSONPath): readonly unknown[] | undefined {
  const value = readJsonValue(text, path)
  return Array.isArray(value) ? value : undefined
}

export function readJsonValue(text: string, path: JSONPath): unknown {
  const tree = text.trim() === '' ? undefined : parseTree(text, [], { allowTrailingComma: true })
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, [...path])
  return node === undefined ? undefined : getNodeValue(node)
}

function formatting(text: string): { tabSize: number; insertSpaces: boolean; eol: string } {
  const indent = /\n([ \t]+)\S/u.exec(text)?.[1] ?? '  '
  return {
    tabSize: indent.startsWith('\t') ? 4 : Math.min(indent.length, 8),
    insertSpaces: !indent.startsWith('\t'),
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}
