/**
 * `POST /v1/authorize` for calls that need no person, compared in one run with an empty hono route that reads the same
 * body and with a bare node:http server that echoes it.
 *
 *     node bench/server.mjs [--assert] [--rounds N] [--connections N] [--requests N] [--soak N]
 *
 * Each server is a process of its own; this process sends the same bytes to each in turn, over kept connections, and
 * reads the answers. Rounds are interleaved, so that a busy machine slows all alike; medians are compared. `wall`:
 * answers per second. `CPU`: answers per second of the server's CPU time, including all its threads. Countersign
 * decides and durably records each call before it answers. Run `npm run build` first.
 *
 * `--soak N` sends N requests to Countersign alone, and prints the heap size after the first quarter and at the end.
 *
 * With `--assert`, the exit code is 1 if Countersign makes less than 60 % of the empty hono route's answers per second.
 */

import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { median } from './clock.mjs'

const { values } = parseArgs({
  options: {
    assert: { type: 'boolean' },
    rounds: { type: 'string', default: '7' },
    connections: { type: 'string', default: '64' },
    requests: { type: 'string', default: '8000' },
    soak: { type: 'string' },
  },
})
const [rounds, connections, requests] = [values.rounds, values.connections, values.requests].map(Number)
const NAMES = ['echo', 'hono', 'ours']
const PART_OF_HONO = 0.6
/** Rounds for all of them until the compiler has done its work. */
const WARM_UP = 4

const folder = mkdtempSync(join(tmpdir(), 'countersign-server-bench-'))
const cwd = join(folder, 'project')
mkdirSync(cwd)
writeFileSync(join(cwd, 'countersign.yaml'), 'deny: [ "shell(sudo:*)", "read(.env)" ]\n')
mkdirSync(join(folder, '.config/countersign'), { recursive: true })
writeFileSync(join(folder, '.config/countersign/policy.yaml'), 'allow: [ "shell(npm run:*)", "Read(src/**)" ]\n')

/** Typical calls of an agent. */
const CALLS = [
  (n) => ({ tool: 'Bash', input: { command: `npm run build -- --watch=false --seed=${n}` } }),
  (n) => ({ tool: 'Bash', input: { command: `git status --short | head -${n}` } }),
  (n) => ({ tool: 'Bash', input: { command: `sudo systemctl restart web${n}` } }),
  (n) => ({ tool: 'Read', input: { file_path: join(cwd, 'src', `part-${n}.ts`) } }),
]

const servers = {}
for (const name of NAMES) servers[name] = await start(name)
const bodies = Array.from({ length: 400 }, (_, n) => {
  const call = { ...CALLS[n % CALLS.length](n), cwd, session: 'bench', agent: 'claude-code' }
  return JSON.stringify({ call })
})

if (values.soak !== undefined) {
  await soak(Number(values.soak))
  await end()
  process.exit()
}

const seen = Object.fromEntries(NAMES.map((name) => [name, { wall: [], cpu: [] }]))
for (let round = -WARM_UP; round < rounds; round++) {
  for (const name of NAMES) {
    const figures = await measure(servers[name])
    if (round < 0) continue
    seen[name].wall.push(figures.wall)
    seen[name].cpu.push(figures.cpu)
  }
}
await end()

const figures = Object.fromEntries(
  NAMES.map((name) => [name, { wall: median(seen[name].wall), cpu: median(seen[name].cpu) }]),
)
console.log(`${connections} connections, ${bodies[0].length} bytes sent with each request`)
for (const name of NAMES) {
  const { wall, cpu } = figures[name]
  const beside = (kind, other) => (figures[name][kind] / figures[other][kind]).toFixed(2)
  console.log(
    `${name.padEnd(5)} wall ${wall.toFixed(0)}/s (${beside('wall', 'hono')} of hono, ${beside('wall', 'echo')} of echo), ` +
      `CPU ${cpu.toFixed(0)}/s (${beside('cpu', 'hono')} of hono, ${beside('cpu', 'echo')} of echo)`,
  )
}
const part = figures.ours.wall / figures.hono.wall
if (values.assert && part < PART_OF_HONO) {
  console.log(`FAILED: ${part.toFixed(2)} of the empty hono route, ${PART_OF_HONO} is asked for`)
  process.exitCode = 1
}

async function soak(count) {
  const heaps = []
  for (let sent = 0; sent < count; sent += requests) {
    await measure(servers.ours)
    if (heaps.length === 0 && sent >= count / 4) heaps.push(await heapOf(servers.ours))
  }
  heaps.push(await heapOf(servers.ours))
  const [quarter, all] = heaps.map((bytes) => (bytes / 2 ** 20).toFixed(1))
  console.log(`${count} decisions: ${quarter} MB of heap after a quarter of them, ${all} MB after all`)
}

async function end() {
  for (const { child } of Object.values(servers)) {
    child.send('end')
    await new Promise((resolve) => child.once('exit', resolve))
  }
  rmSync(folder, { recursive: true, force: true })
}

async function heapOf({ child }) {
  const answer = said(child)
  child.send('heap')
  return (await answer).heap
}

async function start(name) {
  const entry = join(dirname(fileURLToPath(import.meta.url)), 'server-child.mjs')
  const child = fork(entry, [name, folder], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const { port } = await said(child)
  const token =
    name === 'ours' ? readFileSync(join(folder, '.local/state/countersign/agent-token'), 'utf8').trim() : 'x'.repeat(43)
  return { child, port, token }
}

function said(child) {
  return new Promise((resolve, reject) => {
    const died = (code) => reject(new Error(`a server ended with ${code}`))
    child.once('exit', died)
    child.once('message', (message) => {
      child.removeListener('exit', died)
      resolve(message)
    })
  })
}

async function cpuOf({ child }) {
  const answer = said(child)
  child.send('cpu')
  return (await answer).cpu
}

async function measure(server) {
  const texts = bodies.map((body) => requestOf(body, server))
  const before = await cpuOf(server)
  const began = performance.now()
  const each = Math.ceil(requests / connections)
  await Promise.all(Array.from({ length: connections }, (_, at) => converse(server.port, texts, at * 7, each)))
  const elapsed = performance.now() - began
  const cpu = (await cpuOf(server)) - before
  return { wall: (each * connections * 1000) / elapsed, cpu: (each * connections * 1e6) / cpu }
}

function requestOf(body, { port, token }) {
  return (
    `POST /v1/authorize HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

/** Sends one request after another on one connection. */
function converse(port, texts, from, count) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let sent = 0
    let unread = ''
    const next = () => {
      if (sent === count) {
        socket.destroy()
        return resolve()
      }
      socket.write(texts[(from + sent++) % texts.length])
    }
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('connect', next)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      unread += chunk
      const head = unread.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = /content-length: (\d+)/i.exec(unread)
      if (length === null || unread.length < head + 4 + Number(length[1])) return
      if (!unread.startsWith('HTTP/1.1 200')) return reject(new Error(unread))
      unread = ''
      next()
    })
  })
}
