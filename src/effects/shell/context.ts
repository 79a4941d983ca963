/** Part of reading shell lines: what a reading depends on, and what it results in. */

import type { Danger, Effect, FileAccess, Names, Unknown } from '../../engine/effect.ts'
import type { Translated } from '../../vocabulary/translate.ts'
import type { Surroundings } from '../context.ts'
import { folderAt } from '../file.ts'
import type { FileUse } from '../file.ts'
import { Links } from '../linked.ts'
import type { Looking } from '../linked.ts'
import { Present } from '../present/present.ts'

/** What is known about the shell that will run the line. */
type KnownShell = Pick<Translated, 'ownShell' | 'fresh' | 'comesBack' | 'mayBeZsh' | 'typed'>

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
  /** Made where the line first holds a pattern. */
  links?: Links | undefined
  /** Made where the line first reads what only the disk can list; undefined if there is none to ask. */
  present?: Present | undefined
}

/** The files that lie there now; undefined if there is no disk. */
export function presentIn(context: ShellContext): Present | undefined {
  const { around, tool } = context
  if (around.fs.entriesIn === undefined) return undefined
  return (context.present ??= new Present(around, tool))
}

/**
 * Whether the call itself runs outside the project: an agent that leads a call to another folder by a field of it may
 * find there what it would find behind a `cd`.
 */
export function startsElsewhere({ around, cwd }: ShellContext): boolean {
  const { root } = around
  if (cwd === null || cwd === root) return false
  return folderAt(cwd, null, around)?.inside !== true
}

/** What the line does through links that a pattern stands for, or that a program follows; nothing if there is no disk. */
export function linkedEffects(
  use: FileUse,
  context: ShellContext,
  looking?: Looking,
): readonly (FileAccess | Unknown)[] {
  const { around } = context
  if (around.fs.entriesIn === undefined) return NONE
  return (context.links ??= new Links(around)).behind(use, looking)
}

const NONE: readonly never[] = []

export interface ShellReading {
  readonly effects: readonly Effect[]
  readonly dangers: readonly Danger[]
  readonly names: Names | undefined
}
