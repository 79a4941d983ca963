/** Part of reading shell lines: what a reading depends on, and what comes of it. */

import type { Danger, Effect } from '../../engine/effect.ts'
import type { Surroundings } from '../context.ts'

export interface ShellContext {
  readonly around: Surroundings
  /** Null when nobody can tell where it runs. */
  readonly cwd: string | null
  readonly shell: 'bash' | 'sh' | 'powershell' | 'unknown'
  /** See `Translated`. */
  readonly ownShell?: boolean
  /** See `Translated`. */
  readonly fresh?: boolean
  /** See `Translated`. */
  readonly mayBeZsh?: boolean
  /** See `Translated`. */
  readonly typed?: boolean
  /** Nothing is taken for granted: see `wandering.ts`. */
  readonly wary?: boolean
  /** Canonical name of the shell tool, for the rules that are offered. */
  readonly tool: string
  /** Index that the first effect will have in the reading. */
  readonly first: number
}

export interface ShellReading {
  readonly effects: readonly Effect[]
  readonly dangers: readonly Danger[]
}
