/** Part of the server: errors as problem documents (RFC 9457). */

import type { Problem, ProblemCode } from './api/problem.ts'

const STATUS: Readonly<Record<ProblemCode, number>> = {
  'bad-request': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'not-offered': 422,
  'too-many': 429,
  failed: 500,
  stopping: 503,
  unwell: 503,
}

const TITLE: Readonly<Record<ProblemCode, string>> = {
  'bad-request': 'This request cannot be read',
  unauthorized: 'Who are you?',
  forbidden: 'You may not do this',
  'not-found': 'There is no such thing',
  conflict: 'It has changed meanwhile',
  'too-large': 'That is too much at once',
  'not-offered': 'This does not hold',
  'too-many': 'Too many requests',
  failed: 'Something of ours failed',
  stopping: 'The server is stopping',
  unwell: 'The server is not well',
}

type More = Pick<Problem, 'refusal' | 'problems' | 'retryAfter'>

/** Thrown by routes; `app.ts` turns it into the response. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem'
  readonly problem: Problem

  constructor(code: ProblemCode, detail: string, more: More = {}) {
    super(detail)
    this.problem = problemOf(code, detail, more)
  }
}

export function problemOf(code: ProblemCode, detail: string, more: More = {}): Problem {
  return { type: 'about:blank', status: STATUS[code], code, title: TITLE[code], detail: sentenceOf(detail), ...more }
}

/** Corrects the start and the end of a sentence that may be composed of other messages. */
function sentenceOf(text: string): string {
  return text.replace(/^[a-z](?=[a-z]* )/u, (letter) => letter.toUpperCase()).replace(/\?\.$/u, '?')
}

const RETRY_AFTER: Partial<Readonly<Record<ProblemCode, number>>> = { 'too-many': 1, stopping: 1 }

/** The header that says after how many seconds a request may be repeated, if that helps. */
export function retryHeader({ code, retryAfter = RETRY_AFTER[code] }: Problem): Readonly<Record<string, string>> {
  return retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
}

const OURS: Readonly<Record<string, ProblemCode>> = {
  StoreError: 'failed',
  GateFailure: 'failed',
  KeyError: 'failed',
  ProfileError: 'not-offered',
  PolicyError: 'not-offered',
}

/** Refusals that mean: read the question again, it has changed. */
const GONE = new Set(['ended', 'expired', 'digest'])

/** Turns anything that was thrown into a problem. For unexpected errors, the other side gets no details. */
export function describe(error: unknown): Problem {
  if (error instanceof HttpProblem) return error.problem
  if (!(error instanceof Error)) return problemOf('failed', 'The server failed; its own log says more.')
  const refusal: unknown = Reflect.get(error, 'refusal')
  if (error.name === 'Refused' && typeof refusal === 'string') {
    const code = refusal === 'unknown' ? 'not-found' : GONE.has(refusal) ? 'conflict' : 'not-offered'
    return problemOf(code, error.message, { refusal })
  }
  const code = OURS[error.name]
  if (code !== undefined) return problemOf(code, error.message)
  return problemOf('failed', 'The server failed; its own log says more.')
}
