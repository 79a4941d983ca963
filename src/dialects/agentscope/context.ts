/** Part of the AgentScope dialect (seed 002): reads and checks a `PermissionContext` given as JSON. */

import { own } from '../../engine/call.ts'
import type { Behavior } from '../../engine/rule.ts'
import { below } from '../../policy/problem.ts'
import { strangeIn } from '../text/sheet.ts'
import type { Sheet } from '../text/sheet.ts'

export const AGENTSCOPE_MODES = ['default', 'accept_edits', 'explore', 'bypass', 'dont_ask'] as const
export type AgentscopeMode = (typeof AGENTSCOPE_MODES)[number]

export interface AgentscopeRule {
  readonly tool: string
  /** Undefined and an empty text match every call of the tool. */
  readonly content: string | undefined
  readonly behavior: Behavior
  readonly path: string
  /** Fields that are not known here. */
  readonly strange: readonly string[]
}

export interface PermissionContext {
  readonly mode: AgentscopeMode
  readonly rules: readonly AgentscopeRule[]
  readonly directories: readonly { readonly value: string; readonly path: string }[]
}

const LISTS: readonly (readonly [string, Behavior])[] = [
  ['deny_rules', 'deny'],
  ['ask_rules', 'ask'],
  ['allow_rules', 'allow'],
]

const KNOWN = ['tool_name', 'rule_content', 'behavior', 'source']

export function permissionContext(sheet: Sheet): PermissionContext {
  const file = sheet.fields(sheet.value, '')
  const isState = own(file, 'permission_context') !== undefined
  const root = isState ? 'permission_context' : ''
  const context = isState ? sheet.fields(own(file, 'permission_context'), root) : file
  const folders = sheet.fields(own(context, 'working_directories'), below(root, 'working_directories'))
  return {
    mode: sheet.choice(own(context, 'mode'), below(root, 'mode'), AGENTSCOPE_MODES) ?? 'default',
    rules: LISTS.flatMap(([list, behavior]) => rulesOf(sheet, own(context, list), below(root, list), behavior)),
    directories: Object.keys(folders).map((value) => ({
      value,
      path: below(below(root, 'working_directories'), value),
    })),
  }
}

function rulesOf(sheet: Sheet, value: unknown, path: string, behavior: Behavior): AgentscopeRule[] {
  return Object.entries(sheet.fields(value, path)).flatMap(([tool, list]) =>
    sheet.items(list, below(path, tool)).flatMap((item) => {
      const rule = sheet.fields(item.value, item.path)
      const named = sheet.text(own(rule, 'tool_name'), below(item.path, 'tool_name'))
      if (named !== undefined && named !== tool) sheet.error(item.path, `a rule for ${named} stands under ${tool}`)
      const said = sheet.choice(own(rule, 'behavior'), below(item.path, 'behavior'), ['allow', 'ask', 'deny'])
      if (said !== undefined && said !== behavior)
        sheet.error(item.path, `a rule to ${said} stands among those to ${behavior}`)
      const content = sheet.text(own(rule, 'rule_content'), below(item.path, 'rule_content'))
      const strange = strangeIn(rule, KNOWN)
      return [{ tool, content: content === '' ? undefined : content, behavior, path: item.path, strange }]
    }),
  )
}
