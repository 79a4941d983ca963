/**
 * Part of the agent-code dialect: a small evaluator. Of all matching rules the most restrictive counts. A permission
 * must cover every command of an analysable line; a restriction matches any of them, without wrappers, or the line
 * itself.
 */

import type { Call } from '../../engine/call.ts'
import type { Behavior } from '../../engine/rule.ts'
import type { Model, Where } from '../dialect.ts'
import { wildcardMatcher } from '../model/glob.ts'
import { commandOf, isShell, isWhole, pathOf, READERS, WRITERS, textField } from '../model/input.ts'
import { segmentsOf } from '../model/shell.ts'
import { readToml } from '../text/toml.ts'
import { ourTool, permissionsOf } from './config.ts'
import type { AgentCodeRule, Permissions } from './config.ts'

export function agentCodeModel(text: string, where: Where): Model | undefined {
  const sheet = readToml(text, where)
  const permissions = permissionsOf(sheet)
  if (sheet.isBroken) return undefined
  const { mode, rules } = permissions
  return (call) => {
    if (!isVisible(permissions, call.tool)) return 'deny'
    const matching = (action: string) => rules.some((rule) => rule.action === action && matches(rule, call))
    if (matching('deny')) return 'deny'
    if (matching('plan')) return READERS.has(call.tool) ? 'none' : 'deny'
    // For tools that read, only denials count.
    if (READERS.has(call.tool)) return (matching('allow') || mode === 'allow') && isWhole(call) ? 'allow' : 'none'
    if (mode === 'plan') return 'none'
    if (matching('ask')) return 'ask'
    if (matching('allow')) return isWhole(call) ? 'allow' : 'none'
    return mode === 'allow' ? 'allow' : mode === 'deny' ? 'deny' : 'none'
  }
}

function isVisible({ allowed, disallowed }: Permissions, tool: string): boolean {
  const has = (list: readonly { value: string }[]) =>
    list.some(({ value }) =>
      value.endsWith('*') ? tool.startsWith(value.slice(0, -1)) : tool === value || tool === ourTool(value),
    )
  return !has(disallowed) && (allowed.length === 0 || has(allowed))
}

function matches({ tool, pattern, action }: AgentCodeRule, call: Call): boolean {
  if (tool !== '*' && ourTool(tool).toLowerCase() !== call.tool.toLowerCase()) return false
  if (pattern === undefined || /^\*+$/u.test(pattern)) return true
  const match = wildcardMatcher(pattern)
  const isAllow: boolean = (action as Behavior) === 'allow'
  if (isShell(call)) return isAllow ? permits(match, commandOf(call)) : restricts(match, commandOf(call))
  const subject = subjectOf(call)
  return subject === undefined ? !isAllow : match(subject)
}

function permits(match: (text: string) => boolean, command: string): boolean {
  const segments = segmentsOf(command)
  if (segments === undefined || segments.length === 0 || /\$\(|`|<\(|>\(|^\s*\(/u.test(command)) return false
  return segments.every(
    ({ text, assigns, redirects, words }) =>
      words.length > 0 && assigns.length === 0 && redirects.length === 0 && match(text),
  )
}

const WRAPPERS = /^(?:(?:env|nohup|command(?! -[vV])|sudo|nice|time|timeout)(?:\s+(?:-\S+|\d+|\w+=\S*))*\s+)+/u

function restricts(match: (text: string) => boolean, command: string): boolean {
  if (match(command)) return true
  return (segmentsOf(command) ?? []).some(
    ({ text, words }) =>
      match(text) || match(text.replace(WRAPPERS, '')) || match(words.map((word) => word ?? '').join(' ')),
  )
}

function subjectOf(call: Call): string | undefined {
  if (call.tool === 'Grep' || call.tool === 'Glob') return textField(call, 'path') || textField(call, 'pattern')
  if (READERS.has(call.tool) || WRITERS.has(call.tool)) return pathOf(call)
  if (call.tool === 'WebFetch') return textField(call, 'url')
  if (call.tool === 'WebSearch') return textField(call, 'query')
  return call.tool === 'Task' ? textField(call, 'prompt') : undefined
}
