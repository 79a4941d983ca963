/**
 * Part of the gateways: JSON-RPC 2.0 messages as they pass, and what sort each is.
 *
 * INVARIANT: what is not clearly one sort of message is not a message; a gateway passes on nothing whose sort it cannot
 * tell. The result contains only the members that were examined: a reader might act on another one.
 */

import { isObject } from '../../engine/call.ts'

export type Id = string | number
export type Params = Readonly<Record<string, unknown>>

export interface Request {
  readonly jsonrpc: '2.0'
  readonly id: Id
  readonly method: string
  readonly params?: Params
}

export interface Notification {
  readonly jsonrpc: '2.0'
  readonly method: string
  readonly params?: Params
}

export interface Failure {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export interface Response {
  readonly jsonrpc: '2.0'
  readonly id: Id | null
  readonly result?: unknown
  readonly error?: Failure
}

export type Message = Request | Notification | Response

export type Sorted =
  | { readonly sort: 'request'; readonly message: Request }
  | { readonly sort: 'notification'; readonly message: Notification }
  | { readonly sort: 'response'; readonly message: Response }
  | { readonly sort: 'none'; readonly why: string; readonly id: Id | null }

export const ERROR = {
  parse: -32700,
  invalidRequest: -32600,
  noMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const

/** A lenient reader drops other characters. */
const PLAIN = /^[!-~]*$/u

export function sortOf(value: unknown): Sorted {
  if (Array.isArray(value)) return none('a batch of messages is not taken; send them one by one', null)
  if (!isObject(value)) return none('it is not an object', null)
  const { jsonrpc, id, method, params, result, error } = value
  const known = isId(id) ? id : null
  if (jsonrpc !== '2.0') return none('it does not say that it is JSON-RPC 2.0', known)
  if (id !== undefined && id !== null && !isId(id)) return none('its id is neither text nor a number', null)
  const [hasResult, hasError] = [Object.hasOwn(value, 'result'), Object.hasOwn(value, 'error')]
  if (method === undefined) {
    if (id === undefined || hasResult === hasError) return none('it is neither a request nor a response', known)
    if (!hasError) return { sort: 'response', message: { jsonrpc, id: known, result } }
    return isFailure(error)
      ? { sort: 'response', message: { jsonrpc, id: known, error } }
      : none('its error is none', known)
  }
  if (typeof method !== 'string' || hasResult || hasError) return none('it is request and response at once', known)
  if (!PLAIN.test(method)) return none('its method has blanks or letters in it that no method has', known)
  if (id === null) return none('its id is null', null)
  if (params !== undefined && !isObject(params)) return none('its params are not an object', known)
  const said = { jsonrpc, method, ...(params === undefined ? {} : { params }) } as const
  return id === undefined ? { sort: 'notification', message: said } : { sort: 'request', message: { ...said, id } }
}

export function failureOf(id: Id | null, code: number, message: string): Response {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

export function isId(value: unknown): value is Id {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
}

function isFailure(value: unknown): value is Failure {
  return isObject(value) && typeof value['code'] === 'number' && typeof value['message'] === 'string'
}

function none(why: string, id: Id | null): Sorted {
  return { sort: 'none', why, id }
}
