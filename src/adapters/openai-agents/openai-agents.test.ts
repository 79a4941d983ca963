import { describe, expect, it } from 'vitest'
import type { Call } from '../../engine/call.ts'
import { World } from '../../gate/testing.ts'
import { adapterContract, allow, ask, deny, scriptedGate } from '../interceptor-contract.ts'
import type { Attempt } from '../interceptor-contract.ts'
import { countersign } from './index.ts'
import type { FunctionTool, GuardrailData, GuardrailOutput, McpServer } from './index.ts'

interface Guardrail {
  readonly name: string
  run(data: GuardrailData): Promise<GuardrailOutput>
}

const data = (command: string, callId: string): GuardrailData => ({
  agent: { name: 'Helper' },
  toolCall: { name: 'bash', callId, arguments: JSON.stringify({ command }) },
})

let count = 0

/** As observed (0.20): guardrails in turn, then the tool, which gets the arguments as the model gave them. */
async function runTool(tool: FunctionTool, command: string): Promise<Attempt> {
  const given = data(command, `call_${++count}`)
  for (const { run } of (tool.inputGuardrails ?? []) as Guardrail[]) {
    const { behavior } = await run(given)
    if (behavior.type === 'rejectContent') return { ran: undefined, told: behavior.message }
  }
  for (const { run } of (tool.outputGuardrails ?? []) as Guardrail[]) await run({ ...given, output: 'ok' })
  return { ran: command, told: '' }
}

const bash = (): FunctionTool => ({ type: 'function', name: 'bash' })

adapterContract('openai-agents, a function', { asks: 'gate', edits: false, reports: true }, (gate, limits) => {
  const [tool] = countersign(gate, limits).tools([bash()])
  return { attempt: (command) => runTool(tool as FunctionTool, command) }
})

adapterContract('openai-agents, a shell', { asks: 'gate', edits: false, reports: true }, (gate, limits) => {
  const ran: string[] = []
  const run = async ({ commands }: { commands: readonly string[] }) => void ran.push(...commands)
  const [tool] = countersign(gate, limits).tools([{ type: 'shell', name: 'shell', shell: { run } }])
  return {
    attempt: async (command) => {
      const result = (await tool?.shell.run({ commands: [command] })) as unknown
      const { output } = (result ?? { output: [] }) as { output: { stderr: string }[] }
      return { ran: ran.find((one) => one === command), told: output.map(({ stderr }) => stderr).join() }
    },
  }
})

describe('guarded functions', () => {
  it('say which of the agents calls', async () => {
    const gate = scriptedGate(allow)
    const [tool] = countersign(gate, { session: 'chat7' }).tools([bash()])
    await runTool(tool as FunctionTool, 'ls')
    expect(gate.calls).toMatchObject([{ tool: 'bash', agent: 'openai-agents', subagent: 'Helper', session: 'chat7' }])
  })

  it('are guarded where they are, after the guardrails they had', () => {
    const tool = { ...bash(), inputGuardrails: [{ name: 'mine' }] }
    const [guarded] = countersign(scriptedGate(allow)).tools([tool])
    expect(guarded).toBe(tool)
    expect(tool.inputGuardrails.map(({ name }) => name)).toEqual(['mine', 'countersign'])
  })

  it('with arguments that are no JSON do not run', async () => {
    const { calls, ...gate } = scriptedGate((call) =>
      typeof call.input === 'object' ? allow(call) : deny(call, 'It is no input.'),
    )
    const [tool] = countersign({ ...gate }).tools([bash()])
    const guardrail = tool?.inputGuardrails?.[0] as Guardrail
    const call = (text: unknown) =>
      guardrail.run({ toolCall: { name: 'bash', callId: 'c', arguments: text as string } })
    expect((await call('{not json')).behavior.type).toBe('rejectContent')
    expect((await call('')).behavior.type).toBe('allow')
    expect((await guardrail.run(undefined as never)).behavior.type).toBe('rejectContent')
    expect(calls).toHaveLength(2)
  })
})

describe('guarded local tools', () => {
  it('of several commands none runs unless all may', async () => {
    const ran: string[] = []
    const run = async ({ commands }: { commands: readonly string[] }) => void ran.push(...commands)
    const gate = scriptedGate((call) => (call.input['command'] === 'rm x' ? deny(call, 'No.') : allow(call)))
    const [tool] = countersign(gate).tools([{ type: 'shell', name: 'shell', shell: { run } }])
    await tool?.shell.run({ commands: ['ls', 'rm x', 'pwd'] })
    expect(ran).toEqual([])
  })

  it('several commands are also decided on as one script, for a shell may stay where they went', async () => {
    const ran: string[] = []
    const run = async ({ commands }: { commands: readonly string[] }) => void ran.push(...commands)
    const gate = scriptedGate((call) =>
      String(call.input['command']).includes('\n') ? deny(call, 'No.') : allow(call),
    )
    const [tool] = countersign(gate).tools([{ type: 'shell', name: 'shell', shell: { run } }])
    await tool?.shell.run({ commands: ['cd /etc', 'rm hosts'] })
    expect(ran).toEqual([])
    expect(gate.calls[0]?.input).toEqual({ command: 'cd /etc\nrm hosts' })
  })

  it('a person who said yes to the whole is not asked about its parts', async () => {
    const ran: string[] = []
    const run = async ({ commands }: { commands: readonly string[] }) => void ran.push(...commands)
    const asked: unknown[] = []
    const gate = scriptedGate(ask, (call) => (asked.push(call), { ...allow(call), by: 'Ann' }))
    const [tool] = countersign(gate).tools([{ type: 'shell', name: 'shell', shell: { run } }])
    await tool?.shell.run({ commands: ['npm publish', 'npm logout'] })
    expect(ran).toEqual(['npm publish', 'npm logout'])
    expect(asked).toHaveLength(1)
  })

  it('a file that must not be read is not moved by an editor', async () => {
    const world = new World()
    const gate = await world.open({ policy: { allow: ['write'], deny: ['read(key.txt)'] } })
    const ran: unknown[] = []
    const touch = async (done: unknown) => void ran.push(done)
    const editor = { createFile: touch, updateFile: touch, deleteFile: touch }
    const [tool] = countersign(gate).tools([{ type: 'apply_patch', name: 'apply_patch', editor }])
    await tool?.editor.updateFile({ type: 'update_file', path: 'key.txt', diff: '+x', moveTo: 'a.txt' })
    expect(ran).toEqual([])
    await tool?.editor.updateFile({ type: 'update_file', path: 'b.txt', diff: '+x', moveTo: 'a.txt' })
    expect(ran).toHaveLength(1)
    await world.end()
  })

  it('commands that are changed while a person thinks do not run', async () => {
    const ran: string[] = []
    const commands = ['ls']
    const run = async (action: { commands: readonly string[] }) => void ran.push(...action.commands)
    const gate = scriptedGate((call) => (commands.splice(0, 1, 'rm x'), allow(call)))
    const [tool] = countersign(gate).tools([{ type: 'shell', name: 'shell', shell: { run } }])
    await tool?.shell.run({ commands })
    expect(ran).toEqual(['ls'])
  })

  it.each([
    ['moved to', { type: 'update_file', path: 'a.txt', diff: '+x', moveTo: '.env' }],
    ['moved to, in the wire’s spelling', { type: 'update_file', path: 'a.txt', diff: '+x', move_to: '.env' }],
    ['meant, whatever else it says', { type: 'update_file', path: '.env', file_path: 'a.txt', diff: '+x' }],
  ])('an editor does not write where a file is %s unless that is allowed', async (_, operation) => {
    const ran: unknown[] = []
    const touch = async (done: unknown) => void ran.push(done)
    const gate = scriptedGate(({ input, ...call }) =>
      [input['file_path'], input['destination']].includes('.env')
        ? deny({ ...call, input }, 'No.')
        : allow({ ...call, input }),
    )
    const editor = { createFile: touch, updateFile: touch, deleteFile: touch }
    const [tool] = countersign(gate).tools([{ type: 'apply_patch', name: 'apply_patch', editor }])
    expect(await tool?.editor.updateFile(operation)).toEqual({ status: 'failed', output: 'No.' })
    expect(ran).toEqual([])
  })

  it('an editor writes what was decided on, whatever becomes of the operation meanwhile', async () => {
    const operation = { type: 'update_file', path: 'a.txt', diff: '+x' }
    const gate = scriptedGate((call) => {
      operation.path = '/etc/passwd'
      return allow(call)
    })
    const written: unknown[] = []
    const touch = async (given: unknown) => void written.push(given)
    const editor = { createFile: touch, updateFile: touch, deleteFile: touch }
    const [tool] = countersign(gate).tools([{ type: 'apply_patch', name: 'apply_patch', editor }])
    await tool?.editor.updateFile(operation)
    expect(gate.calls).toMatchObject([{ input: { file_path: 'a.txt' } }])
    expect(written).toEqual([{ type: 'update_file', path: 'a.txt', diff: '+x' }])
  })

  it('an editor writes only what is allowed, and says why not', async () => {
    const ran: unknown[] = []
    const touch = async (operation: unknown) => void ran.push(operation)
    const gate = scriptedGate((call) => (call.tool === 'Delete' ? deny(call, 'Keep it.') : allow(call)))
    const editor = { createFile: touch, updateFile: touch, deleteFile: touch }
    const [tool] = countersign(gate).tools([{ type: 'apply_patch', name: 'apply_patch', editor }])
    await tool?.editor.updateFile({ type: 'update_file', path: 'a.txt', diff: '+x' })
    const refused = await tool?.editor.deleteFile({ type: 'delete_file', path: 'a.txt' })
    expect(ran).toEqual([{ type: 'update_file', path: 'a.txt', diff: '+x' }])
    expect(refused).toEqual({ status: 'failed', output: 'Keep it.' })
    expect(gate.calls).toMatchObject([
      { tool: 'Edit', input: { file_path: 'a.txt', diff: '+x' } },
      { tool: 'Delete', input: { file_path: 'a.txt' } },
    ])
  })

  it('a tool that runs at the provider is refused unless it is named', () => {
    const guard = countersign(scriptedGate(allow))
    const hosted = [{ type: 'hosted_tool', name: 'web_search' }]
    expect(() => guard.tools(hosted)).toThrow('web_search (hosted_tool) runs where no gate is')
    expect(() => guard.tools([{ type: 'shell', name: 'shell' }])).toThrow('runs where no gate is')
    expect(() => guard.tools([{ type: 'shell', name: 'shell', shell: undefined }])).toThrow('runs where no gate is')
    expect(guard.tools(hosted, { elsewhere: ['web_search'] })).toEqual(hosted)
  })
})

describe('a guarded MCP server', () => {
  const server = (): McpServer => ({ name: 'my srv', listTools: async () => [{ name: 'peek' }, { name: 'danger' }] })

  it('has its calls decided by the names that rules know', async () => {
    const gate = scriptedGate((call: Call) => deny(call, 'No.'))
    const guarded = countersign(gate).mcpServer(server())
    const [guardrail] = guarded.toolInputGuardrails as Guardrail[]
    const rejected = await guardrail?.run({ toolCall: { name: 'danger', callId: 'c', arguments: '{}' } })
    expect(rejected).toEqual({ behavior: { type: 'rejectContent', message: 'No.' } })
    expect(gate.calls[0]?.tool).toBe('mcp__my_srv__danger')
  })

  const called = async (guarded: McpServer, name: string) => {
    const [guardrail] = guarded.toolInputGuardrails as Guardrail[]
    return (await guardrail?.run({ toolCall: { name, callId: 'c', arguments: '{}' } }))?.behavior.type
  }
  const listing = (...names: string[]): McpServer => ({
    ...server(),
    listTools: async () => names.map((name) => ({ name })),
  })
  const LONG = 'read_the_whole_of_it_and_then_some_more-of-all-the-rest-that-is-there'

  it.each([
    ['as it is', 'a.b', 'a.b'],
    ['as the model may write it', 'a.b', 'a_b'],
    ['with its server before it', 'a.b', 'mcp_my_srv__a_b'],
    ['with a hyphen in its name', 'get-it', 'get_it'],
    ['with that and its server', 'get-it', 'mcp_my_srv__get_it'],
    ['with an end that is cut off', '_get-it_', 'mcp_my_srv__get_it'],
    ['by a name that another took', 'get-it', 'mcp_my_srv__get_it_1f2e3d4c'],
    ['by a name that is too long', LONG, 'mcp_my_srv__read_the_whole_of_it_and_then_some_more_of_1f2e3d4c'],
  ])('has a tool decided by its own name, when it is called %s', async (_, tool, name) => {
    const gate = scriptedGate((call: Call) => deny(call, 'No.'))
    const guarded = countersign(gate).mcpServer(listing(tool, 'c'))
    await guarded.listTools()
    await called(guarded, name)
    expect(gate.calls[0]?.tool).toBe(`mcp__my_srv__${tool}`)
  })

  it('has a tool decided by its own name, when nobody has listed it since it was guarded', async () => {
    const gate = scriptedGate((call: Call) => deny(call, 'No.'))
    await called(countersign(gate).mcpServer(listing('get-it')), 'get_it')
    expect(gate.calls[0]?.tool).toBe('mcp__my_srv__get-it')
    const broken = { ...server(), listTools: () => Promise.reject(new Error('gone')) }
    expect(await called(countersign(scriptedGate(allow)).mcpServer(broken), 'get_it')).toBe('rejectContent')
  })

  it('has no tool run whose name does not say which it is', async () => {
    const gate = scriptedGate(allow)
    for (const [name, ...tools] of [
      ['a_b', 'a.b', 'a b'],
      ['a_b', 'a_b', 'a-b'],
      ['mcp_my_srv__a_b', 'a.b', 'a b'],
      ['mcp_my_srv__x', 'x', 'mcp_my_srv__x'],
      ['mcp_my_srv__a_1f2e3d4c', 'a', 'a_1f2e3d4c'],
      ['mcp_my_srv__verylong_1f2e3d4c', 'a.b', 'a b'],
    ] as [string, ...string[]][]) {
      const guarded = countersign(gate).mcpServer(listing(...tools))
      await guarded.listTools()
      expect([name, await called(guarded, name)]).toEqual([name, 'rejectContent'])
    }
    expect(gate.calls).toEqual([])
  })

  it('has no tool run by a name that was another’s in an earlier list', async () => {
    let name = 'a.b'
    const gate = scriptedGate(allow)
    const guarded = countersign(gate).mcpServer({ ...server(), listTools: async () => [{ name }] })
    await guarded.listTools()
    name = 'a_b'
    await guarded.listTools()
    expect(await called(guarded, 'a_b')).toBe('rejectContent')
  })

  it('lists only what may be seen, each time anew', async () => {
    let hidden = 'mcp__my_srv__danger'
    const visible = <T extends { name: string }>(tools: readonly T[]) => tools.filter(({ name }) => name !== hidden)
    const guarded = countersign({ ...scriptedGate(allow), visible }).mcpServer(server())
    expect(await guarded.listTools()).toEqual([{ name: 'peek' }])
    hidden = 'mcp__my_srv__peek'
    expect(await guarded.listTools()).toEqual([{ name: 'danger' }])
  })
})

it('hidden tools are not handed on, and guarded all the same', () => {
  const tool = bash()
  expect(countersign({ ...scriptedGate(allow), visible: () => [] }).tools([tool])).toEqual([])
  expect(tool.inputGuardrails).toHaveLength(1)
})

describe('a tool that two agents share, guarded for each', () => {
  it('is decided on once', async () => {
    const gate = scriptedGate(allow)
    const guard = countersign(gate)
    const tool = bash()
    guard.tools([tool])
    await runTool(guard.tools([tool])[0] as FunctionTool, 'ls')
    const shell = { type: 'shell', name: 'shell', shell: { run: async (given: unknown) => given } }
    guard.tools([shell])
    await guard.tools([shell])[0]?.shell.run({ commands: ['ls'] } as never)
    const touch = async (given: unknown) => given
    const patch = {
      type: 'apply_patch',
      name: 'p',
      editor: { createFile: touch, updateFile: touch, deleteFile: touch },
    }
    guard.tools([patch])
    await guard.tools([patch])[0]?.editor.deleteFile({ type: 'delete_file', path: 'a.txt' } as never)
    const server: McpServer = { name: 'srv', listTools: async () => [{ name: 'look' }] }
    guard.mcpServer(server)
    expect(guard.mcpServer(server).toolInputGuardrails).toHaveLength(1)
    expect(gate.calls).toHaveLength(3)
    expect(gate.outcomes).toHaveLength(3)
  })

  it('is guarded again when the guardrails were taken from it, and by another guard as well', () => {
    const guard = countersign(scriptedGate(allow))
    const tool = bash()
    guard.tools([tool])
    tool.inputGuardrails = []
    guard.tools([tool])
    expect(tool.inputGuardrails).toHaveLength(1)
    countersign(scriptedGate(allow)).tools([tool])
    expect(tool.inputGuardrails).toHaveLength(2)
  })
})
