/**
 * LangChain: `createAgent({ model, tools, middleware: [countersign(gate, { createMiddleware, ToolMessage })] })`. Here a script
 * plays the agent, so that it runs without the package and without a model.
 */

import { openGate } from 'countersign'
import { countersign } from 'countersign/langchain'

/** Both come from `langchain`; these do as much of it as is needed here. */
const createMiddleware = (config) => config
class ToolMessage {
  constructor({ content, tool_call_id, status }) {
    Object.assign(this, { content, tool_call_id, status })
  }

  get text() {
    return this.content
  }
}

const gate = await openGate({
  cwd: import.meta.dirname,
  home: import.meta.dirname, // your own policy has no say in an example
  store: 'memory',
  policy: { allow: ['Bash(npm test)'], deny: ['Bash(rm:*)'], tools: { disallowed: ['drop_table'] } },
})
const { wrapToolCall, wrapModelCall } = countersign(gate, { createMiddleware, ToolMessage })

for (const [command, expected] of [
  ['npm test', 'success'],
  ['rm -rf build', 'error'],
  ['npm publish', 'error'],
]) {
  const request = { toolCall: { name: 'bash', args: { command }, id: 'call-1' } }
  const message = await wrapToolCall(request, ({ toolCall }) => {
    return new ToolMessage({ content: `ran ${toolCall.args.command}`, tool_call_id: toolCall.id, status: 'success' })
  })
  console.log(`${command}\n  the model reads: ${message.text}`)
  if (message.status !== expected) process.exitCode = 1
}

const tools = [{ name: 'bash' }, { name: 'drop_table' }]
const offered = wrapModelCall({ tools }, (request) => request.tools.map(({ name }) => name))
console.log(`offered to the model: ${offered.join(', ')}`)
if (offered.join() !== 'bash') process.exitCode = 1
await gate.close()
