/** How the page talks to its server: every request carries the key with which the session was opened. */

import type { Problem } from '../../../src/server/api.ts'

const KEPT = 'countersign-key'
const PATIENCE = 30_000

/** What the server refused or could not do; `detail` is a sentence for people. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail)
    this.problem = problem
  }
}

let key = readKey()

export function hasKey(): boolean {
  return key !== ''
}

export function setKey(value: string): void {
  key = value
  try {
    if (value === '') localStorage.removeItem(KEPT)
    else localStorage.setItem(KEPT, value)
  } catch {
    // Then it is kept only while the page is open.
  }
}

/** Another tab of this browser has opened a new session. */
export function rereadKey(): boolean {
  const kept = readKey()
  if (kept === '' || kept === key) return false
  key = kept
  return true
}

export function headers(): Record<string, string> {
  return key === '' ? {} : { 'X-Countersign-Key': key }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Throws `Refusal`, also if the server cannot be reached. */
export async function request<T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const limit = AbortSignal.timeout(PATIENCE)
  let response: Response
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: { ...headers(), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    })
  } catch (error) {
    if (signal?.aborted === true) throw error
    throw new Refusal(unreachable('The server cannot be reached; nothing was changed as far as this page knows.'))
  }
  if (response.status === 204) return undefined as T
  const value: unknown = await response.json().catch(() => undefined)
  if (response.ok && value !== undefined) return value as T
  throw new Refusal(isProblem(value) ? value : unreachable(`The server answered ${response.status} and nothing else.`))
}

/** A path with its query; undefined and empty values are left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') params.set(name, `${value}`)
  const text = params.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Why something failed, for people. */
export function whyOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.'
}

function unreachable(detail: string): Problem {
  return { type: 'about:blank', status: 0, code: 'failed', title: 'No answer', detail }
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Problem>).detail === 'string'
}

function readKey(): string {
  try {
    return localStorage.getItem(KEPT) ?? ''
  } catch {
    return ''
  }
}
