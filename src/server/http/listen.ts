/** Part of the server: listening on a port and on a socket, and stopping it. */

import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { connect } from 'node:net'
import type { AddressInfo, ListenOptions, Server as NetServer } from 'node:net'
import { holdingLock } from '../../policy/replace-file.ts'
import type { Limits } from '../limits.ts'

export interface Tls {
  readonly cert: string
  readonly key: string
}

/** Slow and endless requests are cut off; those that wait for a person are not. */
export function listener(handle: RequestListener, limits: Limits, tls?: Tls): Server {
  const options = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 }
  const server =
    tls === undefined
      ? createHttp(options, handle)
      : createHttps({ ...options, cert: readFileSync(tls.cert), key: readFileSync(tls.key) }, handle)
  server.maxConnections = limits.connections
  return server
}

/** Resolves with the port, which the system chooses where 0 is asked for. */
export async function listenOnPort(server: Server, host: string, port: number): Promise<number> {
  await listening(server, { host, port })
  return (server.address() as AddressInfo).port
}

/**
 * A socket that a killed server left behind makes way; one that answers does not. Of two servers that start at once, the later
 * must find the other's answering: else it would take that away.
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

/** Rejects where the server cannot listen there. */
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

/** What is being answered is answered; what hangs is cut off. */
export function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), LAST_WORDS)
    // A connection whose last answer was just sent would be kept for the next.
    const look = setInterval(() => server.closeIdleConnections(), LOOK)
    server.close(() => {
      clearTimeout(cut)
      clearInterval(look)
      resolve()
    })
  })
}
