/**
 * Part of the vocabularies: the tools that rules are written for, and the kind of each.
 *
 * Every agent's names are mapped to these. INVARIANT: a tool that can run, write or connect is never listed under a
 * milder kind.
 */

import { KINDS, type Kind } from '../engine/call.ts'
import { closest } from './closest.ts'
import { allVocabularies } from './vocabularies.ts'

export interface CanonicalTool {
  readonly name: string
  readonly kind: Kind
}

const NAMES: Readonly<Record<Exclude<Kind, 'mcp'>, string>> = {
  shell: 'Bash PowerShell',
  read: 'Read Glob Grep LS NotebookRead LSP',
  write: 'Write Edit MultiEdit NotebookEdit ApplyPatch Delete Move MakeDirectory',
  url: 'WebFetch WebSearch',
  other: `Task TaskOutput TaskStop TaskCreate TaskGet TaskList TaskUpdate ListAgents SendMessage BashOutput KillShell
    TodoWrite TodoRead AskUserQuestion EnterPlanMode ExitPlanMode EnterWorktree ExitWorktree Skill SlashCommand ToolSearch
    ReportFindings StructuredOutput Workflow CronCreate CronDelete CronList ScheduleWakeup ListMcpResources
    ReadMcpResource Memory Sql Batch Documentation`,
}

/** Names that the same tool has had over time. */
const RENAMED: Readonly<Record<string, string>> = {
  Agent: 'Task',
  AgentOutput: 'TaskOutput',
  KillBash: 'KillShell',
  ListMcpResourcesTool: 'ListMcpResources',
  ReadMcpResourceTool: 'ReadMcpResource',
}

/** By name, renamed ones included. */
export const CANONICAL: ReadonlyMap<string, CanonicalTool> = buildTable()

/** The canonical tool of exactly this name. */
export function canonicalTool(name: string): CanonicalTool | undefined {
  return CANONICAL.get(name)
}

export function isKind(name: string): name is Kind {
  return (KINDS as readonly string[]).includes(name)
}

/**
 * What somebody who wrote `name` probably meant: a canonical tool or a kind; for an agent's own name, its canonical
 * tool.
 */
export function suggestTool(name: string): string | undefined {
  const candidates: [spelling: string, meant: string][] = []
  for (const [spelling, tool] of CANONICAL) candidates.push([spelling, tool.name])
  for (const kind of KINDS) candidates.push([kind, kind])
  for (const { tools } of allVocabularies()) {
    for (const [native, entry] of Object.entries(tools)) candidates.push([native, entry.tool])
  }
  return closest(name, candidates)
}

function buildTable(): ReadonlyMap<string, CanonicalTool> {
  const table = new Map<string, CanonicalTool>()
  for (const [kind, names] of Object.entries(NAMES) as [Kind, string][]) {
    for (const name of names.split(/\s+/u)) table.set(name, { name, kind })
  }
  for (const [old, name] of Object.entries(RENAMED)) {
    const tool = table.get(name)
    if (tool !== undefined) table.set(old, tool)
  }
  return table
}
