/** Settings given as an object, as the text that its dialect reads; `check --batch` passes them in this way. */

import { stringify } from 'smol-toml'
import { isMapping } from '../policy/shape.ts'
import type { Dialect } from './dialect.ts'

/** A text is returned unchanged. Throws if an object has no such text. */
export function settingsText({ name }: Dialect, settings: unknown): string {
  if (typeof settings === 'string') return settings
  if (!isMapping(settings)) throw new Error('`settings` must be an object or a text')
  const isToml = name === 'agent-code' || (name === 'gemini' && ('rule' in settings || 'safety_checker' in settings))
  if (isToml) return stringify(settings)
  if (name === 'vibing') return `---\n${JSON.stringify(settings)}\n---\n`
  // Often only the lists are given.
  const isBare = !('permissions' in settings) && ['allow', 'ask', 'deny'].some((list) => list in settings)
  return JSON.stringify(isBare && HAS_LISTS.has(name) ? { permissions: settings } : settings)
}

const HAS_LISTS: ReadonlySet<string> = new Set(['claude-code', 'qwen', 'cursor', 'copilot'])
