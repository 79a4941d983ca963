/** The clients that `init` wires and `doctor` looks at. A new one is an entry here with its hook format in `../formats.ts`. */

import { CLAUDE_CODE } from './claude.ts'
import type { HookClient } from './client.ts'
import { CODEX } from './codex.ts'
import { COPILOT } from './copilot.ts'
import { GEMINI } from './gemini.ts'
import { OPENCODE } from './opencode.ts'

export const HOOK_CLIENTS: readonly HookClient[] = [CLAUDE_CODE, COPILOT, CODEX, GEMINI, OPENCODE]
