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
/** By the name alone: what it is given may be a file that it starts. */
export function mayStart(program: string): boolean {
  return isShell(program) || STARTERS.has(program)
}

/** The file a command runs: itself, or the one a shell or interpreter is given. */
export function startedFile({ argv, program }: DangerInput): string | undefined {
  const [first] = argv
  if (typeof first === 'string' && first.includes('/')) return first
  if (!mayStart(program)) return undefined
  return argv.slice(1).find((word) => typeof word === 'string' && !word.startsWith('-')) ?? undefined
}
