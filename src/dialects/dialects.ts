/** Every dialect, by name. */

import { AGENT_CODE_DIALECT } from './agent-code/index.ts'
import { AGENTSCOPE_DIALECT } from './agentscope/index.ts'
import { CLAUDE_CODE_DIALECT } from './claude-code/index.ts'
import { CODEX_DIALECT } from './codex/index.ts'
import { CONDUCTOR_DIALECT } from './conductor/index.ts'
import { COPILOT_DIALECT } from './copilot/index.ts'
import { CURSOR_DIALECT } from './cursor/index.ts'
import type { Dialect } from './dialect.ts'
import { GEMINI_DIALECT } from './gemini/index.ts'
import { OPENCODE_DIALECT } from './opencode/index.ts'
import { QWEN_DIALECT } from './qwen/index.ts'
import { RULESYNC_DIALECT } from './rulesync/index.ts'
import { VIBING_DIALECT } from './vibing/index.ts'
import { VSCODE_DIALECT } from './vscode/index.ts'

export const DIALECTS: readonly Dialect[] = [
  CLAUDE_CODE_DIALECT,
  COPILOT_DIALECT,
  GEMINI_DIALECT,
  CODEX_DIALECT,
  OPENCODE_DIALECT,
  VSCODE_DIALECT,
  QWEN_DIALECT,
  CURSOR_DIALECT,
  RULESYNC_DIALECT,
  CONDUCTOR_DIALECT,
  AGENTSCOPE_DIALECT,
  AGENT_CODE_DIALECT,
  VIBING_DIALECT,
]

export function dialectNamed(name: string): Dialect | undefined {
  return DIALECTS.find((dialect) => dialect.name === name)
}
