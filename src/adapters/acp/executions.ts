/**
 * Part of the ACP gateway: what an agent has its editor do: reading and writing files, opening terminals. These are not
 * questions but actions, and each is decided.
 *
 * INVARIANT: a method of these families that is not known here is not passed on.
 */

import { isObject, isTexts } from '../../engine/call.ts'
import type { Params } from '../json-rpc/message.ts'
import type { Read } from './tool-call.ts'

export interface Execution {
  /** All of them must be allowed: if a command line can be read in two ways, both. */
  readonly readings: readonly Read[]
  /** As a permission request would show it. */
  readonly toolCall: Params
  /** What it does in that folder, for comparison with what was allowed before; absent if that cannot be said. */
  readonly deed?: (folder: string) => readonly string[]
}

/**
 * Calls of MCP tools that the editor itself offers are not read yet. An underscore marks methods that are not part of
 * the protocol.
 */
const FAMILY = /^_?(?:fs|terminal|mcp)\//i
/** These only look at, or end, a terminal that was allowed. */
const AFTERWARDS = new Set(['terminal/output', 'terminal/wait_for_exit', 'terminal/kill', 'terminal/release'])
const PLAIN_WORD = /^[\w@%+=:,./-]+$/
const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', '/bin/sh', '/bin/bash', '/bin/zsh', '/usr/bin/bash'])

export function isExecution(method: string): boolean {
  return FAMILY.test(method) && !AFTERWARDS.has(method)
}

/** A text says why it cannot be decided. */
export function readExecution(method: string, params: Params = {}): Execution | string {
  if (method === 'fs/read_text_file') return readFile(params)
  if (method === 'fs/write_text_file') return writeFile(params)
  if (method === 'terminal/create') return openTerminal(params)
  return `the gateway does not know ${method}`
}

function readFile({ path }: Params): Execution | string {
  if (typeof path !== 'string') return 'it names no path'
  const input = { file_path: path }
  return {
    readings: [{ tool: 'Read', input }],
    toolCall: { title: `Read ${path}`, kind: 'read', rawInput: { path }, locations: [{ path }] },
  }
}

function writeFile({ path, content }: Params): Execution | string {
  if (typeof path !== 'string' || typeof content !== 'string') return 'it names no path and content'
  return {
    readings: [{ tool: 'Write', input: { file_path: path, content } }],
    toolCall: {
      title: `Write ${path}`,
      kind: 'edit',
      rawInput: { path, content },
      locations: [{ path }],
      content: [{ type: 'diff', path, newText: content }],
    },
    deed: () => ['write', path, content],
  }
}

function openTerminal({ command, args = [], env = [], cwd: given }: Params): Execution | string {
  if (typeof command !== 'string' || !isTexts(args)) return 'its command is not text'
  if (!Array.isArray(env) || !env.every(isVariable)) return 'its environment is not a list of variables'
  const cwd = given ?? undefined
  if (cwd !== undefined && typeof cwd !== 'string') return 'its working directory is not text'
  const around = { ...(cwd === undefined ? {} : { cwd }), ...(env.length === 0 ? {} : { env }) }
  const line = [command, ...args].join(' ')
  const words = [command, ...args]
  // Some editors start the program directly, others pass the words to a shell.
  const isPlain = words.every((word) => PLAIN_WORD.test(word))
  const said = shellLineOf(command, args) ?? (isPlain || args.length === 0 ? line : undefined)
  const readings: Read[] = [{ tool: 'execute', input: { command: line, ...around } }]
  if (args.length > 0 && !isPlain) readings.push({ tool: 'execute', input: { command: words, ...around } })
  return {
    readings,
    toolCall: { title: line, kind: 'execute', rawInput: { command: line, ...around } },
    ...(said === undefined || env.length > 0 ? {} : { deed: (folder) => commandDeed(said, cwd ?? folder) }),
  }
}

export function commandDeed(line: string, cwd: string): readonly string[] {
  return ['run', line, cwd]
}

/** The line for the shell, if the command is a shell with a line. */
function shellLineOf(command: string, args: readonly string[]): string | undefined {
  const [flag, line, ...more] = args
  const isShell = SHELLS.has(command) && (flag === '-c' || flag === '-lc') && more.length === 0
  return isShell ? line : undefined
}

function isVariable(value: unknown): boolean {
  return isObject(value) && typeof value['name'] === 'string' && typeof value['value'] === 'string'
}
