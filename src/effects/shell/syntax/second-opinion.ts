/**
 * Part of reading shell commands: a second parser's reading of the same text.
 *
 * The strict parser is the authority; unbash only takes away. Where the two disagree about which programs the text names,
 * the text counts as not understood. Kept apart so that the parser itself depends on nothing.
 */

import { forEachChild, parse } from 'unbash'
import type { SyntaxNode } from 'unbash'
import type { Script } from './script.ts'

/** True when unbash reads the source without errors and finds the same static command names, as often. */
export function agrees(source: string, script: Script): boolean {
  try {
    return compare(source, script)
  } catch {
    return false
  }
}

function compare(source: string, script: Script): boolean {
  const counts = new Map<string, number>()
  let dynamic = 0
  for (const { words } of script.commands) {
    const name = words[0]
    if (name === undefined) continue
    if (name.dynamic) dynamic++
    else counts.set(name.value, (counts.get(name.value) ?? 0) + 1)
  }
  const tally: Tally = { counts, dynamic, sound: true }
  visit(parse(source), tally)
  if (!tally.sound || tally.dynamic !== 0) return false
  for (const left of counts.values()) if (left !== 0) return false
  return true
}

interface Tally {
  readonly counts: Map<string, number>
  dynamic: number
  sound: boolean
}

/** Takes each command of the tree off the tally. */
function visit(node: SyntaxNode, tally: Tally): void {
  if (!tally.sound) return
  if (node.type === 'Script' && node.errors !== undefined && node.errors.length > 0) tally.sound = false
  // Taking a word apart is most of the work, and only these characters put a command into one.
  if (node.type === 'Word' && !/[$`]|[<>]\(/.test(node.text)) return
  if (node.type === 'Command' && node.name !== undefined) {
    if (isDynamic(node.name)) tally.dynamic--
    else tally.counts.set(node.name.value, (tally.counts.get(node.name.value) ?? 0) - 1)
  }
  forEachChild(node, (child) => visit(child, tally))
}

const STATIC = new Set(['Literal', 'Glob', 'SingleQuoted', 'AnsiCQuoted', 'BraceExpansion'])

/** Whether the word holds an expansion; globs and braces are static to both parsers. */
function isDynamic(node: SyntaxNode): boolean {
  let found = false
  forEachChild(node, (child) => {
    if (child.type === 'DoubleQuoted' || child.type === 'BraceExpansion' || child.type === 'Glob')
      found ||= isDynamic(child)
    else found ||= !STATIC.has(child.type)
  })
  return found
}
