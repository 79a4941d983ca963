/**
 * The Claude Agent SDK: `query({ prompt, options: { cwd, ...countersign(gate) } })`. Here a script plays the SDK, so that it
 * runs without a model: it does what the SDK was observed to do, in the mode that asks nobody (`bypassPermissions`).
 */

import { askBy, openGate } from 'countersign'
import { countersign } from 'countersign/claude-agent-sdk'

const gate = await openGate({
  cwd: import.meta.dirname,
  home: import.meta.dirname, // your own policy has no say in an example
  store: 'memory',
  policy: { allow: ['Bash(npm test)'], deny: ['Bash(rm:*)'] },
  asker: askBy(() => ({ behavior: 'deny', words: 'publish from CI', by: 'ann' })),
})
const { hooks, canUseTool } = countersign(gate)

const { signal } = new AbortController()
const CALLS = [
  ['git status', 'runs'],
  ['npm test', 'runs'],
  ['npm test && rm -rf build', 'denied'],
  ['npm publish', 'denied'],
]
for (const [index, [command, expected]] of CALLS.entries()) {
  const { outcome, told } = await callTool(`toolu_${index}`, { command })
  console.log(`${command}\n  ${outcome}: ${told}`)
  if (outcome !== expected) process.exitCode = 1
}
await gate.close()

/** The hook sees every call; on `ask` the SDK comes to `canUseTool`, whatever its mode. */
async function callTool(id, input) {
  const call = { session_id: 'demo', cwd: import.meta.dirname, tool_name: 'Bash', tool_use_id: id, tool_input: input }
  const [{ hooks: callbacks }] = hooks.PreToolUse
  const { hookSpecificOutput: said } = await callbacks[0]({ ...call, hook_event_name: 'PreToolUse' }, id, { signal })
  if (said.permissionDecision === 'deny') return { outcome: 'denied', told: said.permissionDecisionReason }
  const answer = await canUseTool('Bash', input, { signal, toolUseID: id })
  if (answer.behavior === 'deny') return { outcome: 'denied', told: answer.message }
  await hooks.PostToolUse[0].hooks[0]({ ...call, hook_event_name: 'PostToolUse', tool_response: {} }, id, { signal })
  return { outcome: 'runs', told: said.permissionDecisionReason }
}
