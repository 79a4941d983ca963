/** Part of the opencode dialect: `permission` as ordered entries. The order of keys is its meaning: the last that matches wins. */

import { own } from '../../engine/call.ts'
import type { Behavior } from '../../engine/rule.ts'
import { below } from '../../policy/problem.ts'
import { isFields } from '../sheet.ts'
import type { Sheet } from '../sheet.ts'

export interface OpencodeEntry {
  /** The permission: `bash`, `edit`, a tool's name, with stars. */
  readonly key: string
  /** `*` where an action stands for the whole permission. */
  readonly pattern: string
  readonly behavior: Behavior
  readonly path: string
}

const ACTIONS = ['allow', 'ask', 'deny'] as const

export interface OpencodeFile {
  readonly entries: readonly OpencodeEntry[]
  /** What single agents are told besides. */
  readonly agents: readonly OpencodeEntry[]
}

export function opencodeEntries(sheet: Sheet): OpencodeFile {
  const file = sheet.fields(sheet.value, '')
  const agents = sheet.fields(own(file, 'agent'), 'agent')
  return {
    entries: entriesOf(sheet, own(file, 'permission'), 'permission'),
    agents: Object.keys(agents).flatMap((name) => {
      const path = below('agent', name)
      const agent = sheet.fields(own(agents, name), path)
      return entriesOf(sheet, own(agent, 'permission'), below(path, 'permission'))
    }),
  }
}

function entriesOf(sheet: Sheet, value: unknown, path: string): OpencodeEntry[] {
  if (typeof value === 'string') {
    const behavior = sheet.choice(value, path, ACTIONS)
    return behavior === undefined ? [] : [{ key: '*', pattern: '*', behavior, path }]
  }
  return Object.entries(sheet.fields(value, path)).flatMap(([key, action]) => {
    const at = below(path, key)
    if (!isFields(action)) {
      const behavior = sheet.choice(action, at, ACTIONS)
      return behavior === undefined ? [] : [{ key, pattern: '*', behavior, path: at }]
    }
    return Object.entries(action).flatMap(([pattern, inner]) => {
      const behavior = sheet.choice(inner, below(at, pattern), ACTIONS)
      return behavior === undefined ? [] : [{ key, pattern, behavior, path: below(at, pattern) }]
    })
  })
}
