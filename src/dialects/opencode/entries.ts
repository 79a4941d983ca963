/**
 * Part of the opencode dialect: `permission` as ordered entries. The order of keys matters: the last matching entry
 * wins.
 */

import { own } from '../../engine/call.ts'
import type { Behavior } from '../../engine/rule.ts'
import { below } from '../../policy/problem.ts'
import { isMapping } from '../../policy/shape.ts'
import type { Fields, Sheet } from '../text/sheet.ts'

export interface OpencodeEntry {
  /** The permission: `bash`, `edit`, a tool's name, with stars. */
  readonly key: string
  /** `*` if one action applies to the whole permission. */
  readonly pattern: string
  readonly behavior: Behavior
  readonly path: string
}

/** What it replaces, wherever it stands in the text; a brace may be escaped in our patterns. */
export const FILLED_IN = /\{(?:env|file):/u

const ACTIONS = ['allow', 'ask', 'deny'] as const

export interface OpencodeFile {
  readonly entries: readonly OpencodeEntry[]
  /** Entries that apply to single agents only. */
  readonly agents: readonly OpencodeEntry[]
}

export function opencodeEntries(sheet: Sheet): OpencodeFile {
  const file = sheet.fields(sheet.value, '')
  return { entries: saidBy(sheet, file, ''), agents: AGENTS.flatMap((field) => agentsIn(sheet, file, field)) }
}

/** Older releases call agents `mode`. */
const AGENTS = ['agent', 'mode']

function agentsIn(sheet: Sheet, file: Fields, field: string): OpencodeEntry[] {
  const agents = sheet.fields(own(file, field), field)
  return Object.keys(agents).flatMap((name) => {
    const path = below(field, name)
    return saidBy(sheet, sheet.fields(own(agents, name), path), path)
  })
}

/** The entries of `permission` come last, and so win. */
function saidBy(sheet: Sheet, fields: Fields, path: string): OpencodeEntry[] {
  return [
    ...switchedOff(sheet, own(fields, 'tools'), below(path, 'tools')),
    ...entriesOf(sheet, own(fields, 'permission'), below(path, 'permission')),
  ]
}

/** Tools that write are one permission. */
const WRITERS = new Set(['write', 'edit', 'patch', 'multiedit'])

function switchedOff(sheet: Sheet, value: unknown, path: string): OpencodeEntry[] {
  return Object.entries(sheet.fields(value, path)).flatMap(([name, on]) => {
    if (sheet.flag(on, below(path, name)) !== false) return []
    const key = WRITERS.has(name) ? 'edit' : name
    return [{ key, pattern: '*', behavior: 'deny' as const, path: below(path, name) }]
  })
}

function entriesOf(sheet: Sheet, value: unknown, path: string): OpencodeEntry[] {
  if (typeof value === 'string') {
    const behavior = sheet.choice(value, path, ACTIONS)
    return behavior === undefined ? [] : [{ key: '*', pattern: '*', behavior, path }]
  }
  return Object.entries(sheet.fields(value, path)).flatMap(([key, action]) => {
    const at = below(path, key)
    if (!isMapping(action)) {
      const behavior = sheet.choice(action, at, ACTIONS)
      return behavior === undefined ? [] : [{ key, pattern: '*', behavior, path: at }]
    }
    return Object.entries(action).flatMap(([pattern, inner]) => {
      const behavior = sheet.choice(inner, below(at, pattern), ACTIONS)
      return behavior === undefined ? [] : [{ key, pattern, behavior, path: below(at, pattern) }]
    })
  })
}
