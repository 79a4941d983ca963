/** Part of the server's API: rules, grants, profiles, mode. */

import type { Kind } from '../../engine/call.ts'
import type { Mode } from '../../engine/mode.ts'
import type { Behavior, Layer } from '../../engine/rule.ts'
import type { RuleHistory } from '../../gate/hindsight/what-if.ts'
import type { PolicyProblem } from './problem.ts'

export type { RuleHistory }

/** Whose file the page may change. */
export type OwnLayer = 'user' | 'local'

/** `GET /v1/rules?cwd=`: the rules in force in a project. */
export interface RuleList {
  readonly cwd: string
  readonly root: string
  readonly trusted: boolean
  readonly mode: Mode
  /** The managed policy locks the mode. */
  readonly modeLocked: boolean
  /** The managed policy forbids switching to bypass. */
  readonly bypassLocked: boolean
  readonly otherwise: Behavior
  readonly enforce: boolean
  /** The files that were read, as absolute paths. */
  readonly files: readonly string[]
  /** Why nothing is allowed at present: a file that counts is broken. */
  readonly broken: string | null
  readonly layers: readonly LayerView[]
  /** Why parts of the files do not apply here, for people. */
  readonly notes: readonly string[]
  readonly problems: readonly PolicyProblem[]
}

export interface LayerView {
  readonly layer: Layer
  /** The page may add rules to this layer and remove them. */
  readonly own: boolean
  readonly files: readonly string[]
  readonly rules: readonly RuleView[]
}

export interface RuleView {
  readonly behavior: Behavior
  readonly rule: string
  readonly layer: Layer
  /** The kind of tool that the rule is about. */
  readonly kind: Kind
  readonly file: string | null
  readonly line: number | null
  readonly reason: string | null
  readonly expires: number | null
  readonly agents: readonly string[] | null
  readonly except: readonly string[]
  readonly where: Readonly<Record<string, unknown>> | null
  /** From the record: who added it and when; null for a rule written by hand. */
  readonly addedBy: string | null
  readonly addedAt: number | null
  /** The answer it came from. */
  readonly approval: string | null
  /** How many recorded decisions rest on it, as far back as the history was searched. */
  readonly uses: number
  readonly lastUsed: number | null
  readonly removable: boolean
}

/** A rule in one of the person's own files. */
export interface RuleDraft {
  readonly behavior: Behavior
  readonly rule: string
  readonly agents?: readonly string[]
  readonly expires?: number
  readonly reason?: string
}

/** A rule that is in the file, with the fields that tell it from others with the same text. */
export interface StandingRule extends RuleDraft {
  readonly except?: readonly string[]
  readonly where?: Readonly<Record<string, unknown>>
}

/** `POST /v1/rules`: adds a rule, or edits one if `replaces` names the rule to be replaced. */
export interface AddRuleRequest extends RuleDraft {
  readonly layer: OwnLayer
  readonly cwd?: string
  readonly replaces?: StandingRule
}

/** `DELETE /v1/rules`, with this as its body. */
export interface RemoveRuleRequest extends StandingRule {
  readonly layer: OwnLayer
  readonly cwd?: string
}

/** `PUT /v1/mode`; null removes the setting from the file. */
export interface SetModeRequest {
  readonly mode: Mode | null
  readonly layer: OwnLayer
  readonly cwd?: string
}

/**
 * What changed, and how to undo it: `POST /v1/undo/:id`, as long as the server runs and nothing else was changed since.
 */
export interface Changed {
  readonly changed: boolean
  readonly file: string | null
  readonly undo: string | null
  /** What could not be done as asked. */
  readonly note: string | null
}

/** `POST /v1/rules/try`: what is wrong with a rule, and what it would match, while it is typed. */
export interface TryRuleRequest extends RuleDraft {
  readonly layer?: OwnLayer
  readonly cwd?: string
  /** The "try it" box: a call, or a command line. */
  readonly call?: TriedCall
}

export interface TriedCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly cwd?: string
  readonly agent?: string
}

export interface TryRuleResponse {
  readonly problems: readonly PolicyProblem[]
  /** Null if no call was given, or if the rule cannot be read. */
  readonly call: {
    readonly matches: boolean
    readonly before: Behavior
    readonly after: Behavior
    readonly reason: string
  } | null
  readonly history: RuleHistory
}

/** `GET /v1/grants?all=1`: remembered answers, newest first; without `all` only those that still count. */
export interface GrantList {
  readonly grants: readonly GrantView[]
  readonly now: number
}

/** `DELETE /v1/grants/:id` revokes one and answers with `Changed`. */
export interface GrantView {
  readonly id: string
  readonly behavior: 'allow' | 'deny'
  readonly lasts: 'once' | 'session' | 'project' | 'always'
  readonly rules: readonly string[]
  readonly session: string | null
  readonly project: string | null
  readonly agent: string | null
  readonly grantedAt: number
  readonly grantedBy: string
  readonly approval: string | null
  readonly until: number | null
  readonly usesLeft: number | null
  readonly useCount: number
  readonly usedAt: number | null
  readonly revokedAt: number | null
  readonly live: boolean
  /** What of it is damaged in the store: then it allows nothing. */
  readonly broken: string | null
}

/** `GET /v1/profiles`. `POST /v1/profiles {name}` stores what is in force now. `DELETE /v1/profiles/:name`. */
export interface ProfileList {
  readonly profiles: readonly { readonly name: string; readonly savedAt: number }[]
}

/** `GET /v1/profiles/:name`: the profile as a file's text; `GET /v1/profiles/-/present` what is in force now. */
export interface ProfileText {
  readonly name: string
  readonly text: string
}

/** `POST /v1/profiles/import`, and `POST /v1/profiles/:name/use` (there without `text`). */
export interface TakeUpRequest {
  readonly text?: string
  readonly how: 'merge' | 'replace'
  /** Only report what would change. */
  readonly preview?: boolean
}

export interface TakeUpResponse {
  readonly name: string
  readonly done: boolean
  readonly mode: { readonly from: Mode | null; readonly to: Mode | null } | null
  readonly addRules: readonly StandingRule[]
  readonly removeRules: readonly StandingRule[]
  readonly addGrants: readonly ProfileGrantView[]
  readonly revokeGrants: readonly ProfileGrantView[]
}

export interface ProfileGrantView {
  readonly behavior: 'allow' | 'deny'
  readonly rules: readonly string[]
  readonly agent: string | null
  readonly until: number | null
}
