/**
 * Part of the vocabularies: the shape of their data.
 *
 * A vocabulary lists what one agent calls its tools and which input fields a policy has to look at. It is data only:
 * `lookup.ts` finds an entry, `translate.ts` reads a call with it.
 */

/** One thing a tool reads or writes. */
export interface PathField {
  /** Field names that may hold it, the agent's present one first. Two fields that disagree are a problem. */
  readonly from: readonly string[]
  readonly access: 'read' | 'write'
  readonly how?: 'create' | 'modify' | 'delete'
  /** The path or anything below it. */
  readonly tree?: boolean
  /** The field may hold a list of paths. */
  readonly list?: boolean
  /** If a relative path leads to nothing, the tool takes any file of the project whose path ends in it. */
  readonly searched?: boolean
  /** A missing field means the working directory; without this, a missing field is a problem. */
  readonly absent?: 'here'
  /**
   * For a file that is written: the tool may also show its content, or move it to a place that rules on reading do not
   * cover.
   */
  readonly tells?: boolean
  /** If the path is an existing folder, the files named by the fields before land in it, under their own names. */
  readonly lands?: boolean
}

/** Patterns that select files below a directory. */
export interface GlobField {
  readonly pattern: readonly string[]
  readonly base: readonly string[]
  /** The text of the files is returned, not only their names. */
  readonly content?: boolean
}

/** Narrows a search to certain files below the directories in `paths`. */
export interface FilterField {
  /** Fields that hold patterns of names or paths, or lists of them. */
  readonly pattern: readonly string[]
  /** Fields that hold a file type, which is read as a file extension. */
  readonly type?: readonly string[]
}

export interface ToolEntry {
  /** Canonical name (`canonical.ts`). */
  readonly tool: string
  /** Why the agent's own tool can do no harm. Believed only if the name is certain. */
  readonly internal?: string
  /** Why the input cannot be read: such a call is always a problem. */
  readonly opaque?: string
  /** Fields that hold a command line. */
  readonly command?: readonly string[]
  /** The command may be a list of words. */
  readonly argv?: boolean
  /** In a list of words, the agent itself puts a shell around its line (`bash -lc …`). */
  readonly ownShell?: boolean
  /**
   * Each call gets a shell that ends with it: anything that a line defines, sets or turns on is gone before the next
   * one. Observed with the real client (`compat`), and believed only if the name is the agent's own.
   */
  readonly fresh?: boolean
  /**
   * Which shell the agent starts, whatever its user's own shell is. Without this it may be the user's, which may be
   * zsh. Believed on the same condition as `fresh`.
   */
  readonly starts?: 'bash'
  /** The command is typed into a terminal in which a person works: the shell there is interactive. */
  readonly typed?: boolean
  /** Fields in which older releases name the shell of an earlier call, which then continues. */
  readonly kept?: readonly string[]
  /**
   * Before it runs the command, the tool removes a shell at its beginning (`bash -c "…"`) and a quote at either end.
   */
  readonly unwraps?: boolean
  /** Fields that hold further words of the command. */
  readonly args?: readonly string[]
  /** The command is typed into a program that already runs; nothing typed means it is only polled. */
  readonly dynamic?: boolean
  /** The field that names another shell. */
  readonly shell?: string
  /** Fields that change what the command does in ways not read here (environment variables). */
  readonly hazards?: readonly string[]
  /** Fields that hold the call's own working directory. */
  readonly cwd?: readonly string[]
  readonly paths?: readonly PathField[]
  readonly glob?: GlobField
  readonly filter?: FilterField
  /** Fields that hold a url, or a list of them. */
  readonly urls?: readonly string[]
  /** Fields of prose in which the tool looks for urls. */
  readonly prose?: readonly string[]
  /** Fields that hold an `apply_patch` text; the whole input may be that text, too. */
  readonly patch?: readonly string[]
}

/** How an agent spells the name of an MCP tool. `mcp__server__tool` is understood everywhere. */
export type McpNaming = 'mcp__server__tool' | 'server-tool' | 'mcp_server_tool' | 'server_tool'

export interface Vocabulary {
  readonly agent: string
  readonly mcp: McpNaming
  readonly tools: Readonly<Record<string, ToolEntry>>
}
