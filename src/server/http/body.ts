/** Part of the server: reads the body of a request, up to a size limit. */

import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { parseStrict } from '../../adapters/json-rpc/strict-json.ts'
import { isObject } from '../../engine/call.ts'
import type { Input } from '../../engine/call.ts'
import { HttpProblem } from '../problem.ts'

/** Rejects with `HttpProblem` for a body that is too large, not UTF-8 or incomplete. */
export function readBody(request: IncomingMessage, most: number): Promise<string> {
  return new Promise((resolve, reject) => receiveBody(request, most, resolve, reject))
}

/** The same with callbacks, for routes that every step of every agent uses: exactly one of the two is called, once. */
export function receiveBody(
  request: IncomingMessage,
  most: number,
  whole: (text: string) => void,
  failed: (problem: HttpProblem) => void,
): void {
  const chunks: Buffer[] = []
  let size = 0
  let isOver = false
  const fail = (problem: HttpProblem) => {
    if (!isOver) failed(problem)
    isOver = true
  }
  if (Number(request.headers['content-length'] ?? 0) > most) return fail(tooLarge(request, most))
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > most) return fail(tooLarge(request, most))
    chunks.push(chunk)
  })
  request.on('end', () => {
    if (isOver) return
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
    // If it were decoded to another text than was sent, another call would be decided.
    if (!isUtf8(bytes)) return fail(new HttpProblem('bad-request', 'The body is not UTF-8.'))
    isOver = true
    whole(bytes.toString())
  })
  // Without a listener for errors, a failed request only closes.
  request.on('close', () => {
    if (!request.complete) fail(new HttpProblem('bad-request', 'The body broke off.'))
  })
}

function tooLarge(request: IncomingMessage, most: number): HttpProblem {
  request.removeAllListeners('data')
  request.resume()
  return new HttpProblem('too-large', `The body may have ${most} bytes at most.`)
}

/** A JSON object that every reader reads alike; anything else is a bad request. */
export function readObject(text: string): Input {
  const { value, problem } = parseStrict(text)
  if (problem !== undefined && value === undefined) throw new HttpProblem('bad-request', 'The body is not JSON.')
  if (problem !== undefined) throw new HttpProblem('bad-request', `The body cannot be relied on: ${problem}.`)
  if (!isObject(value)) throw new HttpProblem('bad-request', 'The body must be a JSON object.')
  return value
}
