/**
 * Part of the vocabularies: Gemini CLI (0.61). Older releases used `path` and `absolute_path` where today's use
 * `dir_path` and `file_path`.
 */

import type { ToolEntry, Vocabulary } from './entry.ts'

const FILE = ['file_path', 'absolute_path']
const DIRECTORY = ['dir_path', 'path']

const search: ToolEntry = {
  tool: 'Grep',
  paths: [{ from: DIRECTORY, access: 'read', tree: true, absent: 'here' }],
  filter: { pattern: ['include', 'include_pattern'] },
}

export const GEMINI: Vocabulary = {
  agent: 'gemini',
  mcp: 'mcp_server_tool',
  tools: {
    run_shell_command: {
      tool: 'Bash',
      command: ['command'],
      fresh: true,
      starts: 'bash',
      cwd: ['dir_path', 'directory'],
      unwraps: true,
    },
    read_background_output: { tool: 'BashOutput' },
    list_background_processes: { tool: 'BashOutput' },

    read_file: { tool: 'Read', paths: [{ from: FILE, access: 'read' }] },
    read_many_files: { tool: 'Read', glob: { pattern: ['include', 'paths'], base: [], content: true } },
    glob: { tool: 'Glob', glob: { pattern: ['pattern'], base: DIRECTORY } },
    grep_search: search,
    search_file_content: search,
    list_directory: { tool: 'LS', paths: [{ from: DIRECTORY, access: 'read', tree: true }] },

    write_file: { tool: 'Write', paths: [{ from: FILE, access: 'write' }] },
    replace: { tool: 'Edit', paths: [{ from: FILE, access: 'write', how: 'modify', searched: true }] },

    web_fetch: { tool: 'WebFetch', urls: ['url'], prose: ['prompt'] },
    google_web_search: { tool: 'WebSearch' },

    write_todos: { tool: 'TodoWrite', internal: 'keeps the session’s own task list' },
    ask_user: { tool: 'AskUserQuestion', internal: 'puts a question to the person' },
    enter_plan_mode: { tool: 'EnterPlanMode', internal: 'enters the planning mode' },
    exit_plan_mode: { tool: 'ExitPlanMode', internal: 'leaves the planning mode, which the agent itself confirms' },
    update_topic: { tool: 'TodoWrite', internal: 'names the topic of the session' },
    get_internal_docs: { tool: 'Documentation', internal: 'reads the agent’s own manual' },
    complete_task: { tool: 'StructuredOutput', internal: 'returns a sub-agent’s answer' },

    save_memory: { tool: 'Memory' },
    activate_skill: { tool: 'Skill' },
    invoke_agent: { tool: 'Task' },
    codebase_investigator: { tool: 'Task' },
  },
}
