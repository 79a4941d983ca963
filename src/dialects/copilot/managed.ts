/**
 * Part of the Copilot dialect: translates rules of managed settings to the syntax of Claude Code, which has the same
 * anchors; and servers.
 */

import { own } from '../../engine/call.ts'
import { isMapping } from '../../policy/shape.ts'
import { splitClaudeRule } from '../claude-code/rule-text.ts'

/** Undefined for a kind that managed settings do not have. */
export function managedRule(text: string): string | undefined {
  const split = splitClaudeRule(text)
  if (split === undefined) return undefined
  const { tool, specifier } = split
  const inner = specifier === undefined ? '' : `(${specifier})`
  if (tool === 'Shell' || tool === 'Bash') return `Bash${inner}`
  if (tool === 'PowerShell' || tool === 'Read') return `${tool}${inner}`
  if (tool === 'Edit' || tool === 'Write') return `Edit${inner}`
  if (tool === 'Domain') return specifier === undefined ? 'WebFetch' : `WebFetch(domain:${specifier})`
  return undefined
}

/** The reverse; undefined for what managed settings cannot express: a star inside, a tool of another name. */
export function asManagedRule(text: string): string | undefined {
  const split = splitClaudeRule(text)
  if (split === undefined) return undefined
  const { tool, specifier } = split
  if (tool === 'Bash') {
    if (specifier === undefined) return 'Shell(*)'
    return specifier.replace(/ \*$/u, '').includes('*') ? undefined : `Shell(${specifier})`
  }
  if (tool === 'PowerShell') return specifier === undefined ? 'PowerShell(*)' : undefined
  if (tool === 'Read' || tool === 'Edit') return specifier === undefined ? `${tool}(//**)` : `${tool}(${specifier})`
  if (tool === 'WebFetch') return specifier === undefined ? 'Domain(*)' : `Domain(${specifier.replace('domain:', '')})`
  return undefined
}

/** Lists of servers whose tools are not available. */
export const SWITCHED_OFF = ['disabledMcpServers', 'deniedMcpServers']

/** The server's name, if the entry has one. */
export function serverOf(value: unknown): string | undefined {
  const name = isMapping(value) ? own(value, 'serverName') : value
  return typeof name === 'string' ? name : undefined
}
