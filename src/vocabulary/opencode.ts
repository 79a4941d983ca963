/** Part of the vocabularies: opencode (1.18). Its permission events use `filepath` where its tools use `filePath`. */

import type { Vocabulary } from './entry.ts'

const FILE = ['filePath', 'filepath']
const PLAN_MODE = 'switches the planning mode, which the agent itself confirms'
const TASK_LIST = 'keeps the session’s own task list'

export const OPENCODE: Vocabulary = {
  agent: 'opencode',
  mcp: 'server_tool',
  tools: {
    bash: { tool: 'Bash', command: ['command'], fresh: true, cwd: ['workdir', 'cwd'] },

    read: { tool: 'Read', paths: [{ from: FILE, access: 'read' }] },
    glob: { tool: 'Glob', glob: { pattern: ['pattern'], base: ['path'] } },
    grep: {
      tool: 'Grep',
      paths: [{ from: ['path'], access: 'read', tree: true, absent: 'here' }],
      filter: { pattern: ['include'] },
    },
    list: { tool: 'LS', paths: [{ from: ['path'], access: 'read', tree: true, absent: 'here' }] },
    lsp: { tool: 'LSP', paths: [{ from: FILE, access: 'read' }] },

    write: { tool: 'Write', paths: [{ from: FILE, access: 'write' }] },
    edit: { tool: 'Edit', paths: [{ from: FILE, access: 'write', how: 'modify' }] },
    multiedit: { tool: 'MultiEdit', paths: [{ from: FILE, access: 'write', how: 'modify' }] },
    patch: { tool: 'ApplyPatch', patch: ['patchText'] },
    apply_patch: { tool: 'ApplyPatch', patch: ['patchText'] },

    webfetch: { tool: 'WebFetch', urls: ['url'] },
    websearch: { tool: 'WebSearch' },
    codesearch: { tool: 'WebSearch' },

    todowrite: { tool: 'TodoWrite', internal: TASK_LIST },
    todoread: { tool: 'TodoRead', internal: TASK_LIST },
    question: { tool: 'AskUserQuestion', internal: 'puts a question to the person' },
    plan_enter: { tool: 'EnterPlanMode', internal: PLAN_MODE },
    plan_exit: { tool: 'ExitPlanMode', internal: PLAN_MODE },
    invalid: { tool: 'StructuredOutput', internal: 'tells the model that its call was malformed' },

    task: { tool: 'Task' },
    skill: { tool: 'Skill' },
    batch: { tool: 'Batch', opaque: 'it calls other tools' },
  },
}
