/** Part of reading calls: what a reading depends on besides the call. */

import type { Mode } from '../engine/mode.ts'
import type { CustomTool, Consulted } from './custom-tool.ts'
import type { FileSystem } from './paths/file-system.ts'
import type { PathChecks } from './paths/protected.ts'
import type { ShellMemory } from './shell/memory.ts'

/** A folder as it is called and where it truly is. */
export interface Folder {
  readonly path: string
  readonly real: string
}

/** Everything but where a call runs. */
export interface Surroundings {
  /** The project's root. */
  readonly root: string
  readonly home: string
  readonly fs: FileSystem
  readonly mode: Mode
  /** The root and the policy's own. */
  readonly workingDirectories: readonly Folder[]
  readonly protectedPaths: PathChecks
  readonly tools: ReadonlyMap<string, CustomTool>
  /** Names of MCP servers, for agents whose tool names do not say where the server's ends. */
  readonly mcpServers?: readonly string[]
  /** MCP servers that are believed when they call a tool read-only. */
  readonly trustedServers?: readonly string[]
  /** Readings of shell lines in these very surroundings. */
  readonly memory?: ShellMemory | undefined
  /** The call was read before, and left something to ask a person about: now the disk is asked which names stay whole. */
  readonly isAskedAgain?: boolean
  /** What the custom tool said of this very call, when it was waited for. */
  readonly consulted?: Consulted
}

export interface ReadContext extends Surroundings {
  /** Where the call runs, unless it says so itself. */
  readonly cwd: string
}
