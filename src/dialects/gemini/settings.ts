/**
 * Part of the Gemini CLI dialect: `settings.json`. Its entries about tools become rules of the policy engine, with
 * fixed priorities: excluded servers, excluded tools, allowed tools, trusted servers.
 */

import { own } from '../../engine/call.ts'
import { below } from '../../policy/problem.ts'
import { hasOthers } from '../claude-code/besides.ts'
import type { Draft } from '../import/draft.ts'
import type { Fields, Item, Sheet } from '../text/sheet.ts'
import { addCore, foldedServer, readMode, readServers, toolList } from './besides.ts'
import { nameOf } from './names.ts'
import type { GeminiRule } from './rule.ts'

/** Class names, which stand for their tools. */
const CLASSES: Readonly<Record<string, string>> = {
  ShellTool: 'run_shell_command',
  ReadFileTool: 'read_file',
  ReadManyFilesTool: 'read_many_files',
  WriteFileTool: 'write_file',
  EditTool: 'replace',
  GrepTool: 'grep_search',
  RipGrepTool: 'grep_search',
  GlobTool: 'glob',
  LSTool: 'list_directory',
  WebFetchTool: 'web_fetch',
  WebSearchTool: 'google_web_search',
  MemoryTool: 'save_memory',
  WriteTodosTool: 'write_todos',
}

export function isSettings(text: string): boolean {
  return text
    .trimStart()
    .replace(/^\uFEFF/u, '')
    .startsWith('{')
}

export function settingsRules(sheet: Sheet): GeminiRule[] {
  const settings = sheet.fields(sheet.value, '')
  const all = (newer: string, older: string) => toolList(sheet, settings, newer, older) ?? []
  const servers = sheet.fields(own(settings, 'mcpServers'), 'mcpServers')
  const trusted = Object.keys(servers).flatMap((name): GeminiRule[] => {
    const path = below(below('mcpServers', name), 'trust')
    const isTrusted = sheet.flag(own(sheet.fields(own(servers, name), below('mcpServers', name)), 'trust'), path)
    return isTrusted === true
      ? [{ ...NOTHING, path, tools: ['*'], mcpName: name, decision: 'allow', priority: 200 }]
      : []
  })
  return [
    ...all('confirmationRequired', 'confirmationRequired').map((item) => ruleOf(item, 'ask_user', 950)),
    ...all('exclude', 'excludeTools').map((item) => ruleOf(item, 'deny', 400)),
    ...all('allowed', 'allowedTools').map((item) => ruleOf(item, 'allow', 300)),
    ...trusted,
  ]
}

const NOTHING = {
  mcpName: undefined,
  prefixes: [],
  commandRegex: undefined,
  argsPattern: undefined,
  modes: [],
  conditions: [],
  denyMessage: undefined,
  allowsRedirection: false,
} as const

/** `tool`, or `run_shell_command(prefix)`; for other tools the text in parentheses is ignored. */
function ruleOf({ value, path }: Item, decision: GeminiRule['decision'], priority: number): GeminiRule {
  const [, name = value, args = ''] = /^([\w-]+)\((.*)\)$/su.exec(value.trim()) ?? []
  const tool = nativeName(name)
  const prefixes = tool === 'run_shell_command' && args.trim() !== '' ? [args.trim().replace(/\s*:?\*$/u, '')] : []
  return { ...NOTHING, path, tools: [tool], prefixes, decision, priority }
}

function nativeName(name: string): string {
  return Object.hasOwn(CLASSES, name) ? (CLASSES[name] as string) : name
}

export function readSettings(draft: Draft): void {
  const { sheet } = draft
  const settings = sheet.fields(sheet.value, '')
  addCore(draft, toolList(sheet, settings, 'core', 'coreTools'), ours)
  readServers(draft, settings)
  const [general, tools] = [group(sheet, settings, 'general'), group(sheet, settings, 'tools')]
  for (const [fields, path] of [
    [general, 'general.defaultApprovalMode'],
    [tools, 'tools.approvalMode'],
  ] as const)
    readMode(draft, sheet.text(own(fields, path.slice(path.indexOf('.') + 1)), path), path)
  const admin = group(sheet, settings, 'admin')
  if (own(sheet.fields(own(admin, 'mcp'), 'admin.mcp'), 'enabled') === false)
    draft.add('deny', 'mcp', 'admin.mcp.enabled')
  if (own(group(sheet, settings, 'security'), 'disableYoloMode') === true) draft.lock('bypass')
  if (hasOthers(own(group(sheet, settings, 'hooks'), 'BeforeTool')))
    draft.note(
      'hooks',
      'left out',
      'its hooks (BeforeTool) decide there as well: they are programs, and run for that agent alone',
    )
  for (const name of ['policyPaths', 'adminPolicyPaths'])
    for (const { value, path } of sheet.texts(own(settings, name), name))
      draft.note(path, 'left out', `the policies in ${value} are files of their own: bring them in as well`)
}

function group(sheet: Sheet, settings: Fields, name: string): Fields {
  return sheet.fields(own(settings, name), name)
}

function ours(text: string): string {
  const [, name = text, rest = ''] = /^([\w-]+)(\(.*\))?$/su.exec(text.trim()) ?? []
  return `${nameOf(nativeName(name), undefined)}${rest}`
}

/** Tools that do not exist, for the evaluator, by their native names. */
export function leftOut(sheet: Sheet): (name: string, mcp: { server: string; tool: string } | undefined) => boolean {
  const settings = sheet.fields(sheet.value, '')
  const core = toolList(sheet, settings, 'core', 'coreTools')?.map(({ value }) =>
    nativeName(value.replace(/\(.*$/su, '')),
  )
  const mcpLists = group(sheet, settings, 'mcp')
  const texts = (fields: Fields, name: string) => sheet.texts(own(fields, name), name).map(({ value }) => value)
  const excluded = [...texts(mcpLists, 'excluded'), ...texts(settings, 'excludeMCPServers')].map(foldedServer)
  const allowed = [...texts(mcpLists, 'allowed'), ...texts(settings, 'allowMCPServers')]
  const servers = group(sheet, settings, 'mcpServers')
  return (name, mcp) => {
    if (mcp === undefined) return core !== undefined && !core.includes(name)
    if (excluded.includes(foldedServer(mcp.server)) || excluded.includes('*')) return true
    if (allowed.length > 0 && !allowed.includes(mcp.server) && !allowed.includes('*')) return true
    const server = sheet.fields(own(servers, mcp.server), 'mcpServers')
    const included = texts(server, 'includeTools')
    return texts(server, 'excludeTools').includes(mcp.tool) || (included.length > 0 && !included.includes(mcp.tool))
  }
}
