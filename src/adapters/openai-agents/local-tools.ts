/**
 * Part of the OpenAI Agents adapter: the local shell and the patch editor, which have no guardrails.
 *
 * INVARIANT: of several commands in one call none runs unless all may.
 */

import { callIn, errorText } from '../in-process.ts'
import type { InProcessOptions } from '../in-process.ts'
import { asGiven, toModel } from '../interceptor.ts'
import type { Interceptor, Ruling } from '../interceptor.ts'
import type { PatchOperation, PatchTool, ShellTool } from './protocol.ts'

const COULD_NOT_RUN = 126

export function guardShell(tool: ShellTool, interceptor: Interceptor, options: InProcessOptions): void {
  const { shell } = tool
  if (shell === undefined) return
  const run = shell.run.bind(shell)
  tool.shell = {
    run: async (action) => {
      const rulings: Ruling[] = []
      for (const command of action.commands) {
        const ruling = await ask(interceptor, options, 'Bash', { command })
        if (ruling.behavior !== 'allow') return { output: action.commands.map(() => notRun(ruling)) }
        rulings.push(ruling)
      }
      return reported(interceptor, rulings, () => run(action))
    },
  }
}

const TOOLS = { createFile: 'Write', updateFile: 'Edit', deleteFile: 'Delete' } as const

export function guardEditor(tool: PatchTool, interceptor: Interceptor, options: InProcessOptions): void {
  const { editor } = tool
  const guarded = (method: keyof typeof TOOLS) => async (operation: PatchOperation, context?: unknown) => {
    const { type: _type, path, ...others } = operation
    const ruling = await ask(interceptor, options, TOOLS[method], { file_path: path, ...others })
    if (ruling.behavior !== 'allow') return { status: 'failed', output: toModel(ruling) }
    return reported(interceptor, [ruling], async () => editor[method](operation, context))
  }
  tool.editor = {
    createFile: guarded('createFile'),
    updateFile: guarded('updateFile'),
    deleteFile: guarded('deleteFile'),
  }
}

/** Nobody can make these tools run anything but what the model gave. */
async function ask(interceptor: Interceptor, options: InProcessOptions, tool: string, input: unknown): Promise<Ruling> {
  return asGiven(await interceptor.authorize(callIn(options, tool, input, undefined)))
}

async function reported<T>(interceptor: Interceptor, rulings: readonly Ruling[], work: () => Promise<T>): Promise<T> {
  try {
    const result = await work()
    for (const { id } of rulings) await interceptor.outcome(id, { ok: true })
    return result
  } catch (error) {
    for (const { id } of rulings) await interceptor.outcome(id, { ok: false, error: errorText(error) })
    throw error
  }
}

function notRun(ruling: Ruling) {
  return { stdout: '', stderr: toModel(ruling), outcome: { type: 'exit', exitCode: COULD_NOT_RUN } }
}
