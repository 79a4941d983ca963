/** Part of asking in a terminal: finds the terminal. */

import { openSync } from 'node:fs'
import { ReadStream, WriteStream } from 'node:tty'

export interface TerminalInput extends NodeJS.ReadableStream {
  setRawMode?(on: boolean): unknown
  ref?(): unknown
  unref?(): unknown
}

export interface TerminalOutput extends NodeJS.WritableStream {
  readonly columns?: number | undefined
  readonly rows?: number | undefined
  readonly isTTY?: boolean | undefined
}

export interface Terminal {
  readonly input: TerminalInput
  readonly output: TerminalOutput
}

/** Standard input may be an agent's pipe; then the terminal device itself is opened. Undefined if there is none. */
export function findTerminal(): Terminal | undefined {
  if (process.stdin.isTTY && process.stderr.isTTY) return { input: process.stdin, output: process.stderr }
  try {
    return { input: new ReadStream(openSync('/dev/tty', 'r')), output: new WriteStream(openSync('/dev/tty', 'w')) }
  } catch {
    return undefined
  }
}

/** https://no-color.org, and terminals without colours. */
export function showsColour(output: TerminalOutput, env: Readonly<Record<string, string | undefined>>): boolean {
  return output.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
}
