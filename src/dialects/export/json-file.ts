/**
 * Part of writing other systems' configurations: changes to a JSON file that leave its comments and everything else alone.
 *
 * INVARIANT: the result reads as the old content plus the change; otherwise it is not returned. A client that cannot
 * read its file goes on without it, hooks included.
 */

import { findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser'
import type { JSONPath, Node, ParseError } from 'jsonc-parser'
import { appended, removed, replaced } from '../../policy/json-text.ts'

/** Sets the value at a path; undefined removes it. */
export function setJson(text: string, path: JSONPath, value: unknown): string {
  const base = text.trim() === '' ? '{}\n' : text
  const root = rootOf(base)
  const node = findNodeAtLocation(root, [...path])
  if (value === undefined) return node === undefined ? base : checked(taken(base, node), root, path, undefined)
  const next =
    node === undefined ? put(base, root, path, value) : replaced(base, node, value, !base.trim().includes('\n'))
  return checked(next, root, path, value)
}

/** The text as a file: not empty, and with a line end. */
export function asJsonFile(text: string): string {
  if (text === '') return '{}\n'
  return text.endsWith('\n') ? text : `${text}\n`
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
    next = setJson(next, [...path, readJsonList(next, path)?.length ?? 0], item)
  }
  return next
}

/** Undefined if there is no list. */
export function readJsonList(text: string, path: JSONPath): readonly unknown[] | undefined {
  const value = readJsonValue(text, path)
  return Array.isArray(value) ? value : undefined
}

export function readJsonValue(text: string, path: JSONPath): unknown {
  const node = text.trim() === '' ? undefined : findNodeAtLocation(rootOf(text), [...path])
  return node === undefined ? undefined : getNodeValue(node)
}

function rootOf(text: string): Node {
  const root = parseTree(text, [], { allowTrailingComma: true })
  if (root === undefined) throw new Error('the file is not JSON')
  return root
}

/** Removes the whole property if the node is a property's value. */
function taken(text: string, node: Node): string {
  const child = node.parent?.type === 'property' ? node.parent : node
  return child.parent === undefined ? text : removed(text, child.parent, child)
}

/** Inserts the value below the deepest of its parents that exists. */
function put(text: string, root: Node, path: JSONPath, value: unknown): string {
  let depth = path.length - 1
  while (depth > 0 && findNodeAtLocation(root, path.slice(0, depth)) === undefined) depth--
  const parent = depth === 0 ? root : (findNodeAtLocation(root, path.slice(0, depth)) as Node)
  const inner = path.slice(depth + 1).reduceRight((below, key) => ({ [key]: below }), value)
  return appended(text, parent, inner, parent.type === 'array' ? undefined : String(path[depth]))
}

function checked(text: string, before: Node, path: JSONPath, value: unknown): string {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const reads = root === undefined ? undefined : JSON.stringify(getNodeValue(root))
  if (errors.length > 0 || reads !== JSON.stringify(withValue(getNodeValue(before), path, value)))
    throw new Error(`\`${path.join('.')}\` cannot be changed in it without changing anything else`)
  return text
}

function withValue(whole: unknown, [key, ...rest]: JSONPath, value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(whole)) {
    const at = Number(key)
    const inner = withValue(whole[at], rest, value)
    return inner === undefined ? whole.toSpliced(at, 1) : whole.toSpliced(at, 1, inner)
  }
  const fields = { ...(whole as object) } as Record<string, unknown>
  const inner = withValue(fields[key], rest, value)
  if (inner === undefined) delete fields[key]
  else fields[key] = inner
  return fields
}
