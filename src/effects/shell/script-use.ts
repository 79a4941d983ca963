/** Part of reading shell lines: where a script stands that is read with the reader of the line. */

import type { CommandReader } from './command.ts'
import type { FunctionCall } from './inside/functions.ts'
import type { Environment, Folders } from './variables/state.ts'

export interface ScriptUse {
  readonly reader: CommandReader
  readonly of: number
  readonly folders: Folders
  readonly depth: number
  /** See `Environment`. */
  readonly moved: boolean
  /** What each of its positional parameters begins with. */
  readonly begins: string | undefined
  /** The patterns of which each of them fits one, as a name that find has found. */
  readonly below?: readonly string[] | undefined
  /** That of the shell that runs it, where this is the line's own (`eval`): where the script goes, the line has gone. */
  readonly within?: Environment | undefined
  /** It is the body of a function that is called like this. */
  readonly call?: FunctionCall
}

export type ReadScript = (text: string, shell: string, use: ScriptUse) => void
