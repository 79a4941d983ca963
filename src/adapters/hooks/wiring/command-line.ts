/** Part of wiring: the line that a client runs as its hook. */

import type { HookCommand } from './client.ts'

/** `|| exit 2`: a program that is gone, killed or out of memory blocks as well; its own exit code would let the call run. */
const BLOCKS = ' || exit 2'

export function hookWords(command: HookCommand, agent: string): readonly string[] {
  const { program, shim, ask, outcomes } = command
  const asking = ask === undefined ? [] : ['--ask', ask]
  const options = [...asking, ...(outcomes ? ['--outcomes'] : []), ...(command.options ?? [])]
  if (shim === undefined || options.length > 0) return [...program, 'hook', agent, ...options]
  return ['/usr/bin/env', `COUNTERSIGN_NODE=${program[0]}`, shim, agent]
}

export function hookLine(command: HookCommand, agent: string): string {
  return hookWords(command, agent).map(quoted).join(' ') + BLOCKS
}

/** A line that calls us for this agent, however it came there. */
export function isHookLine(line: string, agent: string): boolean {
  return line.includes('countersign') && new RegExp(`\\bhook['"]?\\s+['"]?${agent}\\b`).test(line)
}

export function blocksOnFailure(line: string): boolean {
  return line.trimEnd().endsWith(BLOCKS.trim())
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
