/**
 * Part of reading shell commands: a second parser's reading of the same text.
 *
 * The strict parser is the authority; unbash can only veto. If the two disagree about which programs the text names,
 * the text counts as not understood. This is in a file of its own so that the parser depends on nothing.
 */

import { forEachChild, parse } from 'unbash'
import type { SyntaxNode } from 'unbash'
import type { Script } from './script.ts'

/** True if unbash reads the source without errors and finds the same static command names, equally often. */
export function agrees(source: string, script: Script): boolean {
  try {
    const tally = new Tally(script)
    tally.takeOff(parse(source))
    return tally.isEven()
  } catch {
    return false
  }
}

/**
 * Parsing the inside of a word is most of the work, and only these can put a command into one; `$` before a name
 * cannot.
 */
function mayHoldCommand(text: string): boolean {
  return (text.includes('$') || text.includes('(') || text.includes('`')) && HOLDS_COMMAND.test(text)
}

const HOLDS_COMMAND = /`|\$(?!\w)|[<>]\(/
/** Such a name means exactly what it says. */
const PLAIN_NAME = /^[\w./:@%+,-]+$/

/** The commands that one parser found and the other has not found yet. */
class Tally {
  readonly #counts = new Map<string, number>()
  #dynamic = 0
  #sound = true

  constructor({ commands }: Script) {
    for (const { words } of commands) {
      const name = words[0]
      if (name === undefined) continue
      if (name.dynamic) this.#dynamic++
      else this.#count(name.value, 1)
    }
  }

  /** Takes each command of the tree off the tally. */
  readonly takeOff = (node: SyntaxNode): void => {
    if (!this.#sound) return
    if (node.type === 'Word' && !mayHoldCommand(node.text)) return
    if (node.type === 'Script' && node.errors !== undefined && node.errors.length > 0) this.#sound = false
    if (node.type === 'Command' && node.name !== undefined) {
      const { name } = node
      if (PLAIN_NAME.test(name.text)) this.#count(name.text, -1)
      else if (isDynamic(name)) this.#dynamic--
      else this.#count(name.value, -1)
    }
    forEachChild(node, this.takeOff)
  }

  isEven(): boolean {
    if (!this.#sound || this.#dynamic !== 0) return false
    for (const left of this.#counts.values()) if (left !== 0) return false
    return true
  }

  #count(name: string, by: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by)
  }
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
