/** `countersign serve`: runs the approval server until it is told to stop. */

import { fstatSync } from 'node:fs'
import { servesAt } from '../../adapters/remote-discovery.ts'
import { loadPolicy } from '../../policy/load.ts'
import type { RunningServer, ServeOptions } from '../../server/serve.ts'
import { BadUse } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { whyUnreadable } from '../given-file.ts'
import { print, printJson } from '../output.ts'
import { optionsOf } from './serve-options.ts'

export async function run(invocation: Invocation): Promise<number> {
  const newcomer = invocation.values.get('add-approver')
  if (newcomer !== undefined) return (await import('./serve-approver.ts')).addApprover(invocation, newcomer)
  let page: string | undefined
  const options = await optionsOf(invocation, () => page)
  const server = await start(options)
  page = server.url
  const stopped = untilStopped(server)
  tell(invocation, server, options)
  tellIfBroken(options)
  const closeTerminal = offerLinks(invocation, server)
  await stopped
  closeTerminal()
  if (!invocation.on.has('json')) print((page) => page.line('Stopped. Questions that are open stay open.'))
  return EXIT.ok
}

async function start(options: ServeOptions): Promise<RunningServer> {
  const { startServer } = await import('../../server/serve.ts')
  try {
    return await startServer(options)
  } catch (error) {
    throw misuse(error, options) ?? error
  }
}

/** What the caller can fix; undefined for a failure of ours. */
function misuse(error: unknown, { home, host = '127.0.0.1', port = 4747, tls }: ServeOptions): BadUse | undefined {
  const { code = '', message, syscall } = error as NodeJS.ErrnoException
  const isSocket = (error as { address?: unknown }).address?.toString().endsWith('.sock') === true
  if (code === 'EADDRINUSE' && !isSocket && !servesAt(home, port))
    return new BadUse(`something else listens there already (${message})`, '--port 0 takes any port that is free.')
  if (code === 'EADDRINUSE')
    return new BadUse(
      'a server of yours runs already',
      'One serves all your agents. Enter, where it runs, prints a link.',
    )
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return new BadUse(`${host} is not an address of this machine`)
  if (code === 'EACCES' && syscall === 'listen') return new BadUse(`you may not listen at port ${port}`)
  if (tls !== undefined && (code.startsWith('ERR_OSSL') || syscall === 'read' || syscall === 'open'))
    return new BadUse(`--tls-cert or --tls-key will not do: ${whyUnreadable(error)}`)
  if (error instanceof RangeError)
    return new BadUse(message, 'Say --tls-cert and --tls-key, or --insecure; and --approvers in any case.')
  return undefined
}

function tell({ on }: Invocation, server: RunningServer, { accounts }: ServeOptions): void {
  const { url, socket } = server
  const link = mayShow() ? server.link() : undefined
  if (on.has('json')) return printJson({ url, link: link ?? null, socket, pid: process.pid })
  print((page) => {
    page.line(['Countersign', 'bold'], ` listens at ${url}.`)
    if (link !== undefined) {
      page.gap().line('Open this, once, within ten minutes:').line(['  ', 'bold'], [link, 'cyan']).gap()
      if (process.stdin.isTTY) page.line(['Enter prints another link; Ctrl-C stops.', 'dim'])
    } else if (accounts === undefined)
      page.line(
        ['note', 'yellow'],
        ' the link is not written to a file, where agents could read it: start it in a terminal, or with --approvers.',
      )
    else page.line('Approvers open it and say who they are.')
  })
}

/** Each call would be denied with that reason; whoever starts the server would learn of it only from an agent. */
function tellIfBroken({ home }: ServeOptions): void {
  const { broken } = loadPolicy({ cwd: home, home }).policy
  if (broken === undefined) return
  print((page) => page.line(['note', 'yellow'], ` ${broken}. Until it is fixed, every call is denied.`), 'stderr')
}

/** Not if the output is a file: every process of this user could read the link there. */
function mayShow(): boolean {
  try {
    return !fstatSync(1).isFile()
  } catch {
    return false
  }
}

/** The person at the terminal gets a new link each time they ask for one. */
function offerLinks({ on }: Invocation, server: RunningServer): () => void {
  const { stdin } = process
  if (!stdin.isTTY || on.has('json')) return () => undefined
  const onLine = () => {
    const link = server.link()
    if (link !== undefined) print((page) => page.line(['  ', 'bold'], [link, 'cyan']))
  }
  stdin.on('data', onLine)
  return () => {
    stdin.removeListener('data', onLine)
    stdin.unref()
  }
}

function untilStopped(server: RunningServer): Promise<void> {
  return new Promise((resolve, reject) => {
    let asked = 0
    const stop = () => {
      // Asking twice means it.
      if (++asked > 1) process.exit(EXIT.failure)
      server.stop().then(resolve, reject)
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
    process.on('SIGHUP', stop)
  })
}
