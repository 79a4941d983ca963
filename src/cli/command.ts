/** Part of the command line: the shape of a command. The table in `commands.ts` is read by the parser and by the help. */

export interface OptionSpec {
  readonly name: string
  /** A letter; of a switch only. */
  readonly short?: string
  /** What the option takes, as the help shows it; an option without is a switch. */
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
  /** What stands behind `--` is another program's: passed on as it is, and no argument of ours. */
  readonly passesOn?: boolean
  readonly examples: readonly (readonly [line: string, about: string])[]
  readonly afterword?: string
  /** Its code, loaded only when it is run. */
  readonly load: () => Promise<{ readonly run: Run }>
}

export interface Invocation {
  readonly args: readonly string[]
  /** What stands behind `--`, of a command that passes it on. */
  readonly rest: readonly string[]
  readonly on: ReadonlySet<string>
  readonly values: ReadonlyMap<string, string>
}

/** Answers the exit code. */
export type Run = (invocation: Invocation) => number | Promise<number>

export const EXIT = { ok: 0, failure: 1, badUse: 2, ask: 3, deny: 4 } as const
