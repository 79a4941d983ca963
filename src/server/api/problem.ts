/** Part of the server's API: the form of an error (RFC 9457, `application/problem+json`). */

/** Stable, for programs; `title` and `detail` are for people. */
export type ProblemCode =
  | 'bad-request' // 400: the body or a parameter is not as it must be
  | 'unauthorized' // 401: no session, no token, or one that is over
  | 'forbidden' // 403: known, but may not do this; wrong origin or host
  | 'not-found' // 404
  | 'conflict' // 409: ended, expired, changed by somebody else meanwhile
  | 'too-large' // 413
  | 'not-offered' // 422: an answer, a rule or a file that does not hold
  | 'too-many' // 429: with Retry-After
  | 'failed' // 500
  | 'stopping' // 503: with Retry-After; ask again
  | 'unwell' // 503: the answer of `GET /v1/health` while calls are denied because something fails

export interface Problem {
  readonly type: 'about:blank'
  readonly status: number
  readonly code: ProblemCode
  readonly title: string
  /** One sentence a person can act on. */
  readonly detail: string
  /** Why an answer was refused: `unknown`, `ended`, `expired`, `digest`, `not-offered`, `invalid`. */
  readonly refusal?: string
  /** Seconds after which it may be tried again, if they are known; `Retry-After` says the same. */
  readonly retryAfter?: number
  /** Where and why a text was refused. */
  readonly problems?: readonly PolicyProblem[]
}

/** Something wrong in a policy's text or a rule. Lines and columns count from 1. */
export interface PolicyProblem {
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly file?: string
  readonly line?: number
  readonly col?: number
  /** Length of the marked text on that line, if it is known. */
  readonly length?: number
  /** What to write instead. */
  readonly hint?: string
}
