/**
 * Part of the vocabularies: GitHub Copilot CLI and SDK (1.0).
 *
 * Holds the tools' own names and the kinds of `onPermissionRequest` (`shell`, `write`, `read`, `url`), whose requests
 * carry other fields.
 */

import type { ToolEntry, Vocabulary } from './entry.ts'

const STOPS = 'stops what the session itself has started'

const search: ToolEntry = {
  tool: 'Grep',
  paths: [{ from: ['path', 'paths'], access: 'read', tree: true, list: true, absent: 'here' }],
  filter: { pattern: ['glob', 'include'], type: ['type'] },
}

/** The kinds by which its permission patterns name tools that belong to no server: `shell(git:*)`. */
export const COPILOT_KINDS = ['shell', 'read', 'write', 'url', 'memory'] as const

/** Whether a server's name is one of these kinds, from which it cannot be told apart. */
export function isCopilotKind(name: string): boolean {
  return COPILOT_KINDS.some((kind) => kind === name.toLowerCase())
}

export const COPILOT: Vocabulary = {
  agent: 'copilot',
  mcp: 'server-tool',
  tools: {
    bash: { tool: 'Bash', command: ['command'], fresh: true, starts: 'bash', kept: ['sessionId'], cwd: ['cwd'] },
    powershell: { tool: 'PowerShell', command: ['command'], cwd: ['cwd'] },
    write_bash: { tool: 'Bash', command: ['input'], dynamic: true },
    write_powershell: { tool: 'PowerShell', command: ['input'], dynamic: true },
    read_bash: { tool: 'BashOutput' },
    read_powershell: { tool: 'BashOutput' },
    list_bash: { tool: 'BashOutput' },
    list_powershell: { tool: 'BashOutput' },
    stop_bash: { tool: 'KillShell', internal: STOPS },
    stop_powershell: { tool: 'KillShell', internal: STOPS },
    bash_shutdown: { tool: 'KillShell', internal: STOPS },

    view: { tool: 'Read', paths: [{ from: ['path'], access: 'read' }] },
    show_file: { tool: 'Read', paths: [{ from: ['path'], access: 'read' }] },
    glob: { tool: 'Glob', glob: { pattern: ['pattern'], base: ['path'] } },
    grep: search,
    rg: search,

    create: { tool: 'Write', paths: [{ from: ['path'], access: 'write', how: 'create' }] },
    edit: { tool: 'Edit', paths: [{ from: ['path'], access: 'write', how: 'modify' }] },
    // Its `view` command only reads; the more dangerous reading is assumed for all its commands.
    str_replace_editor: { tool: 'Edit', paths: [{ from: ['path'], access: 'write', how: 'modify', tells: true }] },
    str_replace: { tool: 'Edit', paths: [{ from: ['path'], access: 'write', how: 'modify' }] },
    apply_patch: { tool: 'ApplyPatch', patch: ['input', 'patch'] },

    web_fetch: { tool: 'WebFetch', urls: ['url'] },
    web_search: { tool: 'WebSearch' },

    report_intent: { tool: 'TodoWrite', internal: 'says in one line what the agent is about to do' },
    update_todo: { tool: 'TodoWrite', internal: 'keeps the session’s own task list' },
    ask_user: { tool: 'AskUserQuestion', internal: 'puts a question to the person' },
    exit_plan_mode: { tool: 'ExitPlanMode', internal: 'leaves the planning mode, which the agent itself confirms' },
    fetch_copilot_cli_documentation: { tool: 'Documentation', internal: 'reads the agent’s own manual' },

    task: { tool: 'Task' },
    read_agent: { tool: 'TaskOutput', internal: 'hands over the answer of an agent the session has started' },
    list_agents: { tool: 'ListAgents', internal: 'lists the session’s own agents' },
    write_agent: { tool: 'SendMessage' },
    skill: { tool: 'Skill' },
    sql: { tool: 'Sql' },
    session_store_sql: { tool: 'Sql' },
    store_memory: { tool: 'Memory' },

    shell: { tool: 'Bash', command: ['fullCommandText'], starts: 'bash', cwd: ['resolvedWorkingDirectory'] },
    write: { tool: 'Write', paths: [{ from: ['fileName'], access: 'write' }] },
    read: { tool: 'Read', paths: [{ from: ['path'], access: 'read' }] },
    url: { tool: 'WebFetch', urls: ['url'] },
    memory: { tool: 'Memory' },
  },
}
