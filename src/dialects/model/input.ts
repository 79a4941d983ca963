/** Part of the evaluators: reads the input of a call by our own tools' fields. */

import type { Call } from '../../engine/call.ts'
import { canonicalTool } from '../../vocabulary/canonical.ts'

export const READERS: ReadonlySet<string> = new Set(['Read', 'Grep', 'Glob', 'LS', 'NotebookRead', 'LSP'])
export const WRITERS: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit'])

export function commandOf({ input }: Call): string {
  return textOf(input['command'])
}

const NEED_PATH: ReadonlySet<string> = new Set(['Read', 'Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'NotebookRead'])

/** The path of a file tool, `.` if it may be left out; undefined for a value that no tool would accept. */
export function pathOf({ tool, input }: Call): string | undefined {
  const path = input['file_path'] ?? input['path'] ?? input['notebook_path']
  if (path === undefined) return NEED_PATH.has(tool) ? undefined : '.'
  return typeof path === 'string' && path !== '' && !/[\u0000-\u001f\\]|^\/\//u.test(path) ? path : undefined
}

/**
 * Only http and https, which is all that such tools fetch; undefined for an address that nobody would write like this.
 */
export function urlOf({ input }: Call): URL | undefined {
  const text = textOf(input['url'])
  if (/[\u0000-\u001f\\]/u.test(text)) return undefined
  try {
    const url = new URL(text)
    return /^https?:$/u.test(url.protocol) ? url : undefined
  } catch {
    return undefined
  }
}

/** Whether the tool would accept the input at all. */
export function isWhole(call: Call): boolean {
  if (READERS.has(call.tool) || WRITERS.has(call.tool)) return pathOf(call) !== undefined
  return call.tool !== 'WebFetch' || urlOf(call) !== undefined
}

export interface McpTool {
  readonly server: string
  readonly tool: string
}

/** A name with blanks is excluded, because clients replace them. */
export function mcpOf({ tool }: Call): McpTool | undefined {
  const [, server, name] = /^mcp__(\S+?)__(\S+)$/u.exec(tool) ?? []
  return server === undefined || name === undefined ? undefined : { server, tool: name }
}

export function isShell({ tool }: Call): boolean {
  return canonicalTool(tool)?.kind === 'shell'
}

/** The text in a field; empty if it holds none. */
export function textField({ input }: Call, name: string): string {
  return textOf(input[name])
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
