/** Part of the strict shell parser: loops that nothing ends, and that start commands which nothing waits for. */

import type { Draft } from './reader.ts'

const HOLDS =
  /^(?:true|:|\/(?:usr\/)?bin\/true|(?:test|\[)\s+(?:1|true)(?:\s+\])?|\[\[\s+(?:1|true)\s+\]\]|\(\(\s*1\s*\)\))$/
const FAILS = /^(?:false|\/(?:usr\/)?bin\/false|!\s+true|\(\(\s*0\s*\)\))$/
const NO_CONDITION = /^\(\([^;]*;\s*1?\s*;/
const ENDS = new Set(['wait', 'break', 'exit', 'return'])

/** The text of a condition, as it stands between the keyword and `do`, lets the loop run for ever. */
export function isEndless(keyword: 'while' | 'until' | 'for', condition: string): boolean {
  if (keyword === 'for') return NO_CONDITION.test(condition)
  return (keyword === 'while' ? HOLDS : FAILS).test(condition.trim().replace(/\s*;$/, ''))
}

/** The body that was read since has a command in the background, and nothing that waits or leaves. */
export function spawns({ commands, scopes }: Draft, command: number, scope: number): boolean {
  for (let at = command; at < commands.length; at++) if (ENDS.has(commands[at]?.words[0]?.value ?? '')) return false
  for (let at = scope; at < scopes.length; at++) if (scopes[at]?.kind === 'background') return true
  return false
}
