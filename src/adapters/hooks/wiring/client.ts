/** Part of wiring: the shape of a client's entry in the table `clients.ts`. */

export type Scope = 'user' | 'project'

/** Where files are looked for. */
export interface Place {
  readonly home: string
  /** The project's root. */
  readonly root: string
  /** Where the agent would be started. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Where a checkout's own settings may be: from its root down to where the agent would be started. */
export function checkoutFolders({ root, cwd }: Place): readonly string[] {
  const folders = [root]
  if (!cwd.startsWith(`${root}/`)) return [...new Set([root, cwd])]
  for (const name of cwd.slice(root.length + 1).split('/')) folders.push(`${folders.at(-1)}/${name}`)
  return folders
}

export interface HookCommand {
  /** The interpreter and the program, as absolute paths. */
  readonly program: readonly [node: string, entry: string]
  /** A script that asks a running server without starting Node; it takes no options. */
  readonly shim?: string | undefined
  readonly ask?: string | undefined
  /** Further options of `countersign hook`. */
  readonly options?: readonly string[]
  /** Whether the hook also runs after each call. */
  readonly outcomes: boolean
  /** The client's version, if it is installed. */
  readonly version?: string | undefined
}

/** One file that is changed to wire a client. */
export interface WiredFile {
  readonly path: string
  /** What the file is for, if it does not contain the hook itself. */
  readonly about?: string
  /** The text is empty if the file does not exist. Throws `Unwirable`. */
  readonly wire: (text: string, command: HookCommand) => string
  /** The text without anything of ours; undefined if nothing is left. Throws `Unwirable`. */
  readonly unwire: (text: string) => string | undefined
}

/** A hook of ours that was found, as the client would run it. */
export interface WiredHook {
  readonly file: string
  readonly event: string
  /** A line for a shell; or the words themselves, if the client uses no shell. */
  readonly command: string | readonly string[]
  /** What is wrong with it. */
  readonly problems: readonly string[]
}

/** What a client lets happen although it is wired. */
export interface Hole {
  readonly what: string
  /** What to do about it. */
  readonly remedy: string
  /** The version it was observed with. */
  readonly version: string
}

export interface HookClient {
  readonly name: string
  readonly title: string
  /** Its program on the PATH. */
  readonly program: string
  /** Its own folder, which exists if it was ever used. */
  readonly folder: (place: Place) => string
  readonly scopes: readonly Scope[]
  readonly files: (place: Place, scope: Scope) => readonly WiredFile[]
  /** Our hooks in a file. Throws `Unwirable`. */
  readonly find: (path: string, text: string) => readonly WiredHook[]
  /** Other files that can switch the hooks off, and how each would show it. */
  readonly silencers: (place: Place) => readonly Silencer[]
  /** What has to be done by hand after wiring, for each scope of settings. */
  readonly afterwards?: Readonly<Partial<Record<Scope, string>>>
  readonly holes: readonly Hole[]
}

/** A remark about settings that people commit. */
export const NAMES_PATHS = 'the file names paths of this machine: leave it out of what you commit.'

export interface Silencer {
  readonly path: string
  /** Whether it has to be done by hand after wiring. */
  readonly byHand?: true
  /**
   * Why the hooks do not run because of this file, or because it is missing; undefined if they do. Throws `Unwirable`.
   */
  readonly silences: (text: string | undefined) => string | undefined
}
