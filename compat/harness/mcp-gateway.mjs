/** `countersign mcp` in front of a server, and the official client in front of `countersign mcp`. */

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { COUNTERSIGN, programOf } from './wired.mjs'

export const FILESYSTEM = programOf('@modelcontextprotocol/server-filesystem', 'dist', 'index.js')
export const EVERYTHING = programOf('@modelcontextprotocol/server-everything', 'dist', 'index.js')

/** A client with the capabilities of `handlers`: for the schema of a request, what to answer. */
export function newClient({ capabilities = {}, handlers = [], notices = [] } = {}) {
  const client = new Client({ name: 'compat', version: '1.0.0' }, { capabilities })
  for (const [schema, answer] of handlers) client.setRequestHandler(schema, answer)
  for (const [schema, hear] of notices) client.setNotificationHandler(schema, hear)
  return client
}

/** Over standard streams. `args` are those of `countersign mcp`; `room` is the largest file it may write. */
export async function connect(client, place, args, { room } = {}) {
  const own = [process.execPath, COUNTERSIGN, 'mcp', ...args]
  const [command, ...rest] = room === undefined ? own : ['sh', '-c', `ulimit -f ${room}; exec "$@"`, 'sh', ...own]
  const transport = new StdioClientTransport({
    command,
    args: rest,
    cwd: place.project,
    env: place.env,
    stderr: 'pipe',
  })
  const heard = { stderr: '' }
  transport.stderr.setEncoding('utf8').on('data', (text) => (heard.stderr += text))
  await client.connect(transport)
  return { heard, pid: transport.pid }
}

/** Over HTTP; returns once it listens. */
export async function connectHttp(client, place, args) {
  const child = started(place, [COUNTERSIGN, 'mcp', '--listen', '0', '--json', ...args])
  const { url } = JSON.parse(await firstLine(child))
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  return { heard: child.heard, pid: child.pid }
}

/** The public everything server over streamable HTTP. */
export async function startEverything(place) {
  const port = await freePort()
  const child = started(place, [EVERYTHING, 'streamableHttp', place.root], { PORT: String(port) })
  const url = `http://127.0.0.1:${port}/mcp`
  for (let tries = 0; tries < 200; tries++) {
    if (await fetch(url).then(Boolean, () => false)) return { url, pid: child.pid }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the everything server does not listen: ${child.heard.stderr}`)
}

export const filesystem = (place) => ['--name', 'files', '--', process.execPath, FILESYSTEM, place.project]
export const everything = (place) => ['--name', 'all', '--', process.execPath, EVERYTHING, 'stdio', place.root]
export const within = (place, name) => join(place.project, name)

function started(place, args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: place.project,
    env: { ...place.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.heard = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'])
    child[name].setEncoding('utf8').on('data', (text) => (child.heard[name] += text))
  return child
}

function firstLine(child) {
  return new Promise((resolve, reject) => {
    const look = () => child.heard.stdout.includes('\n') && resolve(child.heard.stdout.split('\n')[0])
    child.stdout.on('data', look)
    child.once('exit', () => reject(new Error(`it ended: ${child.heard.stdout}${child.heard.stderr}`)))
  })
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
