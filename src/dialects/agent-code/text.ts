/**
 * Part of the agent-code dialect: writes `[permissions]` into a TOML file; everything else in the file stays as it is.
 */

import type { Behavior } from '../../engine/rule.ts'
import { quoted } from '../../policy/problem.ts'
import type { Native, Note } from '../export/target.ts'
import { Sheet } from '../text/sheet.ts'
import { readToml } from '../text/toml.ts'
import { permissionsOf } from './config.ts'

export interface AgentCodeEntry {
  readonly tool: string
  readonly pattern?: string
}

interface Filters {
  readonly allowed: readonly string[]
  readonly disallowed: readonly string[]
}

const NOWHERE = { root: '/', home: '/', file: 'settings.toml', layer: 'project' } as const

export function withPermissions(
  before: string,
  entries: readonly Native<AgentCodeEntry>[],
  mode: string,
  filters: Filters,
  note: Note,
): string {
  const rules = entries.map(({ behavior, entry }) => rule(entry, behavior))
  for (const kept of keptRules(readToml(before, NOWHERE), rules, note)) rules.push(kept)
  const lines = [
    '[permissions]',
    `default_mode = ${JSON.stringify(mode)}`,
    ...(filters.allowed.length > 0 ? [`allowed_tools = ${JSON.stringify(filters.allowed)}`] : []),
    ...(filters.disallowed.length > 0 ? [`disallowed_tools = ${JSON.stringify(filters.disallowed)}`] : []),
    ...rules.map((text) => `\n[[permissions.rules]]\n${text}`),
  ]
  const rest = withoutPermissions(before).trimEnd()
  return `${rest === '' ? '' : `${rest}\n\n`}${lines.join('\n')}\n`
}

function rule({ tool, pattern }: AgentCodeEntry, action: Behavior): string {
  const lines = [
    `tool = ${JSON.stringify(tool)}`,
    ...(pattern === undefined ? [] : [`pattern = ${JSON.stringify(pattern)}`]),
    `action = ${JSON.stringify(action)}`,
  ]
  return lines.join('\n')
}

function keptRules(sheet: Sheet, rules: readonly string[], note: Note): string[] {
  const kept = permissionsOf(sheet).rules.flatMap(({ tool, pattern, action }) => {
    if (action !== 'deny' && action !== 'ask') return []
    const text = rule({ tool, ...(pattern === undefined ? {} : { pattern }) }, action)
    return rules.includes(text) ? [] : [text]
  })
  for (const text of kept)
    note(undefined, 'kept', `${quoted(text.replaceAll('\n', ', '))} stays, which your policy does not have`)
  return kept
}

/** The lines outside the permissions tables; comments directly above such a table stay. */
function withoutPermissions(text: string): string {
  let isInside = false
  return text
    .split('\n')
    .filter((line) => {
      const header = /^\s*\[{1,2}\s*([^\]]*?)\s*\]{1,2}/u.exec(line)?.[1]
      if (header !== undefined) isInside = header === 'permissions' || header.startsWith('permissions.')
      return !isInside || /^\s*#/u.test(line)
    })
    .join('\n')
}
