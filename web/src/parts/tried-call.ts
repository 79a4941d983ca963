/** A call as a person types it: a command line, `Tool {…}`, or JSON with `tool` and `input`. */

import type { TriedCall } from '../../../src/server/api.ts'

export const CALL_HINT = 'a command line, or a tool and its input: Read {"file_path": "src/a.ts"}'

/** Undefined for an empty text; a text that says why, if it cannot be read. */
export function callOf(typed: string, cwd: string): TriedCall | string | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  const [, tool = '', json = ''] = /^([\w.:-]*)\s*(\{[\s\S]*)$/.exec(text) ?? []
  if (json === '') return { tool: 'Bash', input: { command: text }, cwd }
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    // `{ a; }` is a command line too.
    return tool === '' && !/^\{\s*"/.test(json)
      ? { tool: 'Bash', input: { command: text }, cwd }
      : 'The input is not JSON yet.'
  }
  if (!isObject(value)) return 'The input must be a JSON object.'
  if (tool !== '') return { tool, input: value, cwd }
  const { tool: named, input } = value
  if (typeof named !== 'string' || !isObject(input)) return 'Say which tool: Read {"file_path": "src/a.ts"}'
  return { tool: named, input, cwd }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
