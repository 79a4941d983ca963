/** Part of the Qwen Code dialect: translates its tool names to ours. Rules accept any name that a tool has or had. */

import { GEMINI } from '../../vocabulary/gemini.ts'

/** The names without the `Tool` that they may end with. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Bash: 'Shell',
    Edit: 'edit',
    Write: 'WriteFile',
    NotebookEdit: 'notebook_edit',
    Read: 'ReadFile ReadManyFiles read_many_files',
    Grep: 'RipGrep SearchFiles grep',
    Glob: 'FindFiles',
    LS: 'ListFiles ReadFolder ls',
    WebSearch: 'web_search',
    Memory: 'SaveMemory',
    Task: 'agent Agent task',
    TodoWrite: 'todo_write',
    Skill: 'skill',
    ExitPlanMode: 'exit_plan_mode',
    LSP: 'lsp Lsp',
    TaskCreate: 'task_create',
    TaskGet: 'task_get',
    TaskList: 'task_list',
    TaskUpdate: 'task_update',
    TaskStop: 'task_stop',
    TaskOutput: 'task_output',
  }).flatMap(([ours, theirs]) => theirs.split(' ').map((name) => [name, ours] as const)),
)

export function qwenTool(name: string): string {
  const native = Object.hasOwn(GEMINI.tools, name) ? GEMINI.tools[name]?.tool : undefined
  const bare = name.replace(/(?!^)Tool$/u, '')
  return native ?? NAMES.get(bare) ?? bare
}
