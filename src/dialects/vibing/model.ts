/**
 * Part of the vibing.nvim dialect: a small evaluator of ADR 008: modes, then the allow list, which is strict if not
 * empty, then the ask list, then granular rules. Denied tools never get so far.
 */

import type { Call } from '../../engine/call.ts'
import { regexCompiler } from '../../policy/regex.ts'
import { inOurCase } from '../import/any-case.ts'
import { splitClaudeRule } from '../claude-code/rule-text.ts'
import type { Model, Where } from '../dialect.ts'
import { wildcardMatcher } from '../model/glob.ts'
import { commandOf, isShell, isWhole, pathOf, urlOf } from '../model/input.ts'
import { readVibing } from './front-matter.ts'
import type { VibingRule } from './front-matter.ts'

export function vibingModel(text: string, where: Where): Model | undefined {
  const { sheet, mode, allow, ask, deny, rules } = readVibing(text, where)
  if (sheet.isBroken) return undefined
  const has = (list: readonly { readonly value: string }[], call: Call) =>
    list.some(({ value }) => matches(value, call))
  return (call) => {
    if (has(deny, call) || rules.some((rule) => rule.action === 'deny' && applies(rule, call))) return 'deny'
    if (mode === 'bypassPermissions') return 'allow'
    if (!isWhole(call)) return 'none'
    if (mode === 'acceptEdits' && (call.tool === 'Edit' || call.tool === 'Write')) return 'allow'
    if (allow.length > 0 && !has(allow, call)) return mode === 'default' ? 'none' : 'deny'
    if (has(ask, call)) return 'ask'
    if (mode === 'plan') return 'none'
    return allow.length > 0 ? 'allow' : 'none'
  }
}

/** `Tool`, `Tool*` or `Tool(argument)`, in any case. */
function matches(rule: string, call: Call): boolean {
  const split = splitClaudeRule(rule)
  if (split === undefined) return false
  const { tool, specifier } = split
  if (specifier === undefined) return wildcardMatcher(tool.toLowerCase())(call.tool.toLowerCase())
  if (tool.toLowerCase() !== call.tool.toLowerCase()) return false
  if (isShell(call)) return commandMatches(specifier.toLowerCase(), commandOf(call).toLowerCase())
  if (['Read', 'Write', 'Edit'].includes(call.tool)) return pathMatches(specifier, call)
  if (call.tool === 'WebFetch') return hostMatches(specifier, call)
  return (call.tool === 'Glob' || call.tool === 'Grep') && call.input['pattern'] === specifier
}

function commandMatches(specifier: string, command: string): boolean {
  if (specifier.endsWith(':*')) return command.trim().split(/\s+/u)[0] === specifier.slice(0, -2)
  return command === specifier || command.startsWith(`${specifier} `)
}

function pathMatches(pattern: string, call: Call): boolean {
  const path = pathOf(call)
  return path !== undefined && wildcardMatcher(pattern)(path)
}

function hostMatches(specifier: string, call: Call): boolean {
  const host = urlOf(call)?.hostname
  if (host === undefined) return false
  if (!specifier.startsWith('*.')) return host === specifier
  return host === specifier.slice(2) || host.endsWith(specifier.slice(1))
}

function applies({ tools, paths, commands, patterns, domains }: VibingRule, call: Call): boolean {
  if (tools.length > 0 && !tools.some((tool) => inOurCase(tool) === call.tool)) return false
  if (isShell(call)) {
    const command = commandOf(call)
    return commands.includes(command.trim().split(/\s+/u)[0] ?? '') || patterns.some((one) => found(one, command))
  }
  if (paths.some((one) => pathMatches(one, call))) return true
  const host = urlOf(call)?.hostname ?? ''
  return call.tool === 'WebFetch' && domains.some((one) => wildcardMatcher(one)(host))
}

/** An expression that cannot run in linear time counts as matching. */
function found(pattern: string, command: string): boolean {
  try {
    return regexCompiler()(pattern, '')(command)
  } catch {
    return true
  }
}
