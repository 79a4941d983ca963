/** Part of the Cursor dialect: a small evaluator. Each command of a line counts by its first word. */

import { own } from '../../engine/call.ts'
import type { Call } from '../../engine/call.ts'
import { isMapping } from '../../policy/shape.ts'
import { splitClaudeRule } from '../claude-code/rule-text.ts'
import type { RuleText } from '../claude-code/rule-text.ts'
import type { Model, Where } from '../dialect.ts'
import { wildcardMatcher } from '../model/glob.ts'
import { commandOf, isShell, isWhole, mcpOf, pathOf, urlOf } from '../model/input.ts'
import { absolute, relativeTo } from '../model/paths.ts'
import { segmentsOf } from '../model/shell.ts'
import { readJson } from '../text/json.ts'

export function cursorModel(text: string, where: Where): Model | undefined {
  const sheet = readJson(text, where)
  if (sheet.isBroken || !isMapping(sheet.value)) return undefined
  const permissions = own(sheet.value, 'permissions')
  const rules = (list: string): RuleText[] => {
    const found = isMapping(permissions) ? own(permissions, list) : undefined
    return (Array.isArray(found) ? found : []).flatMap((rule) =>
      typeof rule === 'string' ? (splitClaudeRule(rule) ?? []) : [],
    )
  }
  const [allow, deny] = [rules('allow'), rules('deny')]
  return (call) => {
    if (isShell(call)) return line(call, allow, deny)
    if (deny.some((rule) => matches(rule, call, where))) return 'deny'
    return isWhole(call) && allow.some((rule) => matches(rule, call, where)) ? 'allow' : 'none'
  }
}

function line(call: Call, allow: readonly RuleText[], deny: readonly RuleText[]): 'allow' | 'deny' | 'none' {
  const segments = segmentsOf(commandOf(call))
  const covers = (rules: readonly RuleText[], program: string | undefined) =>
    rules.some(
      ({ tool, specifier }) =>
        tool === 'Shell' && (specifier === undefined || specifier.replace(/:\*$/u, '') === program),
    )
  if (segments === undefined) return covers(allow, undefined) && deny.length === 0 ? 'allow' : 'none'
  if (segments.some(({ words }) => words[0] !== undefined && covers(deny, words[0]))) return 'deny'
  const isAllowed = segments.length > 0 && segments.every(({ words }) => covers(allow, words[0]))
  return isAllowed ? 'allow' : 'none'
}

function matches({ tool, specifier }: RuleText, call: Call, where: Where): boolean {
  const kinds = { Read: ['Read'], Write: ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'] } as const
  if (tool === 'Read' || tool === 'Write') {
    if (!(kinds[tool] as readonly string[]).includes(call.tool)) return false
    const path = pathOf(call)
    if (path === undefined) return false
    const whole = absolute(path, where)
    const inside = relativeTo(whole, where.root) ?? whole
    return (
      specifier === undefined ||
      [inside, whole].some((one) => wildcardMatcher(specifier.replace(/^~/u, where.home))(one))
    )
  }
  if (tool === 'WebFetch') {
    if (call.tool !== 'WebFetch') return false
    const host = urlOf(call)?.hostname
    return specifier === undefined || (host !== undefined && wildcardMatcher(specifier.replace(/^domain:/u, ''))(host))
  }
  const mcp = mcpOf(call)
  if (tool !== 'Mcp' || mcp === undefined) return false
  const [server = '*', name = '*'] = (specifier ?? '*').split(':')
  return wildcardMatcher(server)(mcp.server) && wildcardMatcher(name)(mcp.tool)
}
