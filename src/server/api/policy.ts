/** Part of the server's API: the policy files, and the playground. */

import type { Kind } from '../../engine/call.ts'
import type { Danger } from '../../engine/effect.ts'
import type { Mode } from '../../engine/mode.ts'
import type { Behavior, Layer } from '../../engine/rule.ts'
import type { Suggestion } from '../../engine/suggest.ts'
import type { Replayed } from '../../gate/hindsight/replay.ts'
import type { ShownEffect } from '../../gate/shown.ts'
import type { TraceView } from './history.ts'
import type { OwnLayer, TriedCall } from './permissions.ts'
import type { PolicyProblem } from './problem.ts'

/** `GET /v1/policy?cwd=`: every file that counts in a project, or would count if it existed. */
export interface PolicyFiles {
  readonly cwd: string
  readonly root: string
  readonly trusted: boolean
  readonly files: readonly PolicyFileView[]
  readonly notes: readonly string[]
}

export interface PolicyFileView {
  readonly file: string
  readonly layer: Layer
  readonly exists: boolean
  /** The page may save it (`user` and `local`). */
  readonly own: boolean
  readonly text: string
  /** Names the text as it was read; saving sends it back. */
  readonly print: string
  readonly problems: readonly PolicyProblem[]
}

/** `POST /v1/policy/check`: live validation of a text. */
export interface CheckPolicyRequest {
  readonly layer: Layer
  readonly text: string
}

export interface CheckPolicyResponse {
  readonly problems: readonly PolicyProblem[]
}

/** `PUT /v1/policy`: saves one's own file; 409 when somebody changed it meanwhile, 422 with problems when it is broken. Answers with `Changed`. */
export interface SavePolicyRequest {
  readonly layer: OwnLayer
  readonly cwd?: string
  readonly text: string
  readonly print: string
}

/** A policy that is not saved yet: texts in place of some files, the other files as they are. */
export interface Candidate {
  readonly cwd?: string
  readonly files?: readonly { readonly layer: Layer; readonly text: string }[]
  readonly mode?: Mode
}

/** `POST /v1/playground` */
export interface PlaygroundRequest extends Candidate {
  readonly call: TriedCall
}

export interface PlaygroundResponse {
  readonly behavior: Behavior
  readonly reason: string
  readonly code: string
  readonly safety: boolean
  readonly mode: Mode
  readonly enforced: boolean
  readonly rule: string | null
  readonly tool: string
  readonly kind: Kind
  readonly readOnly: boolean
  readonly effects: readonly ShownEffect[]
  readonly dangers: readonly Danger[]
  readonly trace: readonly TraceView[]
  /** Proven suggestions, if the verdict is ask. */
  readonly suggestions: readonly Suggestion[]
  /** The smallest changes that would change the verdict. */
  readonly changes: readonly { readonly what: string; readonly becomes: Behavior }[]
  /** For "make a rule from this": rule texts for this call, narrow to broad, whatever the verdict is. */
  readonly offers: readonly string[]
  /** The text that the spans point into. */
  readonly text: { readonly field: string; readonly value: string } | null
  readonly problems: readonly PolicyProblem[]
}

/** `POST /v1/policy/replay`: which recorded calls would come out otherwise. */
export interface ReplayRequest extends Candidate {
  /** At most this many recorded decisions, the latest first; by default 2,000. */
  readonly limit?: number
}

export interface ReplayResponse extends Replayed {
  readonly problems: readonly PolicyProblem[]
}
