/**
 * Part of the Codex dialect: a small evaluator of its rules, compared with `codex execpolicy check` in compat/dialects.
 *
 * Only lines of plain words count, joined by `&&`, `||`, `;` and `|`; the strictest of all matching rules decides.
 */

import { own } from '../../engine/call.ts'
import type { Behavior } from '../../engine/rule.ts'
import { isStricter } from '../../engine/verdict.ts'
import { isMapping } from '../../policy/shape.ts'
import type { Model, Where } from '../dialect.ts'
import { commandOf, isShell, mcpOf, urlOf } from '../model/input.ts'
import { segmentsOf } from '../model/shell.ts'
import { readToml } from '../text/toml.ts'
import { readCodexRules } from './rule.ts'
import type { PrefixRule } from './rule.ts'

export function codexModel(text: string, where: Where): Model | undefined {
  return where.file.endsWith('.toml') ? configModel(text, where) : rulesModel(text, where)
}

function rulesModel(text: string, where: Where): Model | undefined {
  const { sheet, prefixes, networks } = readCodexRules(text, where)
  if (sheet.isBroken) return undefined
  return (call) => {
    if (!isShell(call)) {
      const host = call.tool === 'WebFetch' ? urlOf(call)?.hostname : undefined
      const denied = networks.find((rule) => rule.host === host && rule.behavior !== 'allow')
      return denied?.behavior ?? 'none'
    }
    const commands = plainCommands(commandOf(call))
    if (commands === undefined) return 'none'
    const decided = commands.map((words) => decide(prefixes, words))
    if (decided.includes('deny')) return 'deny'
    if (decided.includes('ask')) return 'ask'
    return decided.every((one) => one === 'allow') ? 'allow' : 'none'
  }
}

/** The word lists of a line; undefined if it contains more than words. */
function plainCommands(line: string): readonly (readonly string[])[] | undefined {
  const segments = segmentsOf(line)
  const bare = line.replaceAll(/'[^']*'|"[^"$`\\]*"/gu, 'x').replaceAll('&&', ';')
  if (segments === undefined || segments.length === 0 || /[$*?[\]{}~\\#^`()<>\n&]/u.test(bare)) return undefined
  const isPlain = segments.every(
    ({ words, assigns, redirects }) =>
      words.length > 0 && assigns.length === 0 && redirects.length === 0 && !words.includes(undefined),
  )
  if (!isPlain || /^\s*(?:if|for|while|until|case|!|time|\{|\[\[)(?:\s|$)/u.test(line)) return undefined
  return segments.map(({ words }) => words as readonly string[])
}

function decide(rules: readonly PrefixRule[], words: readonly string[]): Behavior | 'none' {
  let found: Behavior | undefined
  for (const { pattern, behavior } of rules) {
    if (!pattern.every((choices, index) => choices.includes(words[index] ?? ''))) continue
    if (found === undefined || isStricter(behavior, found)) found = behavior
  }
  return found ?? 'none'
}

function configModel(text: string, where: Where): Model | undefined {
  const sheet = readToml(text, where)
  if (sheet.isBroken || !isMapping(sheet.value)) return undefined
  const servers = own(sheet.value, 'mcp_servers')
  return (call) => {
    const mcp = mcpOf(call)
    const server = mcp === undefined || !isMapping(servers) ? undefined : own(servers, mcp.server)
    if (mcp === undefined || !isMapping(server)) return 'none'
    const list = (name: string) => (Array.isArray(own(server, name)) ? (own(server, name) as unknown[]) : undefined)
    if (list('disabled_tools')?.includes(mcp.tool) === true) return 'deny'
    if (list('enabled_tools')?.includes(mcp.tool) === false) return 'deny'
    const tools = own(server, 'tools')
    const tool = isMapping(tools) ? own(tools, mcp.tool) : undefined
    const mode =
      (isMapping(tool) ? own(tool, 'approval_mode') : undefined) ?? own(server, 'default_tools_approval_mode')
    return mode === 'approve' ? 'allow' : mode === 'prompt' ? 'ask' : 'none'
  }
}
