/** For tests: what each agent sends, and how it understands an answer. */

import type { HookAnswer } from './format.ts'

/** A payload as the agent would send it before a shell command. */
export function before(agent: string, command: string, id = 'c1'): Record<string, unknown> {
  const shell = { session_id: 's1', cwd: '/srv/project', tool_name: 'Bash', tool_input: { command }, tool_use_id: id }
  switch (agent) {
    case 'copilot':
      return { sessionId: 's1', timestamp: 1, cwd: '/srv/project', toolName: 'bash', toolArgs: { command } }
    case 'gemini':
      return { ...shell, hook_event_name: 'BeforeTool', tool_name: 'run_shell_command', tool_use_id: undefined }
    case 'opencode':
      return {
        event: 'tool.execute.before',
        tool: 'bash',
        sessionID: 's1',
        callID: id,
        args: { command },
        directory: '/srv/project',
      }
    default:
      return { ...shell, hook_event_name: 'PreToolUse' }
  }
}

export function after(agent: string, command: string, id = 'c1'): Record<string, unknown> {
  const payload = before(agent, command, id)
  switch (agent) {
    case 'copilot':
      return { ...payload, toolResult: { resultType: 'success' } }
    case 'gemini':
      return { ...payload, hook_event_name: 'AfterTool', tool_response: {} }
    case 'opencode':
      return { ...payload, event: 'tool.execute.after' }
    default:
      return { ...payload, hook_event_name: 'PostToolUse', tool_response: {} }
  }
}

type Says = Record<string, Record<string, string> | string | undefined>

/** How the agent understands an answer: what was observed with the real clients, and nothing kinder. */
export function understood(agent: string, { stdout, stderr, exitCode }: HookAnswer) {
  if (exitCode === 2) return { behavior: 'deny', reason: stderr, input: undefined }
  if (exitCode !== 0) return { behavior: 'allow', reason: '', input: undefined }
  const said = JSON.parse(stdout) as Says
  const nested = (said['hookSpecificOutput'] ?? {}) as Says
  switch (agent) {
    case 'copilot':
      return {
        behavior: said['permissionDecision'] ?? nested['permissionDecision'] ?? 'none',
        reason: said['permissionDecisionReason'] ?? nested['permissionDecisionReason'],
        input: said['modifiedArgs'],
      }
    case 'gemini':
      return { behavior: said['decision'] ?? 'none', reason: said['reason'], input: nested['tool_input'] }
    case 'opencode':
      return { behavior: said['behavior'], reason: said['reason'], input: said['input'] }
    default:
      return {
        behavior: nested['permissionDecision'] ?? 'none',
        reason: nested['permissionDecisionReason'],
        input: nested['updatedInput'],
      }
  }
}
