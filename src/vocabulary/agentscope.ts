/** Part of the vocabularies: AgentScope, the tools of seed 002 and the tool functions of its first release. */

import type { Vocabulary } from './entry.ts'

const TASK_LIST = 'keeps the session’s own task list'
const PYTHON = 'it runs Python'

export const AGENTSCOPE: Vocabulary = {
  agent: 'agentscope',
  mcp: 'mcp__server__tool',
  tools: {
    Bash: { tool: 'Bash', command: ['command'] },
    PowerShell: { tool: 'PowerShell', command: ['command'] },
    execute_shell_command: { tool: 'Bash', command: ['command'] },
    execute_python_code: { tool: 'Bash', opaque: PYTHON },

    Read: { tool: 'Read', paths: [{ from: ['file_path'], access: 'read' }] },
    Glob: { tool: 'Glob', glob: { pattern: ['pattern'], base: ['path'] } },
    Grep: {
      tool: 'Grep',
      paths: [{ from: ['path'], access: 'read', tree: true, absent: 'here' }],
      filter: { pattern: ['glob'], type: ['type'] },
    },
    view_text_file: { tool: 'Read', paths: [{ from: ['file_path'], access: 'read' }] },

    Write: { tool: 'Write', paths: [{ from: ['file_path'], access: 'write' }] },
    Edit: { tool: 'Edit', paths: [{ from: ['file_path'], access: 'write', how: 'modify' }] },
    write_text_file: { tool: 'Write', paths: [{ from: ['file_path'], access: 'write' }] },
    insert_text_file: { tool: 'Edit', paths: [{ from: ['file_path'], access: 'write', how: 'modify' }] },

    TaskCreate: { tool: 'TaskCreate', internal: TASK_LIST },
    TaskGet: { tool: 'TaskGet', internal: TASK_LIST },
    TaskList: { tool: 'TaskList', internal: TASK_LIST },
    TaskUpdate: { tool: 'TaskUpdate', internal: TASK_LIST },
    Skill: { tool: 'Skill' },
  },
}
