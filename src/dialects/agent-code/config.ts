/** Part of the agent-code dialect (seed 003): reads and checks `[permissions]` of its configuration. */

import { own } from '../../engine/call.ts'
import { below } from '../../policy/problem.ts'
import { inOurCase } from '../import/any-case.ts'
import { strangeIn } from '../text/sheet.ts'
import type { Fields, Item, Sheet } from '../text/sheet.ts'

export const ACTIONS = ['allow', 'deny', 'ask', 'accept_edits', 'auto', 'plan'] as const
export type Action = (typeof ACTIONS)[number]

export interface AgentCodeRule {
  readonly tool: string
  readonly pattern: string | undefined
  readonly action: Action
  readonly path: string
  /** Fields that are not known here. */
  readonly strange: readonly string[]
}

export const FIELDS = ['default_mode', 'rules', 'allowed_tools', 'disallowed_tools']

export interface Permissions {
  readonly mode: Action
  readonly rules: readonly AgentCodeRule[]
  readonly allowed: readonly Item[]
  readonly disallowed: readonly Item[]
  readonly fields: Fields
}

const KNOWN = ['tool', 'pattern', 'action']

export function permissionsOf(sheet: Sheet): Permissions {
  const at = 'permissions'
  const permissions = sheet.fields(own(sheet.fields(sheet.value, ''), at), at)
  return {
    mode: sheet.choice(own(permissions, 'default_mode'), `${at}.default_mode`, ACTIONS) ?? 'ask',
    rules: sheet.items(own(permissions, 'rules'), `${at}.rules`).flatMap(({ value, path }) => {
      const rule = sheet.fields(value, path)
      const tool = sheet.text(own(rule, 'tool'), below(path, 'tool'))
      const action = sheet.choice(own(rule, 'action'), below(path, 'action'), ACTIONS)
      if (own(rule, 'tool') === undefined) sheet.error(path, 'a rule needs a `tool`')
      if (own(rule, 'action') === undefined) sheet.error(path, 'a rule needs an `action`')
      const pattern = sheet.text(own(rule, 'pattern'), below(path, 'pattern'))
      const strange = strangeIn(rule, KNOWN)
      return tool === undefined || action === undefined ? [] : [{ tool, pattern, action, path, strange }]
    }),
    allowed: sheet.texts(own(permissions, 'allowed_tools'), `${at}.allowed_tools`),
    disallowed: sheet.texts(own(permissions, 'disallowed_tools'), `${at}.disallowed_tools`),
    fields: permissions,
  }
}

/** Its tool names, with ours. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['bash', 'Bash'],
  ['powershell', 'PowerShell'],
  ['fileread', 'Read'],
  ['filewrite', 'Write'],
  ['fileedit', 'Edit'],
  ['multiedit', 'MultiEdit'],
  ['notebookedit', 'NotebookEdit'],
  ['applypatch', 'ApplyPatch'],
  ['webfetch', 'WebFetch'],
  ['websearch', 'WebSearch'],
  ['grep', 'Grep'],
  ['glob', 'Glob'],
  ['agent', 'Task'],
])

/** Our name of a tool; its rules name tools in any case. */
export function ourTool(name: string): string {
  return NAMES.get(name.toLowerCase()) ?? inOurCase(name)
}

export function theirTool(name: string): string {
  const found = [...NAMES].find(([, ours]) => ours === name)?.[0]
  return found === undefined ? name : (SPELLED[found] ?? name)
}

const SPELLED: Readonly<Record<string, string>> = {
  fileread: 'FileRead',
  filewrite: 'FileWrite',
  fileedit: 'FileEdit',
  agent: 'Agent',
}
