/**
 * The OpenAI Agents SDK: `new Agent({ tools: guard.tools([bash]), mcpServers: [guard.mcpServer(github)] })`. Here a script runs
 * the guardrails as the SDK does, so that it runs without the package and without a model.
 */

import { openGate } from 'countersign'
import { countersign } from 'countersign/openai-agents'

const gate = await openGate({
  cwd: import.meta.dirname,
  home: import.meta.dirname, // your own policy has no say in an example
  store: 'memory',
  policy: { allow: ['Bash(npm test)', 'mcp__github__get_issue'], deny: ['Bash(rm:*)'] },
})
const guard = countersign(gate, { session: 'chat-7' })
const [bash] = guard.tools([{ type: 'function', name: 'bash' }])
const github = guard.mcpServer({ name: 'github', listTools: async () => [{ name: 'get_issue' }] })

const CALLS = [
  [bash.inputGuardrails, 'bash', { command: 'npm test' }, 'allow'],
  [bash.inputGuardrails, 'bash', { command: 'rm -rf build' }, 'rejectContent'],
  [bash.inputGuardrails, 'bash', { command: 'npm publish' }, 'rejectContent'],
  [github.toolInputGuardrails, 'get_issue', { number: 7 }, 'allow'],
  [github.toolInputGuardrails, 'delete_repository', {}, 'rejectContent'],
]
for (const [guardrails, name, input, expected] of CALLS) {
  const toolCall = { name, callId: 'call-1', arguments: JSON.stringify(input) }
  const { behavior } = await guardrails[0].run({ agent: { name: 'Helper' }, toolCall })
  console.log(`${name} ${toolCall.arguments}\n  ${behavior.type} ${behavior.message ?? ''}`)
  if (behavior.type !== expected) process.exitCode = 1
}
await gate.close()

// What runs at the provider cannot be guarded here, so it is refused until it is named.
try {
  guard.tools([{ type: 'hosted_tool', name: 'web_search' }])
  process.exitCode = 1
} catch (error) {
  console.log(error.message)
}
