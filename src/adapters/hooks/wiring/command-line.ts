/** Part of wiring: the command line that a client runs as its hook. */

import { basename } from 'node:path'
import { singleQuoted } from '../../../vocabulary/quote.ts'
import { hookFormat } from '../formats.ts'
import type { HookCommand } from './client.ts'

/**
 * With `|| exit 2`, a program that is gone, killed or out of memory blocks as well; its own exit code would let the
 * call run.
 */
const BLOCKS = ' || exit 2'

const ENV = '/usr/bin/env'
/**
 * `NODE_OPTIONS` could make Node run a file chosen by the author of the agent's environment; the shim removes it by
 * itself.
 */
const UNLED = [ENV, '-u', 'NODE_OPTIONS']

export function hookWords(command: HookCommand, agent: string): readonly string[] {
  const { program, shim, ask, outcomes } = command
  const asking = ask === undefined ? [] : ['--ask', ask]
  const options = [...asking, ...(outcomes ? ['--outcomes'] : []), ...(command.options ?? [])]
  if (shim === undefined || options.length > 0) return [...UNLED, ...program, 'hook', agent, ...options]
  return [ENV, `COUNTERSIGN_NODE=${program[0]}`, shim, agent]
}

export function hookLine(command: HookCommand, agent: string): string {
  return hookWords(command, agent).map(quoted).join(' ') + BLOCKS
}

/**
 * Whether the line calls this program for this agent and does nothing else, whoever wrote it. A line that only mentions
 * it is not ours.
 */
export function isHookLine(line: string, agent: string): boolean {
  const words = wordsOf(line)
  return words !== undefined && isHookCommand(words, agent)
}

export function isHookCommand(words: readonly string[], agent: string): boolean {
  const [program = '', ...args] = withoutEnvironment(words)
  const name = basename(program)
  if (name === 'countersign-hook') return isAgent(args[0], agent)
  if (name === 'countersign') return isHook(args, agent)
  // Called through an interpreter or a launcher, which has no options of its own.
  return /^countersign(?:\.js)?$/.test(basename(args[0] ?? '')) && isHook(args.slice(1), agent)
}

function isHook([command, named]: readonly string[], agent: string): boolean {
  return command === 'hook' && isAgent(named, agent)
}

function isAgent(named: string | undefined, agent: string): boolean {
  return named !== undefined && hookFormat(named)?.name === agent
}

/** Without `env`, the variables it removes, and the variables it sets for us. */
function withoutEnvironment(words: readonly string[]): readonly string[] {
  let start = basename(words[0] ?? '') === 'env' ? 1 : 0
  while (start > 0 && words[start] === '-u') start += 2
  while (/^COUNTERSIGN_\w+=/.test(words[start] ?? '')) start++
  return words.slice(start)
}

const BARE = /[\w@%+=:,./~-]+|'[^']*'|"[^"$`\\]*"|\\'/y
const BLANK = /[ \t]+/y

/** Undefined if it is more than one plain command with, perhaps, `|| exit 2`. */
export function wordsOf(line: string): readonly string[] | undefined {
  const text = blocksOnFailure(line) ? line.trimEnd().slice(0, -BLOCKS.trim().length) : line
  const words: string[] = []
  let word: string | undefined
  for (let at = 0; at < text.length;) {
    const piece = matchAt(BARE, text, at)
    const blank = piece === undefined ? matchAt(BLANK, text, at) : undefined
    if (piece === undefined && blank === undefined) return undefined
    if (piece !== undefined) word = (word ?? '') + piece.replace(/^(?:(['"])(.*)\1|\\('))$/su, '$2$3')
    else if (word !== undefined) {
      words.push(word)
      word = undefined
    }
    at += (piece ?? blank ?? '').length
  }
  return word === undefined ? words : [...words, word]
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

export function blocksOnFailure(line: string): boolean {
  return line.trimEnd().endsWith(BLOCKS.trim())
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : singleQuoted(word)
}
