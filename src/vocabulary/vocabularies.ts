/** Part of the vocabularies: all of them, in the order in which they are asked where several know a name. */

import { ACP } from './acp.ts'
import { AGENTSCOPE } from './agentscope.ts'
import { CLAUDE_CODE } from './claude-code.ts'
import { CODEX } from './codex.ts'
import { COPILOT } from './copilot.ts'
import type { Vocabulary } from './entry.ts'
import { GEMINI } from './gemini.ts'
import { GENERIC } from './generic.ts'
import { OPENCODE } from './opencode.ts'

export const VOCABULARIES: readonly Vocabulary[] = [
  CLAUDE_CODE,
  COPILOT,
  GEMINI,
  CODEX,
  OPENCODE,
  AGENTSCOPE,
  ACP,
  GENERIC,
]
