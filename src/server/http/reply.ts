/** Part of the server: answers of routes that speak to Node's own response. */

import type { ServerResponse } from 'node:http'
import type { Problem } from '../api/problem.ts'
import { retryHeader } from '../problem.ts'

/** The headers that every answer has besides its own. */
export const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** A flat list, as Node stores headers, because this answer is sent more often than any other. */
const JSON_HEADERS = [...Object.entries(COMMON_HEADERS).flat(), 'content-type', 'application/json']

export function sendJson(response: ServerResponse, json: string): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(200, [...JSON_HEADERS, 'content-length', String(Buffer.byteLength(json))])
  response.end(json)
}

export function sendProblem(response: ServerResponse, problem: Problem): void {
  if (response.headersSent || response.destroyed) return
  const json = JSON.stringify(problem)
  response.writeHead(problem.status, {
    ...COMMON_HEADERS,
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(json),
    ...retryHeader(problem),
    // The rest of a refused body is not worth reading.
    ...(problem.code === 'too-large' ? { connection: 'close' } : {}),
  })
  response.end(json)
}
