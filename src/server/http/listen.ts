/** Part of the server: listening on a port and on a socket, and stopping it. */

import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { connect } from 'node:net'
import type { AddressInfo, ListenOptions, Server as NetServer } from 'node:net'
import { holdingLock } from '../../policy/file-lock.ts'
import type { Limits } from '../limits.ts'

export interface Tls {
  readonly cert: string
  readonly key: string
}

/** Slow and endless requests are cut off; requests that wait for a person are not. */
export function listener(handle: RequestListener, limits: Limits, tls?: Tls): Server {
  const options = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 }
  const server =
    tls === undefined
      ? createHttp(options, handle)
      : createHttps({ ...options, cert: readFileSync(tls.cert), key: readFileSync(tls.key) }, handle)
  server.maxConnections = limits.connections
  return server
}

/** Resolves with the port; for port 0 the system chooses one. */
export async function listenOnPort(server: Server, host: string, port: number): Promise<number> {
  await listening(server, { host, port })
  return (server.address() as AddressInfo).port
}

/**
 * A socket left by a killed server is replaced, unless a server answers on it. If two servers start at once, the later
 * one must find the earlier one answering; otherwise it would remove that one's socket.
 */
export function listenOnSocket(server: Server, path: string): Promise<void> {
  return holdingLock(path, async () => {
    if (!(await isServed(path))) rmSync(path, { force: true })
    const before = process.umask(0o177)
    try {
      await listening(server, { path })
      chmodSync(path, 0o600)
    } finally {
      process.umask(before)
    }
  })
}

/** Rejects if the server cannot listen there. */
export function listening(server: NetServer, where: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
}

function isServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path)
    const tell = (served: boolean) => {
      probe.destroy()
      resolve(served)
    }
    probe.once('connect', () => tell(true))
    probe.once('error', () => tell(false))
    probe.setTimeout(1_000, () => tell(true))
  })
}

const LAST_WORDS = 2_000
const LOOK = 50

/** Requests in progress are answered; connections that hang are cut off. */
export function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), LAST_WORDS)
    // Idle connections are closed repeatedly, because a connection whose answer was just sent would be kept open for
    // the next request.
    const look = setInterval(() => server.closeIdleConnections(), LOOK)
    server.close(() => {
      clearTimeout(cut)
      clearInterval(look)
      resolve()
    })
  })
}
