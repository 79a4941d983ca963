/** Part of the server's API: the inbox. */

import type { Call, Input } from '../../engine/call.ts'
import type { Severity } from '../../engine/effect.ts'
import type { Shown } from '../../gate/shown.ts'
import type { RuleHistory } from './permissions.ts'
import type { Problem } from './problem.ts'

export type ApprovalState = 'pending' | 'answered' | 'expired' | 'cancelled' | 'superseded'
export type AnswerLasts = 'once' | 'session' | 'project' | 'always'

/** `GET /v1/approvals`: what waits, oldest first. `?state=ended&limit=50`: what ended lately, newest first. */
export interface ApprovalList {
  readonly approvals: readonly ApprovalView[]
  readonly now: number
}

/** One question. Its strings come from outside: draw them with invisible characters made visible. */
export interface ApprovalView {
  readonly id: string
  readonly state: ApprovalState
  readonly session: string
  readonly agent: string | null
  /** The project's root. */
  readonly project: string
  /** Names exactly what is shown; an answer must send it back. */
  readonly digest: string
  readonly call: Call
  /** Reason, rule, effects with spans into `text`, dangers, suggestions, limits (why Always is not on offer). */
  readonly shown: Shown
  readonly risk: Risk
  /**
   * The text that the effects' spans point into: the command, the path, the url; null if the input has no such text.
   */
  readonly text: ShownText | null
  /** Equal for questions that the same narrowest rule would cover, so that they can be answered together. */
  readonly alike: string
  readonly askedAt: number
  readonly expiresAt: number
  readonly answer: AnswerView | null
  readonly endedAt: number | null
  /** Why it ended without an answer. */
  readonly note: string | null
  /** What of it is damaged in the store: then it can only be denied, or expires. */
  readonly broken: string | null
}

export interface Risk {
  readonly level: 'low' | Severity
  /** One sentence: what could go wrong. */
  readonly sentence: string
}

export interface ShownText {
  /** The field of the input that holds the text (`command`, `file_path`, `url`). */
  readonly field: string
  readonly value: string
}

export interface AnswerView {
  readonly behavior: 'allow' | 'deny'
  readonly lasts: AnswerLasts
  readonly by: string
  readonly rules: readonly string[]
  readonly words: string | null
  readonly until: number | null
  readonly uses: number | null
  /** The person changed the input. */
  readonly edited: boolean
}

/** `GET /v1/approvals/:id`: the details that take longer to compute. */
export interface ApprovalDetail {
  readonly approval: ApprovalView
  readonly now: number
  /** The changes to the files it would write; empty if they cannot be told. */
  readonly diffs: readonly FileDiff[]
  /** For each suggestion in `shown.suggestions`, in the same order: what else it would have allowed. */
  readonly history: readonly RuleHistory[]
  /** Where the address leads, part by part. */
  readonly url: UrlParts | null
}

export interface FileDiff {
  readonly path: string
  readonly change: 'create' | 'modify' | 'delete' | 'unchanged'
  readonly hunks: readonly DiffHunk[]
  /** Why the diff is missing or incomplete: too large, not text, not readable. */
  readonly note: string | null
}

export interface DiffHunk {
  readonly oldStart: number
  readonly newStart: number
  /** Each begins with `+`, `-` or a space. */
  readonly lines: readonly string[]
}

export interface UrlParts {
  readonly scheme: string
  readonly user: string
  readonly host: string
  /** The host written in Unicode, if that differs. */
  readonly unicodeHost: string | null
  readonly port: string
  readonly path: string
  readonly query: string
  readonly fragment: string
}

/** `POST /v1/approvals/:id/answer`. */
export interface AnswerRequest {
  readonly digest: string
  readonly behavior: 'allow' | 'deny'
  /** By default `once`. */
  readonly lasts?: AnswerLasts
  /** The rules of one suggestion, or edited ones, which are first proven for this call. By default the narrowest suggestion. */
  readonly rules?: readonly string[]
  readonly until?: number
  /** With `lasts: session` only. */
  readonly uses?: number
  /** Reaches the model. */
  readonly words?: string
  /** The input as the person changed it; the call is decided again with it. */
  readonly input?: Input
}

export interface AnswerResponse {
  readonly approval: ApprovalView
  /** What could not be done as asked ("the file cannot be written, so …"). */
  readonly note: string | null
}

/** `POST /v1/approvals/answers`: many answers at once; each is handled by itself. */
export interface BatchAnswerRequest {
  readonly answers: readonly (AnswerRequest & { readonly id: string })[]
}

export interface BatchAnswerResponse {
  readonly results: readonly (
    | { readonly id: string; readonly ok: true; readonly note: string | null }
    | { readonly id: string; readonly ok: false; readonly problem: Problem }
  )[]
}

/** `POST /v1/approvals/:id/extend`: more time. */
export interface ExtendRequest {
  readonly ms: number
}

export interface ExtendResponse {
  readonly expiresAt: number
  readonly now: number
}

/** `POST /v1/approvals/:id/rules`: would this edited rule cover the question, and what else? */
export interface TryRulesRequest {
  readonly rules: readonly string[]
}

export interface TryRulesResponse {
  /** How long the rules may be remembered to allow the call. Empty: they would not allow it. */
  readonly lasts: readonly Exclude<AnswerLasts, 'once'>[]
  /** Why not, or what is wrong with a rule; null if the rules cover the call. */
  readonly why: string | null
  readonly history: RuleHistory
}
