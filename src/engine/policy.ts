/** Part of the engine's nouns: everything a decision depends on besides the call. Merged from layers by `policy/`. */

import type { Mode } from './mode.ts'
import type { Behavior, Rule } from './rule.ts'

/** Which tools a model may see (seed 003): empty `allowed` means all, `disallowed` wins. */
export interface ToolFilter {
  readonly allowed: readonly string[]
  readonly disallowed: readonly string[]
}

/** Changes to the built-in list of protected paths. */
export interface ProtectedPaths {
  /**
   * More paths that are asked about before they are written: a name at any depth, a trailing slash for a folder and all
   * in it, `/abs`, `~/x`.
   */
  readonly add: readonly string[]
  /**
   * Entries or categories of the built-in list that are no longer protected, or single paths below an entry that are
   * excepted from it.
   */
  readonly remove: readonly string[]
}

export interface Policy {
  readonly mode: Mode
  readonly rules: readonly Rule[]
  /** What a person already answered in this session; takes the place of an ask, never of a deny or a safety ask. */
  readonly answers: readonly Rule[]
  /** One filter per layer that has one; a tool must pass them all. */
  readonly tools: readonly ToolFilter[]
  /** Absolute paths. The working directory of the call always counts too. */
  readonly workingDirectories: readonly string[]
  /** The answer when nothing matched. */
  readonly otherwise: Behavior
  /** False: verdicts are computed and recorded, nothing is blocked. */
  readonly enforce: boolean
  readonly protectedPaths: ProtectedPaths
  /** MCP servers that are believed when they call a tool read-only; named as in the names of tools. */
  readonly mcp: { readonly trusted: readonly string[] }
  /** Why no call may be allowed at present, if a policy file that counts could not be read. */
  readonly broken?: string
}

export const EMPTY_POLICY: Policy = {
  mode: 'default',
  rules: [],
  answers: [],
  tools: [],
  workingDirectories: [],
  otherwise: 'ask',
  enforce: true,
  protectedPaths: { add: [], remove: [] },
  mcp: { trusted: [] },
}
