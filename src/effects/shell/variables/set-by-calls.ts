/**
 * Part of reading shell lines: variables that a function sets for its caller.
 *
 * INVARIANT: all of them, except those that the function makes local before anything that may or may not run.
 */

import { namesSetBy } from '../output/fed.ts'
import { isInside } from '../syntax/inside.ts'
import type { FunctionDefinition, Script } from '../syntax/script.ts'
import { namesDeclared } from './assigns.ts'
import { setsUnseen } from './setters.ts'

const NONE: ReadonlySet<string> = new Set()

/** Undefined if only running it would tell. */
export function setBy({ body }: FunctionDefinition, script: Script, source: string): ReadonlySet<string> | undefined {
  // `assigned` does not say where in the line they are set, so all of them are included.
  const names = new Set(script.assigned)
  const own = new Set<string>()
  for (const { name, span } of script.loops) if (isInside(span, body)) names.add(name)
  for (const command of script.commands) {
    if (!isInside(command.span, body)) continue
    for (const { name } of command.assigns) names.add(name)
    const declared = namesDeclared(command)
    const read = declared ?? namesSetBy(command)
    if (read === undefined && setsUnseen(command, NONE)) return undefined
    const isFirst =
      declared !== undefined &&
      command.words[0]?.value !== 'readonly' &&
      !BRANCH.test(source.slice(body.start, command.span.start))
    for (const name of read ?? NONE)
      if (isFirst && !names.has(name)) own.add(name)
      else names.add(name)
  }
  for (const name of own) names.delete(name)
  return names
}

/** Constructs that may keep a command from running, or run it in another shell. */
const BRANCH = /[()|&]|\b(?:if|while|until|for|select|case)\b/u
