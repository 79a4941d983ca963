/**
 * The Copilot SDK: `client.createSession({ model, ...countersign(gate) })`, with a `tool_permissions` block of a workflow as
 * the policy. Three workflows: one that may only look, one that may hardly do anything, one that is only watched. A script
 * plays the SDK's runtime.
 */

import { openGate } from 'countersign'
import { countersign, toolPermissions } from 'countersign/copilot-sdk'

const cwd = import.meta.dirname
const WORKFLOWS = {
  'read-only evaluation': {
    policy: toolPermissions({
      default: 'allow',
      rules: [
        { kind: 'shell', decision: 'deny' },
        { kind: 'write', decision: 'deny' },
      ],
    }),
    allowed: ['view', 'web_fetch', 'github-get_issue'],
  },
  'sandboxed, untrusted': {
    policy: toolPermissions({ default: 'deny', rules: [{ kind: 'read', decision: 'allow' }] }),
    allowed: ['view'],
  },
  'audit only': {
    policy: { ...toolPermissions({ default: 'deny' }), enforce: false },
    allowed: ['view', 'bash', 'create', 'web_fetch', 'github-get_issue'],
  },
}
const CALLS = {
  view: [{ path: 'run.mjs' }, { kind: 'read', path: 'run.mjs' }],
  bash: [{ command: 'npm test' }, { kind: 'shell', fullCommandText: 'npm test' }],
  create: [
    { path: 'a.txt', file_text: 'x' },
    { kind: 'write', fileName: 'a.txt', diff: '+x' },
  ],
  web_fetch: [{ url: 'https://example.com/' }, { kind: 'url', url: 'https://example.com/' }],
  'github-get_issue': [{}, { kind: 'mcp', serverName: 'github', toolName: 'github-get_issue', args: {} }],
}

for (const [name, { policy, allowed }] of Object.entries(WORKFLOWS)) {
  console.log(name)
  const recorded = []
  const onEvent = ({ type, authorization }) => type === 'decided' && recorded.push(authorization.verdict.behavior)
  const gate = await openGate({ cwd, home: cwd, store: 'memory', policy, onEvent })
  const guard = countersign(gate)
  for (const [toolName, [toolArgs, request]] of Object.entries(CALLS)) {
    const told = await callTool(guard, toolName, toolArgs, request)
    console.log(`  ${toolName}: ${told ?? 'runs'}`)
    if ((told === undefined) !== allowed.includes(toolName)) process.exitCode = 1
  }
  console.log(`  on record: ${recorded.join(' ')}\n`)
  await gate.close()
}

/** Undefined when it runs, else what the model reads. Where the hook says nothing, the runtime asks for permission. */
async function callTool({ hooks, onPermissionRequest }, toolName, toolArgs, request) {
  const invocation = { sessionId: 'demo' }
  const input = { sessionId: 'demo', workingDirectory: cwd, toolName, toolArgs }
  const said = await hooks.onPreToolUse(input, invocation)
  if (said?.permissionDecision === 'deny') return said.permissionDecisionReason
  const answer = said ?? (await onPermissionRequest({ ...request, toolCallId: toolName }, invocation))
  return answer.kind === 'reject' ? answer.feedback : undefined
}
