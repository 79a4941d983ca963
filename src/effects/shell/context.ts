/** Part of reading shell lines: what a reading depends on, and what it results in. */

import type { Danger, Effect, Names } from '../../engine/effect.ts'
import type { Translated } from '../../vocabulary/translate.ts'
import type { Surroundings } from '../context.ts'

/** What is known about the shell that will run the line. */
type KnownShell = Pick<Translated, 'ownShell' | 'fresh' | 'mayBeZsh' | 'typed'>

export interface ShellContext extends KnownShell {
  readonly around: Surroundings
  /** Null if nobody can tell where the line runs. */
  readonly cwd: string | null
  readonly shell: 'bash' | 'sh' | 'powershell' | 'unknown'
  /**
   * Set for the second reading, which assumes nothing that holds only if the line does nothing but look: see the
   * README.
   */
  readonly wary?: boolean
  /** Canonical name of the shell tool, for the rules that are offered. */
  readonly tool: string
  /** The index that the first effect will have in the reading. */
  readonly first: number
}

export interface ShellReading {
  readonly effects: readonly Effect[]
  readonly dangers: readonly Danger[]
  readonly names: Names | undefined
}
