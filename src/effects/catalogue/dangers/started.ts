/** Part of the danger catalogue: the file that a command starts. */

import { isShell } from '../wrappers.ts'
import type { DangerInput } from './input.ts'

const STARTERS: ReadonlySet<string> = new Set([
  'source',
  '.',
  'python',
  'python3',
  'node',
  'perl',
  'ruby',
  'php',
  'exec',
  'chmod',
  'java',
  'dpkg',
  'rpm',
])
/** Whether it may start a file that it is given, by its name alone. */
export function mayStart(program: string): boolean {
  return isShell(program) || STARTERS.has(program)
}

/** The file that a command runs: the command itself, or the file given to a shell or interpreter. */
export function startedFile({ argv, program }: DangerInput): string | undefined {
  const [first] = argv
  if (typeof first === 'string' && first.includes('/')) return first
  if (!mayStart(program)) return undefined
  return argv.slice(1).find((word) => typeof word === 'string' && !word.startsWith('-')) ?? undefined
}
