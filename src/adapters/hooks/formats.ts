/** The command hooks' table: how each agent calls its hook and what it understands. Observed with the versions in docs/guide/agents.md. */

import type { HookFormat } from './format.ts'
import { startsInterpreter } from './interactive.ts'
import { CLAUDE_SHAPE, COPILOT_SHAPE, GEMINI_SHAPE, OPENCODE_SHAPE, readPayload } from './shapes.ts'
import { flat, gemini, nested, plain } from './tongues.ts'

const SILENCE = '{}'
const PERSONAL = [
  'AskUserQuestion',
  'ExitPlanMode',
  'EnterPlanMode',
  'exit_plan_mode',
  'ask_user',
  'request_user_input',
]

const CLAUDE_CODE: HookFormat = {
  name: 'claude-code',
  aliases: ['claude'],
  canAsk: true,
  project: ['CLAUDE_PROJECT_DIR'],
  terminal: ['CLAUDE_CODE_ENTRYPOINT', 'cli'],
  leaves: PERSONAL,
  read: (payload) => readPayload(payload, CLAUDE_SHAPE, 'claude-code'),
  write: (ruling, { event }) => nested(ruling, event || 'PreToolUse'),
  silence: SILENCE,
}

const COPILOT: HookFormat = {
  name: 'copilot',
  aliases: ['copilot-cli', 'github-copilot'],
  canAsk: true,
  project: ['COPILOT_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'],
  leaves: PERSONAL,
  read: (payload) => readPayload(payload, isPascal(payload) ? CLAUDE_SHAPE : COPILOT_SHAPE, 'copilot'),
  // The event's name tells which of its two formats it speaks; a payload that could not be read is answered in both.
  write: (ruling, event) => {
    if (event.event === '') return JSON.stringify({ ...parsed(flat(ruling)), ...parsed(nested(ruling, 'PreToolUse')) })
    return /^[A-Z]/.test(event.event) ? nested(ruling, event.event) : flat(ruling)
  },
  silence: SILENCE,
}

/** Codex runs the tool on `ask`, and on anything it does not understand. */
const CODEX: HookFormat = {
  name: 'codex',
  aliases: ['codex-cli', 'openai-codex'],
  canAsk: false,
  project: [],
  leaves: PERSONAL,
  read: (payload) => readPayload(payload, CLAUDE_SHAPE, 'codex'),
  write: (ruling, { event }) => nested(ruling, event || 'PreToolUse'),
  silence: SILENCE,
  forbid: ({ tool, input }) =>
    tool === 'Bash' && typeof input['command'] === 'string' && startsInterpreter(input['command'])
      ? 'It starts an interpreter that waits for input, and Codex shows nobody what it later types into it (write_stdin). Give the interpreter its script as a file, an argument or a here-document.'
      : undefined,
}

/** Gemini waits for ever on `ask` if nobody sits in front of it. */
const GEMINI: HookFormat = {
  name: 'gemini',
  aliases: ['gemini-cli'],
  canAsk: false,
  project: ['GEMINI_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'],
  leaves: PERSONAL,
  read: (payload) => readPayload(payload, GEMINI_SHAPE, 'gemini'),
  write: (ruling, { event }) => gemini(ruling, event || 'BeforeTool'),
  silence: SILENCE,
}

/** Its plugin runs a call only if the answer says `allow`. */
const OPENCODE: HookFormat = {
  name: 'opencode',
  aliases: ['opencode-ai'],
  canAsk: false,
  project: [],
  leaves: [],
  read: (payload) => readPayload(payload, OPENCODE_SHAPE, 'opencode'),
  write: (ruling) => plain(ruling),
}

export const HOOK_FORMATS: readonly HookFormat[] = [CLAUDE_CODE, COPILOT, CODEX, GEMINI, OPENCODE]

/** The format of an agent, by its name or another name for it. */
export function hookFormat(agent: string): HookFormat | undefined {
  const name = agent.toLowerCase()
  return HOOK_FORMATS.find((format) => format.name === name || format.aliases.includes(name))
}

function isPascal(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && Object.hasOwn(payload, 'hook_event_name')
}

function parsed(text: string): object {
  return JSON.parse(text) as object
}
