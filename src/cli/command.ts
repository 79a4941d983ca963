/** Part of the command line: the shape of a command. The parser and the help both read the table in `commands.ts`. */

export interface OptionSpec {
  readonly name: string
  /** One letter; only for a switch. */
  readonly short?: string
  /** What the option takes, as the help shows it; an option without it is a switch. */
  readonly value?: string
  readonly among?: readonly string[]
  readonly about: string
}

export interface CommandSpec {
  readonly name: string
  readonly summary: string
  readonly usage: readonly string[]
  /** How many arguments it takes at most. */
  readonly most: number
  readonly options: readonly OptionSpec[]
  /**
   * Whether everything after `--` belongs to another program: it is passed on unchanged, and is no argument of ours.
   */
  readonly passesOn?: boolean
  readonly examples: readonly (readonly [line: string, about: string])[]
  readonly afterword?: string
  /** Loads its code, which happens only when it is run. */
  readonly load: () => Promise<{ readonly run: Run }>
}

export interface Invocation {
  readonly args: readonly string[]
  /** What comes after `--`, for a command that passes it on. */
  readonly rest: readonly string[]
  readonly on: ReadonlySet<string>
  readonly values: ReadonlyMap<string, string>
}

/** Returns the exit code. */
export type Run = (invocation: Invocation) => number | Promise<number>

export const EXIT = { ok: 0, failure: 1, badUse: 2, ask: 3, deny: 4 } as const
