/** Part of reading shell lines: where a script stands that is read with the reader of the line. */

import type { Span } from '../../engine/effect.ts'
import type { CommandReader } from './command.ts'
import type { FunctionCall } from './inside/functions.ts'
import type { Environment, Folders } from './variables/state.ts'

export interface ScriptUse {
  readonly reader: CommandReader
  readonly of: number
  readonly folders: Folders
  readonly depth: number
  /** Where the command stands that runs it, in the text around it. */
  readonly span: Span | undefined
  /** See `Environment`. */
  readonly moved: boolean
  /** The beginning of each of its positional parameters. */
  readonly begins: string | undefined
  /** The patterns of which each parameter fits one, as a name that find has found. */
  readonly below?: readonly string[] | undefined
  /**
   * The environment of the shell that runs it, if that is the line's own shell (`eval`): where the script goes, the
   * line goes.
   */
  readonly within?: Environment | undefined
  /** Set if it is the body of a function that is called like this. */
  readonly call?: FunctionCall
}

export type ReadScript = (text: string, shell: string, use: ScriptUse) => void
