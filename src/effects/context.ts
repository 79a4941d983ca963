/** Part of reading calls: what a reading depends on besides the call. */

import type { FileAccess } from '../engine/effect.ts'
import type { LastNames } from '../engine/trie/last-names.ts'
import type { Mode } from '../engine/mode.ts'
import type { CustomTool, Consulted } from './custom-tool.ts'
import type { FileSystem } from './paths/file-system.ts'
import type { PathChecks } from './paths/protected.ts'
import type { ShellMemory } from './shell/memory.ts'

/** A folder as it is called, and where it really is. */
export interface Folder {
  readonly path: string
  readonly real: string
}

/** Everything a reading depends on, except where the call runs. */
export interface Surroundings {
  /** The project's root. */
  readonly root: string
  readonly home: string
  readonly fs: FileSystem
  readonly mode: Mode
  /** The root, and those that the policy adds. */
  readonly workingDirectories: readonly Folder[]
  readonly protectedPaths: PathChecks
  /** Whether a deny or ask rule may be about that file when the tool reads it, whoever asks. Undefined without a disk. */
  readonly restricts?: ((access: FileAccess, tool: string) => boolean) | undefined
  /** A file can only be one of those, or lie below one, if its name or that of a folder on the way is among these. */
  readonly restrictedNames?: (() => readonly LastNames[]) | undefined
  readonly tools: ReadonlyMap<string, CustomTool>
  /** Names of MCP servers, for agents whose tool names do not say where the server's ends. */
  readonly mcpServers?: readonly string[]
  /** MCP servers whose word counts when they call a tool read-only. */
  readonly trustedServers?: readonly string[]
  /** Earlier readings of shell lines in exactly these surroundings. */
  readonly memory?: ShellMemory | undefined
  /**
   * The call was read before and a person would have to be asked: only now the disk is asked which names contain no
   * blanks.
   */
  readonly isAskedAgain?: boolean
  /** What the custom tool said about this very call, if its answer was waited for. */
  readonly consulted?: Consulted
}

export interface ReadContext extends Surroundings {
  /** Where the call runs, unless it says so itself. */
  readonly cwd: string
}
