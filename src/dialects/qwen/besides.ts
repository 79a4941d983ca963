/** Part of the Qwen Code dialect: what its settings restrict beside `permissions`: tools and servers, in older words and newer ones. */

import { own } from '../../engine/call.ts'
import { below, quoted } from '../../policy/problem.ts'
import { splitClaudeRule } from '../claude-code/rule-text.ts'
import { addClaudeRule } from '../claude-code/rules.ts'
import type { Draft } from '../draft.ts'
import type { Fields, Item } from '../sheet.ts'
import { qwenTool } from './names.ts'

export function readBesides(draft: Draft, settings: Fields): void {
  const { sheet } = draft
  const tools = sheet.fields(own(settings, 'tools'), 'tools')
  const list = (newer: string, older: string): Item[] => [
    ...sheet.texts(own(tools, newer), below('tools', newer)),
    ...sheet.texts(own(settings, older), older),
  ]
  for (const { value, path } of list('exclude', 'excludeTools'))
    addClaudeRule(draft, ours(value), 'deny', path, { exactIsPrefix: true })
  for (const item of list('core', 'coreTools')) addCore(draft, item)
  for (const { value, path } of list('allowed', 'allowedTools'))
    draft.note(path, 'withheld', `${quoted(value)} goes by the beginning of a text: it is asked about here`)
  readMode(draft, sheet.text(own(tools, 'approvalMode'), 'tools.approvalMode'))
  readServers(draft, settings)
}

/** Only what is listed is there; of a shell, only these commands. */
function addCore(draft: Draft, { value, path }: Item): void {
  const rule = ours(value)
  const tool = splitClaudeRule(rule)?.tool ?? rule
  draft.show('allowed', tool)
  if (tool !== rule) draft.widen(tool, path, `only ${quoted(value)} is there`)
}

function readMode(draft: Draft, mode: string | undefined): void {
  if (mode === undefined || mode === 'default') return
  if (mode === 'plan') draft.mode('explore', 'tools.approvalMode')
  draft.note('tools.approvalMode', 'withheld', `${quoted(mode)}: ${mode === 'plan' ? PLAN : OTHERWISE}`)
}

const PLAN = 'only what reads is allowed here'
const OTHERWISE = 'what no rule names is asked about here'

function readServers(draft: Draft, settings: Fields): void {
  const { sheet } = draft
  const mcp = sheet.fields(own(settings, 'mcp'), 'mcp')
  for (const { value, path } of sheet.texts(own(mcp, 'excluded'), 'mcp.excluded'))
    draft.add('deny', `mcp__${value}`, path)
  const allowed = sheet.texts(own(mcp, 'allowed'), 'mcp.allowed')
  if (allowed.length > 0)
    draft.only(
      'mcp',
      allowed.map(({ value }) => `mcp__${value}`),
      'mcp.allowed',
    )
  const servers = sheet.fields(own(settings, 'mcpServers'), 'mcpServers')
  for (const name of Object.keys(servers)) {
    const at = below('mcpServers', name)
    const server = sheet.fields(own(servers, name), at)
    const tools = (field: string) =>
      sheet.texts(own(server, field), below(at, field)).map(({ value }) => `mcp__${name}__${value}`)
    for (const tool of tools('excludeTools')) draft.add('deny', tool, below(at, 'excludeTools'))
    const included = tools('includeTools')
    if (included.length > 0) draft.only(`mcp__${name}`, included, below(at, 'includeTools'))
  }
}

/** A tool in our words, with what stands in parentheses behind it. */
function ours(text: string): string {
  const [, name = text, rest = ''] = /^(\w+)(\(.*\))?$/su.exec(text) ?? []
  return `${qwenTool(name)}${rest}`
}
