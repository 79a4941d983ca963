/** Part of the vocabularies: OpenAI Codex (0.169), its hooks, its app server and the tool names of earlier releases. */

import type { ToolEntry, Vocabulary } from './entry.ts'

const list: ToolEntry = {
  tool: 'Bash',
  command: ['command'],
  argv: true,
  ownShell: true,
  fresh: true,
  cwd: ['workdir', 'cwd'],
  shell: 'shell',
  hazards: ['env'],
}

const AGENTS: Readonly<Record<string, ToolEntry>> = {
  spawn_agent: { tool: 'Task' },
  wait_agent: { tool: 'TaskOutput', internal: 'hands over the answer of an agent the session has started' },
  close_agent: { tool: 'TaskStop', internal: 'stops what the session itself has started' },
  resume_agent: { tool: 'Task' },
  send_input: { tool: 'SendMessage' },
}

/** Its hooks write a tool's namespace directly before its name. */
function inNamespace(namespace: string, tools: Readonly<Record<string, ToolEntry>>): Record<string, ToolEntry> {
  return Object.fromEntries(Object.entries(tools).map(([name, entry]) => [namespace + name, entry]))
}

export const CODEX: Vocabulary = {
  agent: 'codex',
  mcp: 'mcp__server__tool',
  tools: {
    Bash: list,
    shell: list,
    'container.exec': list,
    shell_command: { ...list, argv: false, ownShell: false },
    exec_command: { tool: 'Bash', command: ['cmd'], fresh: true, cwd: ['workdir'], shell: 'shell', hazards: ['env'] },
    write_stdin: { tool: 'Bash', command: ['chars'], dynamic: true },
    local_shell: { tool: 'Bash', opaque: 'its command lies in a nested request' },
    exec: { tool: 'Bash', opaque: 'it runs JavaScript that calls other tools' },
    js_repl: { tool: 'Bash', opaque: 'it runs JavaScript' },

    apply_patch: { tool: 'ApplyPatch', patch: ['command', 'input', 'patch'], cwd: ['workdir', 'cwd'] },
    view_image: { tool: 'Read', paths: [{ from: ['path'], access: 'read' }] },
    read_file: { tool: 'Read', paths: [{ from: ['file_path'], access: 'read' }] },
    list_dir: { tool: 'LS', paths: [{ from: ['dir_path'], access: 'read', tree: true }] },
    grep_files: {
      tool: 'Grep',
      paths: [{ from: ['path'], access: 'read', tree: true, absent: 'here' }],
      filter: { pattern: ['include'] },
    },
    web_search: { tool: 'WebSearch' },

    update_plan: { tool: 'TodoWrite', internal: 'keeps the session’s own task list' },
    get_goal: { tool: 'TodoRead', internal: 'keeps the session’s own goal' },
    create_goal: { tool: 'TodoWrite', internal: 'keeps the session’s own goal' },
    update_goal: { tool: 'TodoWrite', internal: 'keeps the session’s own goal' },
    tool_search: { tool: 'ToolSearch', internal: 'looks up tool descriptions' },
    request_user_input: { tool: 'AskUserQuestion', internal: 'puts a question to the person' },

    ...AGENTS,
    ...inNamespace('multi_agent_v1', AGENTS),
    list_mcp_resources: { tool: 'ListMcpResources' },
    list_mcp_resource_templates: { tool: 'ListMcpResources' },
    read_mcp_resource: { tool: 'ReadMcpResource' },
  },
}
