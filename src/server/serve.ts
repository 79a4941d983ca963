/**
 * The approval server: one gate for all agents of this user, a page for the person, and the connection between them.
 *
 * INVARIANT: it listens on loopback only, unless told otherwise, and then with accounts and with TLS or an explicit
 * option to do without. Stopping it loses no question: waiting clients are told to ask again, and the questions stay
 * open.
 */

import { join } from 'node:path'
import { steady } from '../gate/clock.ts'
import type { Clock } from '../gate/clock.ts'
import { openHouse } from '../gate/house.ts'
import type { House, HouseOptions } from '../gate/house.ts'
import { RecordedCalls } from '../gate/hindsight/recorded.ts'
import { WhatIf } from '../gate/hindsight/what-if.ts'
import { bootOfMachine } from '../policy/boot.ts'
import { stateFolder, storeFileOf } from '../policy/own-folders.ts'
import type { Account } from './auth/accounts.ts'
import { keptToken } from './auth/kept-token.ts'
import { Guard } from './auth/guard.ts'
import { Sessions } from './auth/sessions.ts'
import type { Deps } from './deps.ts'
import { announce, withdraw } from './discovery.ts'
import type { Found } from './discovery.ts'
import { EventHub } from './events.ts'
import { Health } from './health.ts'
import { HookAnswers } from './hooks/answers.ts'
import { HooksOverHttp } from './hooks/over-http.ts'
import type { HookDeps } from './hooks/over-http.ts'
import { HookSockets } from './hooks/sockets.ts'
import { Authorize } from './http/authorize.ts'
import { closed, listener, listenOnPort, listenOnSocket } from './http/listen.ts'
import type { Tls } from './http/listen.ts'
import { Bucket, LIMITS } from './limits.ts'
import type { Limits } from './limits.ts'
import { Metrics } from './metrics/metrics.ts'
import { isLoopback, placeOf } from './place.ts'
import type { Address } from './place.ts'
import { Troubles } from './troubles.ts'
import { Undo } from './undo.ts'
import { waysIn } from './ways-in.ts'

export interface ServeOptions extends Pick<HouseOptions, 'store' | 'timeout' | 'asker' | 'now' | 'managedDir'> {
  readonly home: string
  readonly cwd: string
  readonly version: string
  readonly host?: string
  /** 0 for any free port, which is the default without accounts. */
  readonly port?: number
  /** Other names by which it is reached. */
  readonly names?: readonly string[]
  readonly tls?: Tls | undefined
  /** Answers over plain HTTP from other machines are permitted. */
  readonly insecure?: boolean
  readonly accounts?: readonly Account[] | undefined
  /** The token with which a program may read the metrics. By default only approvers may. */
  readonly metricsToken?: string | undefined
  /** The name of the person who opens the link. */
  readonly approver: string
  /** The folder `dist/web`. */
  readonly webFolder?: string | undefined
  readonly limits?: Partial<Limits>
  /** Called with failures of the server; with a text if agents are told, too. */
  readonly onFailure?: (error: unknown) => void
}

export interface RunningServer {
  readonly url: string
  readonly socket: string
  readonly port: number
  /** A link that opens the page once; undefined if approvers have accounts. */
  link(): string | undefined
  /** Tells waiting calls to ask again and pages to reconnect, then lets go of everything. */
  stop(): Promise<void>
}

type Timed = ServeOptions & { readonly now: Clock }

const PORT_OF_ACCOUNTS = 4747
const LOOPBACK = '127.0.0.1'

/** Throws for options that make no sense, if the port is taken, and if the store cannot be opened. */
export async function startServer(given: ServeOptions): Promise<RunningServer> {
  checkExposure(given)
  // One clock for everything, so that sessions and links expire by the same time as questions and grants.
  const now = steady(given.now)
  const options = { ...given, now }
  const { home, store, timeout, asker, managedDir } = options
  const metrics = new Metrics()
  const house = await openHouse({
    home,
    by: 'the server',
    ...(store === undefined ? {} : { store }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(asker === undefined ? {} : { asker }),
    now,
    measure: (measured) => metrics.measure(measured),
    ...(managedDir === undefined ? {} : { managedDir }),
  })
  try {
    return await serve(house, options, metrics)
  } catch (error) {
    await house.close()
    throw error
  }
}

async function serve(house: House, options: Timed, metrics: Metrics): Promise<RunningServer> {
  const { home, host = LOOPBACK, names = [], tls, accounts, approver, metricsToken } = options
  const files = filesOf(home)
  const secure = tls !== undefined
  let place = placeOf({ host, port: 0, names: [], secure })
  const tokens = { agent: await keptToken(files.token), watcher: metricsToken }
  const troubles = new Troubles((text) => options.onFailure?.(text), options.now)
  const deps = depsOf(house, options, { tokens, metrics, troubles, place: () => place })
  const { events, limits, link, onFailure } = deps
  const bucket = new Bucket(limits.agentRate, limits.agentBurst)
  const asking = { answers: new HookAnswers(house, onFailure), bucket, limits }
  const authorize = new Authorize({ gate: house.gate, limits, bucket, onFailure })
  const { overTcp, overSocket } = waysIn(
    deps,
    { authorize, hooks: new HooksOverHttp(asking), bucket },
    options.webFolder,
  )
  const main = listener(overTcp, limits, tls)
  const local = listener(overSocket, limits)
  const port = await listenOnPort(main, host, portOf(options))
  place = placeOf({ host, port, names, secure })
  const { url } = place
  const { socket } = files
  const elsewhere = options.store !== undefined && options.store !== storeFileOf(home)
  const found = { version: 1, url, socket, pid: process.pid, boot: bootOfMachine(), elsewhere } as const
  const hooks = await listenOnSocket(local, socket)
    .then(() => hooksOn(files.hooks, asking, files.found, found))
    .catch(async (error: unknown) => {
      await Promise.all([closed(main), closed(local)])
      throw error
    })

  const atEase = [troubles.watch(house.gate), metrics.watch(house.gate)]
  let stopping: Promise<void> | undefined
  const stop = async () => {
    for (const stop of atEase) stop()
    withdraw(files.found)
    authorize.stop()
    events.close()
    const silent = Promise.all([closed(main), closed(local), hooks.stop()])
    // Waiting hooks are told, too, as long as their connections last.
    await house.gate.close({ leave: true })
    await silent
    await house.close({ leave: true })
  }
  return {
    url,
    port,
    socket,
    link: () => (accounts === undefined ? link(approver).url : undefined),
    stop: () => (stopping ??= stop()),
  }
}

/**
 * Whoever listened on this machine at an address that is known in advance may have left a page in the browser's cache, or
 * a service worker, which would then read the secret in the link. Accounts need an address that lasts.
 */
function portOf({ port, accounts }: Pick<ServeOptions, 'port' | 'accounts'>): number {
  return port ?? (accounts === undefined ? 0 : PORT_OF_ACCOUNTS)
}

/** The server is announced last: whoever finds it may ask at once. */
async function hooksOn(folder: string, asking: HookDeps, foundFile: string, found: Found): Promise<HookSockets> {
  const hooks = await HookSockets.listen(folder, asking)
  try {
    announce(foundFile, found)
    return hooks
  } catch (error) {
    await hooks.stop()
    throw error
  }
}

function filesOf(home: string) {
  const state = stateFolder(home)
  return {
    token: join(state, 'agent-token'),
    found: join(state, 'server.json'),
    socket: join(state, 'server.sock'),
    hooks: join(state, 'hooks'),
  }
}

interface Parts {
  readonly tokens: { readonly agent: string; readonly watcher: string | undefined }
  readonly metrics: Metrics
  readonly troubles: Troubles
  /** Where the server listens, known once it does. */
  readonly place: () => Address
}

function depsOf(house: House, options: Timed, { tokens, metrics, troubles, place }: Parts): Deps {
  const { home, cwd, version, accounts, store, now, onFailure = () => undefined } = options
  const limits: Limits = { ...LIMITS, ...options.limits }
  const sessions = new Sessions(now)
  const recorded = new RecordedCalls(house.management.audit)
  const kind = typeof store === 'string' && /^postgres(?:ql)?:/.test(store) ? 'postgres' : 'sqlite'
  return {
    house,
    guard: new Guard(sessions, tokens, place),
    sessions,
    accounts,
    limits,
    place,
    info: { version, startedAt: now(), store: kind, cwd, home, accounts: accounts !== undefined },
    recorded,
    whatIf: new WhatIf({ home, recorded, policyAt: (folder) => house.policyAt(folder) }),
    undo: new Undo(),
    events: new EventHub(house, { most: limits.listeners, version, now }),
    health: new Health({
      probe: () => house.management.approvals.count(),
      isFailing: () => troubles.isFailing,
    }),
    metrics,
    link: (who) => {
      const { secret, expiresAt } = sessions.link(who)
      return { url: `${place().url}/#open=${secret}`, expiresAt }
    },
    now,
    onFailure,
  }
}

function checkExposure({ host = LOOPBACK, tls, insecure, accounts }: ServeOptions): void {
  if (isLoopback(host)) return
  if (tls === undefined && insecure !== true)
    throw new RangeError(
      `${host} is reached from other machines: that wants a certificate, or an explicit word for plain HTTP`,
    )
  if (accounts === undefined)
    throw new RangeError(`${host} is reached from other machines: that wants approvers with accounts`)
}
