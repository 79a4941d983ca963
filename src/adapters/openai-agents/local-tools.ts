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

/** @param shell the tool's own @returns what stands in its place now */
export function guardShell(
  tool: ShellTool,
  shell: NonNullable<ShellTool['shell']>,
  interceptor: Interceptor,
  options: InProcessOptions,
): object {
  const run = shell.run.bind(shell)
  return (tool.shell = {
    run: async (action) => {
      const commands = [...action.commands]
      const rulings = await rule(commands, interceptor, options)
      const refused = rulings.find(({ behavior }) => behavior !== 'allow')
      if (refused !== undefined) return { output: commands.map(() => notRun(refused)) }
      return reported(interceptor, rulings, () => run({ ...action, commands }))
    },
  })
}

/**
 * It is not known whether the commands run in one shell, where each starts in the state that the one before left. So
 * they must be allowed together and one by one.
 */
async function rule(
  commands: readonly string[],
  interceptor: Interceptor,
  options: InProcessOptions,
): Promise<readonly Ruling[]> {
  const authorize = (command: string) => ask(interceptor, options, 'Bash', { command })
  const [only, ...more] = commands
  if (only !== undefined && more.length === 0) return [await authorize(only)]
  const whole = await authorize(commands.join('\n'))
  const rulings = [whole]
  for (const command of commands) {
    if (rulings.at(-1)?.behavior !== 'allow') break
    // A person who said yes to the whole has seen this command, too, unless it does something else when it runs alone.
    const judged = await interceptor.judge(callIn(options, 'Bash', { command }, undefined), {
      approval: whole.approval,
    })
    if (judged.behavior !== 'ask') rulings.push(judged)
    else if (whole.by === undefined || judged.approval !== whole.approval) rulings.push(await authorize(command))
  }
  return rulings
}

const TOOLS = { createFile: 'Write', updateFile: 'Edit', deleteFile: 'Delete' } as const

/** @returns what stands in the editor's place now */
export function guardEditor(tool: PatchTool, interceptor: Interceptor, options: InProcessOptions): object {
  const { editor } = tool
  const guarded = (method: keyof typeof TOOLS) => async (given: PatchOperation, context?: unknown) => {
    // A copy, so that nobody can change it while a person thinks.
    const operation = structuredClone(given)
    const { type: _type, path, ...others } = operation
    const rulings = [await ask(interceptor, options, TOOLS[method], { ...others, file_path: path })]
    for (const file of destinationsOf(operation))
      if (rulings.at(-1)?.behavior === 'allow')
        rulings.push(await ask(interceptor, options, 'move_file', { ...others, source: path, destination: file }))
    const refused = rulings.find(({ behavior }) => behavior !== 'allow')
    if (refused !== undefined) return { status: 'failed', output: toModel(refused) }
    return reported(interceptor, rulings, async () => editor[method](operation, context))
  }
  return (tool.editor = {
    createFile: guarded('createFile'),
    updateFile: guarded('updateFile'),
    deleteFile: guarded('deleteFile'),
  })
}

/** Where the file would be moved. */
function destinationsOf({ moveTo, move_to: wireMoveTo }: PatchOperation): unknown[] {
  return [moveTo, wireMoveTo].filter((path) => path !== undefined && path !== null)
}

/** These tools can only run what the model gave. */
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
