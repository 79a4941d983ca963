/**
 * Part of the vocabularies: all of them, in the order in which they are consulted if several have a name.
 *
 * A hook needs only its agent's vocabulary, so each one is listed with its agent's names and is accessed only when it
 * is needed.
 */

import { ACP } from './acp.ts'
import { AGENTSCOPE } from './agentscope.ts'
import { CLAUDE_CODE } from './claude-code.ts'
import { CODEX } from './codex.ts'
import { COPILOT } from './copilot.ts'
import type { Vocabulary } from './entry.ts'
import { GEMINI } from './gemini.ts'
import { GENERIC } from './generic.ts'
import { OPENCODE } from './opencode.ts'

/** The names of each agent, its own first, then others it goes by. */
export const AGENTS: readonly (readonly [names: readonly string[], vocabulary: () => Vocabulary])[] = [
  [['claude-code', 'claude', 'claude-agent-sdk', 'claude-agent-acp'], () => CLAUDE_CODE],
  [['copilot', 'copilot-cli', 'copilot-sdk', 'github-copilot'], () => COPILOT],
  [['gemini', 'gemini-cli'], () => GEMINI],
  [['codex', 'codex-cli', 'codex-acp', 'openai-codex'], () => CODEX],
  [['opencode', 'opencode-ai'], () => OPENCODE],
  [['agentscope'], () => AGENTSCOPE],
  [['acp'], () => ACP],
  [['generic'], () => GENERIC],
]

let all: readonly Vocabulary[] | undefined

export function allVocabularies(): readonly Vocabulary[] {
  return (all ??= AGENTS.map(([, vocabulary]) => vocabulary()))
}
