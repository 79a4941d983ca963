/**
 * Part of reading shell lines: variables that a function sets for whoever calls it.
 *
 * INVARIANT: all but those that it makes its own before anything else that may or may not be done.
 */

import { namesSetBy } from '../output/fed.ts'
import { isInside } from '../syntax/inside.ts'
import type { FunctionDefinition, Script } from '../syntax/script.ts'
import { namesDeclared } from './assigns.ts'
import { setsUnseen } from './setters.ts'

const NONE: ReadonlySet<string> = new Set()

/** Undefined where only running it would tell. */
export function setBy({ body }: FunctionDefinition, script: Script, source: string): ReadonlySet<string> | undefined {
  // Where the line counts is not told.
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

/** What may keep a command from being run, or run it elsewhere. */
const BRANCH = /[()|&]|\b(?:if|while|until|for|select|case)\b/u
