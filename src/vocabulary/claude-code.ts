/** Part of the vocabularies: Claude Code and the Claude Agent SDK (2.1, 0.3). */

import type { ToolEntry, Vocabulary } from './entry.ts'

const TASK_LIST = 'keeps the session’s own task list'
const STOPS = 'stops what the session itself has started'
const RESULT = 'hands over the answer of an agent the session has started'
const PLAN_MODE = 'switches the planning mode, which the agent itself confirms'

const writes = (tool: string, field: string): ToolEntry => ({
  tool,
  paths: [{ from: [field], access: 'write', ...(tool === 'Write' ? {} : { how: 'modify' }) }],
})

export const CLAUDE_CODE: Vocabulary = {
  agent: 'claude-code',
  mcp: 'mcp__server__tool',
  tools: {
    // The field by which the client describes a `sed` whose result it has shown: what is written is in there, not in
    // the command.
    Bash: { tool: 'Bash', command: ['command'], fresh: true, hazards: ['_simulatedSedEdit'] },
    PowerShell: { tool: 'PowerShell', command: ['command'] },
    // It watches a command that it runs itself, so it is as much a shell as Bash.
    Monitor: { tool: 'Bash', command: ['command'] },
    BashOutput: { tool: 'BashOutput' },
    KillShell: { tool: 'KillShell', internal: STOPS },
    KillBash: { tool: 'KillShell', internal: STOPS },

    Read: { tool: 'Read', paths: [{ from: ['file_path'], access: 'read' }] },
    NotebookRead: { tool: 'NotebookRead', paths: [{ from: ['notebook_path'], access: 'read' }] },
    Glob: { tool: 'Glob', glob: { pattern: ['pattern'], base: ['path'] } },
    Grep: {
      tool: 'Grep',
      paths: [{ from: ['path'], access: 'read', tree: true, absent: 'here' }],
      filter: { pattern: ['glob'], type: ['type'] },
    },
    LS: { tool: 'LS', paths: [{ from: ['path'], access: 'read', tree: true, absent: 'here' }] },
    LSP: { tool: 'LSP', paths: [{ from: ['filePath', 'file_path'], access: 'read' }] },

    Write: writes('Write', 'file_path'),
    Edit: writes('Edit', 'file_path'),
    MultiEdit: writes('MultiEdit', 'file_path'),
    NotebookEdit: writes('NotebookEdit', 'notebook_path'),

    WebFetch: { tool: 'WebFetch', urls: ['url'] },
    WebSearch: { tool: 'WebSearch' },

    TodoWrite: { tool: 'TodoWrite', internal: TASK_LIST },
    TodoRead: { tool: 'TodoRead', internal: TASK_LIST },
    TaskCreate: { tool: 'TaskCreate', internal: TASK_LIST },
    TaskGet: { tool: 'TaskGet', internal: TASK_LIST },
    TaskList: { tool: 'TaskList', internal: TASK_LIST },
    TaskUpdate: { tool: 'TaskUpdate', internal: TASK_LIST },
    AskUserQuestion: { tool: 'AskUserQuestion', internal: 'puts a question to the person' },
    EnterPlanMode: { tool: 'EnterPlanMode', internal: PLAN_MODE },
    ExitPlanMode: { tool: 'ExitPlanMode', internal: PLAN_MODE },
    exit_plan_mode: { tool: 'ExitPlanMode', internal: PLAN_MODE },
    ToolSearch: { tool: 'ToolSearch', internal: 'looks up tool descriptions' },
    ReportFindings: { tool: 'ReportFindings', internal: 'hands its findings to the person' },
    StructuredOutput: { tool: 'StructuredOutput', internal: 'returns the final answer' },
    ListAgents: { tool: 'ListAgents', internal: 'lists the session’s own agents' },

    Task: { tool: 'Task' },
    Agent: { tool: 'Task' },
    TaskOutput: { tool: 'TaskOutput', internal: RESULT },
    AgentOutput: { tool: 'TaskOutput', internal: RESULT },
    TaskStop: { tool: 'TaskStop', internal: STOPS },
    SendMessage: { tool: 'SendMessage' },
    Skill: { tool: 'Skill' },
    SlashCommand: { tool: 'SlashCommand' },
    Workflow: { tool: 'Workflow' },
    EnterWorktree: { tool: 'EnterWorktree' },
    ExitWorktree: { tool: 'ExitWorktree' },
    CronCreate: { tool: 'CronCreate' },
    CronDelete: { tool: 'CronDelete' },
    CronList: { tool: 'CronList', internal: 'lists what the session has scheduled' },
    ScheduleWakeup: { tool: 'ScheduleWakeup' },
    ListMcpResourcesTool: { tool: 'ListMcpResources' },
    ReadMcpResourceTool: { tool: 'ReadMcpResource' },
  },
}
