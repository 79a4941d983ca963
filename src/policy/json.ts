/** Part of reading policy files: finds what YAML accepts and JSON does not, with its place. */

import { isCollection, isPair, isScalar, visit } from 'yaml'
import type { Node } from 'yaml'

export interface JsonProblem {
  readonly offset: number
  readonly message: string
}

/** The first thing in the text that keeps it from being JSON; `contents` is the same text read as YAML. */
export function jsonProblem(text: string, contents: Node | null): JsonProblem | undefined {
  let reason: string
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    reason = error instanceof Error ? error.message : ''
  }
  const offset = Number(/position (\d+)/.exec(reason)?.[1] ?? 0)
  return firstSlip(text, contents) ?? { offset, message: 'is not JSON; rename the file if YAML is meant' }
}

function firstSlip(text: string, contents: Node | null): JsonProblem | undefined {
  let slip: JsonProblem | undefined
  visit(contents, (_, node) => {
    if (isPair(node) || slip !== undefined) return slip === undefined ? undefined : visit.BREAK
    if (isScalar(node)) slip = scalarSlip(text, node)
    else if (isCollection(node)) slip = collectionSlip(text, node)
    return undefined
  })
  return slip
}

function scalarSlip(text: string, node: Node): JsonProblem | undefined {
  const [start, end] = node.range ?? [0, 0]
  const written = text.slice(start, end)
  if (written === '' || written.startsWith('"') || /^(?:true|false|null|-?\d[\d.eE+-]*)$/.test(written))
    return undefined
  if (/^\/[/*]/.test(written)) return { offset: start, message: 'JSON has no comments' }
  return { offset: start, message: 'JSON wants a text in double quotes' }
}

function collectionSlip(text: string, node: Node & { flow?: boolean }): JsonProblem | undefined {
  const [start, end] = node.range ?? [0, 0]
  if (node.flow !== true) return { offset: start, message: 'JSON wants lists in [ ] and mappings in { }' }
  const inside = text.slice(start, end - 1).trimEnd()
  return inside.endsWith(',')
    ? { offset: start + inside.length - 1, message: 'JSON wants no comma before a closing bracket' }
    : undefined
}
