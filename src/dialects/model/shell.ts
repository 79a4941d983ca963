/** Part of the evaluators: a command line, split into its commands as systems with a real parser split it. */

import { parseShell } from '../../effects/shell/syntax/parse.ts'
import type { ShellWord } from '../../effects/shell/syntax/script.ts'

export interface Segment {
  /** The command as written, without its assignments and redirections. */
  readonly text: string
  /** The command with its assignments and redirections. */
  readonly whole: string
  /** Words after quote removal; undefined if only running the line would tell. */
  readonly words: readonly (string | undefined)[]
  readonly assigns: readonly string[]
  readonly redirects: readonly Redirected[]
  /** Every word is literal: no expansion, no glob, no quote, no brace. */
  readonly plain: boolean
}

export interface Redirected {
  readonly op: string
  /** Undefined for a copy of a descriptor, and if only running the line would tell. */
  readonly target: string | undefined
  readonly isCopy: boolean
}

/** The last line is kept, because one rule after another is asked about the same line. */
let latest: { readonly command: string; readonly segments: readonly Segment[] | undefined } | undefined

/** Undefined if the line cannot be read. */
export function segmentsOf(command: string): readonly Segment[] | undefined {
  if (latest?.command !== command) latest = { command, segments: readSegments(command) }
  return latest.segments
}

function readSegments(command: string): readonly Segment[] | undefined {
  const parsed = parseShell(command)
  if (!parsed.ok) return undefined
  return parsed.script.commands.map(({ words, assigns, redirects, span }): Segment => {
    const first = words[0]?.span.start ?? span.start
    const last = words.at(-1)?.span.end ?? first
    return {
      text: command.slice(first, last),
      whole: command.slice(span.start, span.end),
      words: words.map(valueOf),
      assigns: assigns.map(({ name }) => name),
      redirects: redirects.map(({ op, target, duplicate }) => ({
        op,
        target: target === undefined ? undefined : valueOf(target),
        isCopy: duplicate !== undefined,
      })),
      plain: words.every((word) => !word.dynamic && !word.quoted && !word.glob && !word.brace && !word.tilde),
    }
  })
}

function valueOf(word: ShellWord): string | undefined {
  return word.dynamic || word.glob || word.brace ? undefined : word.value
}
