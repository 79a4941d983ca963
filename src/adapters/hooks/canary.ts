/** Part of the command hooks: a harmless call as each agent would send it, and whether an answer decides about it. */

/** A payload as the agent sends it before a shell command. */
export function shellPayload(agent: string, command: string, cwd: string): Readonly<Record<string, unknown>> {
  const session = 'countersign-doctor'
  const claude = { session_id: session, cwd, tool_name: 'Bash', tool_input: { command }, tool_use_id: 'canary' }
  switch (agent) {
    case 'copilot':
      return { sessionId: session, timestamp: 0, cwd, toolName: 'bash', toolArgs: { command } }
    case 'gemini':
      return { ...claude, hook_event_name: 'BeforeTool', tool_name: 'run_shell_command' }
    case 'opencode':
      return {
        event: 'tool.execute.before',
        tool: 'bash',
        sessionID: session,
        callID: 'canary',
        args: { command },
        directory: cwd,
      }
    default:
      return { ...claude, hook_event_name: 'PreToolUse' }
  }
}

const DECISIONS = new Set(['allow', 'deny', 'ask'])

/** What the hook decided; undefined if the agent would find no decision in it. */
export function decisionIn(agent: string, stdout: string): string | undefined {
  try {
    const said = JSON.parse(stdout) as Readonly<Record<string, unknown>>
    const nested = said['hookSpecificOutput'] as Readonly<Record<string, unknown>> | undefined
    const decision = { copilot: said['permissionDecision'], gemini: said['decision'], opencode: said['behavior'] }[
      agent
    ]
    const decided = decision ?? nested?.['permissionDecision']
    return typeof decided === 'string' && DECISIONS.has(decided) ? decided : undefined
  } catch {
    return undefined
  }
}
