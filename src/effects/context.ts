/** Part of reading calls: what a reading depends on besides the call. */

import type { Mode } from '../engine/mode.ts'
import type { CustomTool, Consulted } from './custom-tool.ts'
import type { ProtectedPaths } from './dangerous-paths.ts'
import type { FileSystem } from './path.ts'

/** Everything but where a call runs. */
export interface Surroundings {
  /** The project's root: always a working directory. */
  readonly root: string
  readonly home: string
  readonly fs: FileSystem
  readonly mode: Mode
  /** Absolute paths, besides the root. */
  readonly workingDirectories: readonly string[]
  readonly protectedPaths: ProtectedPaths
  readonly tools: ReadonlyMap<string, CustomTool>
  /** Names of MCP servers, for agents whose tool names do not say where the server's ends. */
  readonly mcpServers?: readonly string[]
  /** What the custom tool said of this very call, when it was waited for. */
  readonly consulted?: Consulted
}

export interface ReadContext extends Surroundings {
  /** Where the call runs, unless it says so itself. */
  readonly cwd: string
}
