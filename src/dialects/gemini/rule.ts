/** Part of the Gemini CLI dialect: checks the `[[rule]]` entries of a policy file. */

import { own } from '../../engine/call.ts'
import { below } from '../../policy/problem.ts'
import { strangeIn } from '../text/sheet.ts'
import type { Fields, Sheet } from '../text/sheet.ts'

export interface GeminiRule {
  readonly path: string
  /** Native names, including `*` and `mcp_server_*`; empty if only `mcpName` is given. */
  readonly tools: readonly string[]
  readonly mcpName: string | undefined
  readonly decision: 'allow' | 'ask_user' | 'deny'
  readonly priority: number
  readonly prefixes: readonly string[]
  readonly commandRegex: string | undefined
  readonly argsPattern: string | undefined
  readonly modes: readonly string[]
  /** Conditions that our rules do not have: a sub-agent, annotations, whether somebody is present, and unknown ones. */
  readonly conditions: readonly string[]
  readonly denyMessage: string | undefined
  /** Whether its commands may be redirected; otherwise a redirection is asked about. */
  readonly allowsRedirection: boolean
}

const DECISIONS = ['allow', 'ask_user', 'deny'] as const
const MODES = ['default', 'autoEdit', 'yolo', 'plan'] as const

const KNOWN =
  'name toolName mcpName decision priority commandPrefix commandRegex argsPattern modes denyMessage deny_message allowRedirection allow_redirection'.split(
    ' ',
  )

/** From the highest priority down; equal ones in the order of the file. */
export function geminiRules(sheet: Sheet): GeminiRule[] {
  const file = sheet.fields(sheet.value, '')
  const rules = sheet.items(own(file, 'rule'), 'rule').flatMap(({ value, path }) => readRule(sheet, value, path) ?? [])
  return rules.toSorted((a, b) => b.priority - a.priority)
}

function readRule(sheet: Sheet, value: unknown, path: string): GeminiRule | undefined {
  const fields = sheet.fields(value, path)
  const at = (name: string) => below(path, name)
  const text = (name: string, alias = name) => sheet.text(own(fields, name) ?? own(fields, alias), at(name))
  const decision = sheet.choice(own(fields, 'decision'), at('decision'), DECISIONS)
  if (decision === undefined && own(fields, 'decision') === undefined) sheet.error(path, 'a rule needs a `decision`')
  const priority = own(fields, 'priority')
  if (typeof priority !== 'number' || !Number.isInteger(priority) || priority < 0 || priority > 999)
    sheet.error(at('priority'), 'a rule needs a `priority` from 0 to 999')
  const prefixes = oneOrMany(sheet, fields, 'commandPrefix', at('commandPrefix'))
  const commandRegex = text('commandRegex')
  const argsPattern = text('argsPattern')
  const tools = oneOrMany(sheet, fields, 'toolName', at('toolName'))
  const mcpName = text('mcpName')
  if (tools.length === 0 && mcpName === undefined) sheet.error(path, 'a rule needs a `toolName`')
  if (prefixes.length > 0 && (commandRegex ?? argsPattern) !== undefined)
    sheet.error(at('commandPrefix'), 'a rule has one of commandPrefix, commandRegex and argsPattern')
  if ((prefixes.length > 0 || commandRegex !== undefined) && tools.some((tool) => tool !== 'run_shell_command'))
    sheet.error(at('toolName'), 'commands are matched for `run_shell_command` only')
  const modes = sheet
    .texts(own(fields, 'modes'), at('modes'))
    .map((mode) => sheet.choice(mode.value, mode.path, MODES) ?? '')
  if (decision === undefined || typeof priority !== 'number') return undefined
  return {
    path,
    tools,
    mcpName,
    decision,
    priority,
    prefixes,
    commandRegex,
    argsPattern,
    modes,
    conditions: strangeIn(fields, KNOWN),
    denyMessage: text('denyMessage', 'deny_message'),
    allowsRedirection:
      sheet.flag(own(fields, 'allowRedirection') ?? own(fields, 'allow_redirection'), at('allowRedirection')) === true,
  }
}

function oneOrMany(sheet: Sheet, fields: Fields, name: string, path: string): string[] {
  const value = own(fields, name)
  if (typeof value === 'string') return [value]
  return sheet.texts(value, path).map((item) => item.value)
}
