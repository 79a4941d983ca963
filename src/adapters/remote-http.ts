/** Part of the remote gate: makes one request to the server, limited in time and size. */

import { createRequire } from 'node:module'
import { request as overHttp } from 'node:http'
import type { ClientRequest, RequestOptions } from 'node:http'
import { messageOf } from '../engine/thrown.ts'
import { objectIn } from '../vocabulary/json-object.ts'

export interface Server {
  /** Such as `http://127.0.0.1:4747`; needs a token. */
  readonly url?: string | undefined
  /** The server's socket, which needs no token. */
  readonly socket?: string | undefined
  readonly token?: string | undefined
}

export interface Reached {
  /** Absent if there was no answer at all. */
  readonly status?: number
  /** The answer, if it is a JSON object. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly failure?: 'unreachable' | 'late' | 'garbage' | 'cancelled'
  readonly why?: string
}

const LARGEST = 8 * 1024 * 1024

/** Never rejects. */
export async function exchange(
  server: Server,
  path: string,
  body: unknown,
  timeout: number,
  signal?: AbortSignal,
): Promise<Reached> {
  try {
    const text = JSON.stringify(body)
    const send = senderOf(server)
    return await post(send, path, text, timeout, signal)
  } catch (error) {
    return { failure: 'garbage', why: `the call cannot be sent (${messageOf(error)})` }
  }
}

type Headers = Readonly<Record<string, string | number>>
type Sent = Omit<RequestOptions, 'headers'> & { readonly headers: Headers }
type Send = (options: Sent) => ClientRequest

function senderOf({ url, socket, token }: Server): Send {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const withToken = ({ headers, ...options }: Sent): RequestOptions => ({
    ...options,
    headers: { ...headers, ...authorization },
  })
  if (socket !== undefined)
    return (options) => overHttp({ ...withToken(options), socketPath: socket, host: 'localhost' })
  const { protocol, hostname, port } = new URL(url ?? '')
  const where = { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port }
  const request = protocol === 'https:' ? overTls() : overHttp
  return (options) => request({ ...withToken(options), ...where })
}

/** Loaded only when it is used, because hooks start often. */
function overTls(): typeof overHttp {
  return (createRequire(import.meta.url)('node:https') as { readonly request: typeof overHttp }).request
}

function post(
  send: Send,
  path: string,
  text: string,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Reached> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    const request = send({ method: 'POST', path, headers })
    let isOver = false
    const done = (reached: Reached) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      resolve(reached)
      if (reached.body === undefined) request.destroy()
    }
    const giveUp = () => done({ failure: 'cancelled', why: 'the call was given up' })
    const timer = setTimeout(() => done({ failure: 'late', why: 'the server did not answer in time' }), timeout)
    if (signal?.aborted === true) return giveUp()
    signal?.addEventListener('abort', giveUp)
    request.on('error', (error) =>
      done({ failure: 'unreachable', why: `the server cannot be reached (${error.message})` }),
    )
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > LARGEST) return done({ failure: 'garbage', why: 'the server said too much' })
        chunks.push(chunk)
      })
      response.on('end', () => done(reachedOf(response.statusCode, Buffer.concat(chunks).toString())))
      response.on('error', (error) => done({ failure: 'unreachable', why: `the answer broke off (${error.message})` }))
      response.on('close', () => done({ failure: 'unreachable', why: 'the answer broke off' }))
    })
    request.end(text)
  })
}

function reachedOf(status: number | undefined, text: string): Reached {
  const known = status === undefined ? {} : { status }
  const body = objectIn(text)
  return body === undefined
    ? { ...known, failure: 'garbage', why: 'the server gave an answer that cannot be read' }
    : { ...known, body }
}
