/** Part of the strict shell parser: loops that nothing ends, and loops that start commands for which nothing waits. */

import type { Draft, Mark } from './reader.ts'

const HOLDS =
  /^(?:true|:|\/(?:usr\/)?bin\/true|(?:test|\[)\s+(?:1|true)(?:\s+\])?|\[\[\s+(?:1|true)\s+\]\]|\(\(\s*1\s*\)\))$/
const FAILS = /^(?:false|\/(?:usr\/)?bin\/false|!\s+true|\(\(\s*0\s*\)\))$/
const NO_CONDITION = /^\(\([^;]*;\s*1?\s*;/
const AT_ONCE = new Set([':', 'true', 'echo', 'printf', 'mkdir', 'cd', 'touch', 'cat'])
const ENDS = new Set(['wait', 'break', 'exit', 'return'])

/** Whether the condition lets the loop run for ever. It is given as the text between the keyword and `do`. */
export function isEndless(keyword: 'while' | 'until' | 'for', condition: string): boolean {
  if (keyword === 'for') return NO_CONDITION.test(condition)
  return (keyword === 'while' ? HOLDS : FAILS).test(condition.trim().replace(/\s*;$/, ''))
}

/** Notes what a loop starts: everything read since, its head from `head` and its body from `body` on. */
export function noteSpawned(draft: Draft, head: Mark, body: Mark, endless: boolean): void {
  if (endless && runsOn(draft, body)) draft.spawning = 'surely'
  else if (startsMore(draft, head, body)) draft.spawning ??= 'maybe'
  else if (endless && spins(draft, body)) draft.spawning ??= 'idly'
}

/** Whether it has only commands that end at once, so that it never pauses or waits. */
function spins({ commands }: Draft, { command }: Mark): boolean {
  for (let at = command; at < commands.length; at++) if (!AT_ONCE.has(commands[at]?.words[0]?.value ?? '')) return false
  return command < commands.length
}

/** Whether it has a command in the background, and nothing that waits or leaves. */
function runsOn({ commands, scopes }: Draft, { command, scope }: Mark): boolean {
  for (let at = command; at < commands.length; at++) if (ENDS.has(commands[at]?.words[0]?.value ?? '')) return false
  for (let at = scope; at < scopes.length; at++) if (scopes[at]?.kind === 'background') return true
  return false
}

/** A loop such as `diff <(…) <(…)` for each line that is read ends when the lines do. */
function startsMore({ commands, scopes }: Draft, head: Mark, body: Mark): boolean {
  const reads = head.command < body.command && commands[head.command]?.words[0]?.value === 'read'
  return scopes.slice(head.scope).some(({ kind }) => kind === 'background' || (!reads && kind === 'process'))
}
