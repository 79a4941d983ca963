/**
 * Part of the AgentScope dialect: a small evaluator of its rules, on texts as they are spelled. The tools' own checks
 * are left out.
 */

import type { Call } from '../../engine/call.ts'
import type { Behavior } from '../../engine/rule.ts'
import type { Model, Where } from '../dialect.ts'
import { starMatcher, wildcardMatcher } from '../model/glob.ts'
import { commandOf, isWhole, pathOf, WRITERS } from '../model/input.ts'
import { absolute, relativeTo } from '../model/paths.ts'
import { segmentsOf } from '../model/shell.ts'
import { readJson } from '../text/json.ts'
import { permissionContext } from './context.ts'
import type { AgentscopeRule } from './context.ts'

export function agentscopeModel(text: string, where: Where): Model | undefined {
  const sheet = readJson(text, where, 'strict')
  const { mode, rules, directories } = permissionContext(sheet)
  if (sheet.isBroken) return undefined
  const has = (behavior: Behavior, call: Call) =>
    rules.some((rule) => rule.behavior === behavior && matches(rule, call))
  const folders = [where.root, ...directories.map(({ value }) => absolute(value, where))]
  const isInside = (path: string) => folders.some((folder) => relativeTo(absolute(path, where), folder) !== undefined)
  return (call) => {
    if (has('deny', call)) return 'deny'
    if (has('ask', call)) return mode === 'dont_ask' ? 'deny' : 'ask'
    if (mode === 'bypass') return 'allow'
    // This mode allows read-only calls and denies others; which one a call is, only its own parser tells.
    if (mode === 'explore') return 'none'
    if (isWhole(call) && has('allow', call)) return 'allow'
    // Newer releases also accept edits in the mode that never asks.
    const accepts = mode === 'accept_edits' || mode === 'dont_ask'
    return accepts && acceptsEdit(call, isInside) ? 'allow' : 'none'
  }
}

const FILE_COMMANDS: ReadonlySet<string> = new Set('mkdir touch rm rmdir mv cp sed'.split(' '))

/** The first word of the line counts, and all files that such commands name anywhere in the line. */
function acceptsEdit(call: Call, isInside: (path: string) => boolean): boolean {
  const path = pathOf(call)
  if (WRITERS.has(call.tool)) return path !== undefined && isInside(path)
  const segments = call.tool === 'Bash' ? (segmentsOf(commandOf(call)) ?? []) : []
  if (!FILE_COMMANDS.has(segments[0]?.words[0] ?? '')) return false
  const targets = segments.flatMap(({ words: [program, ...args], redirects }) => [
    ...(FILE_COMMANDS.has(program ?? '') ? args.filter((word) => word?.startsWith('-') !== true) : []),
    ...redirects.map(({ target }) => target),
  ])
  return targets.every((target) => target === undefined || isInside(target))
}

function matches({ tool, content }: AgentscopeRule, call: Call): boolean {
  if (tool !== call.tool) return false
  if (content === undefined) return true
  if (tool === 'Bash') return commandMatches(content, commandOf(call))
  const path = pathOf(call)
  if (tool === 'Read' || tool === 'Write' || tool === 'Edit') return path !== undefined && fnmatch(content)(path)
  // Documented as matching the exact input, but the code never matches it.
  return false
}

function commandMatches(content: string, command: string): boolean {
  if (content.endsWith(':*')) {
    const prefix = content.slice(0, -2).trim()
    return command === prefix || command.startsWith(`${prefix} `)
  }
  if (!content.includes('*')) return command.includes(content)
  const isWithout = content.endsWith('*') && starMatcher(content.slice(0, -1).trimEnd())(command)
  return !command.includes('\n') && (starMatcher(content)(command) || isWithout)
}

/**
 * A star crosses slashes; two stars are one. Character classes are read literally, since none of our samples has one.
 */
function fnmatch(pattern: string): (path: string) => boolean {
  return wildcardMatcher(pattern.replaceAll(/\*+/gu, '*'))
}
