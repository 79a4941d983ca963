/** `countersign mcp`: the gateway in front of an MCP server, over standard streams or HTTP; and its pins. */

import { randomUUID } from 'node:crypto'
import { wholeUrl } from '../../engine/match/whole-url.ts'
import { isServerName } from '../../adapters/mcp/identity.ts'
import type { Identity, Origin } from '../../adapters/mcp/index.ts'
import { guardServer, identityOf, keepInFile } from '../../adapters/mcp/index.ts'
import type { Guarded, GuardOptions, Transport } from '../../adapters/mcp/index.ts'
import { pinsFileOf } from '../../adapters/mcp/pins-file.ts'
import { openUpstream } from '../../adapters/mcp/upstream.ts'
import { LineTransport } from '../../adapters/json-rpc/lines.ts'
import type { Gate } from '../../gate/gate.ts'
import { agentOf } from '../call-argument.ts'
import { BadUse, notStarted } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { portOf } from '../given-values.ts'
import { homeFolder } from '../home.ts'
import { print, printJson } from '../output.ts'
import { askingOf, programOf, tell, untilClosed } from './gateway.ts'

export async function run(invocation: Invocation): Promise<number> {
  if (invocation.args[0] === 'pins') return (await import('./mcp-pins.ts')).pins(invocation)
  const { values, on } = invocation
  const origin = originOf(invocation)
  const server = identityOf(origin, nameOf(values.get('name')))
  const bearer = bearerOf(values.get('bearer-env'))
  const listen = values.get('listen')
  const port = listen === undefined ? undefined : portOf(listen, 'listen')
  const { asker, isClientAsked, options, patience } = askingOf(invocation, 'mcp')
  const { openGate } = await import('../../gate/gate.ts')
  const gate = await openGate({ cwd: process.cwd(), agent: 'mcp', mcpServers: [server.name], ...options })
  const guard: GuardOptions = {
    name: server.name,
    keeper: keepInFile(pinsFileOf(homeFolder()), server, on.has('strict')),
    agent: agentOf(values),
    asker: isClientAsked ? asker : undefined,
    patience,
    tell,
  }
  // What one client's person allows for the session does not hold for another client.
  const open = async (down: Transport) =>
    guardServer(await openUpstream(origin, bearer), down, gate, { ...guard, session: randomUUID() })
  try {
    return await (port === undefined ? serveStreams(open) : serveHttp(open, port, server, on.has('json')))
  } catch (error) {
    throw cannotStart(error, server)
  } finally {
    await closeQuietly(gate)
  }
}

async function serveStreams(open: (down: Transport) => Promise<Guarded>): Promise<number> {
  const guarded = await open(new LineTransport(process.stdin, process.stdout))
  await untilClosed(guarded)
  // An open pipe would keep the process alive.
  process.stdin.destroy()
  return EXIT.ok
}

async function serveHttp(
  open: (down: Transport) => Promise<Guarded>,
  port: number,
  server: Identity,
  asJson: boolean,
): Promise<number> {
  const { listenHttp } = await import('../../adapters/mcp/http.ts')
  const listening = await listenHttp({ port, open })
  if (asJson) printJson({ url: listening.url, name: server.name })
  else print((page) => page.line(['countersign', 'bold'], ` ${server.name} is served at ${listening.url}`))
  let over: () => void = () => undefined
  const closed = new Promise<void>((resolve) => (over = resolve))
  await untilClosed({ closed, close: () => listening.close().then(over) })
  return EXIT.ok
}

function originOf({ args, rest, values }: Invocation): Origin {
  const url = values.get('url')
  if (url === undefined) {
    if (values.has('bearer-env'))
      throw new BadUse('--bearer-env is for a server at a URL', 'A program is given its token in its own environment.')
    return programOf(args, rest, 'server')
  }
  if (args.length + rest.length > 0) throw new BadUse('a server is a URL or a program, not both')
  const parsed = wholeUrl(url)
  if (parsed === undefined || !['http:', 'https:'].includes(parsed.protocol))
    throw new BadUse(`${url} is not an http or https URL`)
  return { url }
}

function nameOf(name: string | undefined): string | undefined {
  if (name === undefined || isServerName(name)) return name
  throw new BadUse(`${name} is not a name for a server`, 'Letters, digits, - and single _ make one.')
}

function bearerOf(variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined
  const token = process.env[variable]
  if (token === undefined || token === '') throw new BadUse(`the environment variable ${variable} is not set`)
  return token
}

function cannotStart(error: unknown, { text }: Identity): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new BadUse('the port is taken; --listen 0 takes any free one')
  return notStarted(text, error) ?? error
}

async function closeQuietly(gate: Gate): Promise<void> {
  await gate.close().catch(() => undefined)
}
