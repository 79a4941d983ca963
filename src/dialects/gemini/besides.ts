/**
 * Part of the Gemini CLI dialect: which tools and servers exist at all. Qwen Code, which was derived from it, has the
 * same settings.
 */

import { own } from '../../engine/call.ts'
import { below, quoted } from '../../policy/problem.ts'
import { splitClaudeRule } from '../claude-code/rule-text.ts'
import type { Draft } from '../import/draft.ts'
import type { Fields, Item, Sheet } from '../text/sheet.ts'

/** What it replaces by the value of a variable, in any text of its settings; a brace may be escaped in our patterns. */
export const FILLED_IN = /\$\\*[\w{]/u

/** A list under `tools`, or under its name in older releases. */
export function toolList(sheet: Sheet, settings: Fields, newer: string, older: string): Item[] | undefined {
  const tools = sheet.fields(own(settings, 'tools'), 'tools')
  const [now, before] = [own(tools, newer), own(settings, older)]
  if ((now ?? undefined) === undefined && (before ?? undefined) === undefined) return undefined
  return [...sheet.texts(now, below('tools', newer)), ...sheet.texts(before, older)]
}

/**
 * Only listed tools exist, apart from those of servers; for a shell, only these commands. `ours`: translates a tool to
 * our name.
 */
export function addCore(draft: Draft, core: readonly Item[] | undefined, ours: (text: string) => string): void {
  if (core === undefined) return
  draft.show('allowed', 'mcp__*')
  for (const { value, path } of core) {
    const rule = ours(value)
    const tool = splitClaudeRule(rule)?.tool ?? rule
    draft.show('allowed', tool)
    if (tool !== rule) draft.widen(tool, path, `only ${quoted(value)} is there`)
  }
}

export function readServers(draft: Draft, settings: Fields): void {
  const { sheet } = draft
  const mcp = sheet.fields(own(settings, 'mcp'), 'mcp')
  const list = (newer: string, older: string) => [
    ...sheet.texts(own(mcp, newer), below('mcp', newer)),
    ...sheet.texts(own(settings, older), older),
  ]
  const servers = sheet.fields(own(settings, 'mcpServers'), 'mcpServers')
  for (const { value, path } of list('excluded', 'excludeMCPServers'))
    for (const name of inAnyCase(value, Object.keys(servers)))
      draft.add('deny', name === '*' ? 'mcp' : `mcp__${name}`, path)
  const allowed = list('allowed', 'allowMCPServers').filter(({ value }) => value !== '*')
  if (allowed.length > 0)
    draft.only(
      'mcp',
      allowed.map(({ value }) => `mcp__${value}`),
      allowed[0]?.path ?? 'mcp.allowed',
    )
  for (const name of Object.keys(servers))
    addServer(draft, name, sheet.fields(own(servers, name), below('mcpServers', name)))
}

/** Excluding a server goes by its name in any letters. The server may be in another file: its name is small as a rule. */
function inAnyCase(excluded: string, servers: readonly string[]): ReadonlySet<string> {
  const folded = foldedServer(excluded)
  return new Set([excluded.trim(), folded, ...servers.filter((name) => foldedServer(name) === folded)])
}

export function foldedServer(name: string): string {
  return name.trim().toLowerCase()
}

function addServer(draft: Draft, name: string, server: Fields): void {
  const at = (field: string) => below(below('mcpServers', name), field)
  const tools = (field: string) =>
    // Text in parentheses after a tool is for older releases.
    draft.sheet.texts(own(server, field), at(field)).map(({ value }) => `mcp__${name}__${value.replace(/\(.*$/su, '')}`)
  for (const tool of tools('excludeTools')) draft.add('deny', tool, at('excludeTools'))
  const included = tools('includeTools')
  if (included.length > 0) draft.only(`mcp__${name}`, included, at('includeTools'))
}

/** The mode in which a session starts. */
export function readMode(draft: Draft, mode: string | undefined, path: string): void {
  if (mode === undefined || mode === 'default') return
  if (mode === 'plan') draft.mode('explore', path)
  draft.note(path, 'withheld', `${quoted(mode)}: ${mode === 'plan' ? PLAN : OTHERWISE}`)
}

const PLAN = 'only what reads is allowed here'
const OTHERWISE = 'what no rule names is asked about here'
