/**
 * Countersign, live: a server with its page, and three made-up agents that want all sorts of things. `npm start` runs it.
 *
 *     node examples/live-demo/run.mjs [--for SECONDS] [--port N]
 *
 * The agents only ask: nothing they want is ever run. Policy, record and answers lie in a folder of their own, which is removed
 * at the end. Ctrl-C ends it.
 */

import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { discoverServer, remoteGate } from '../../dist/lib/adapters/remote.js'
import { CALLS } from './calls.mjs'

const { values } = parseArgs({ options: { for: { type: 'string' }, port: { type: 'string', default: '0' } } })
const here = dirname(fileURLToPath(import.meta.url))
const home = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-demo-')))
const project = join(home, 'shop')
mkdirSync(join(project, 'src'), { recursive: true })
cpSync(join(here, 'countersign.yaml'), join(project, 'countersign.yaml'))
// What `countersign init` would have written for a person, in short.
mkdirSync(join(home, '.config/countersign'), { recursive: true })
writeFileSync(join(home, '.config/countersign/policy.yaml'), 'allow:\n  - read(./**)\n')
writeFileSync(
  join(project, 'src', 'cart.js'),
  'export const total = (items) => items.reduce((sum, item) => sum + item.price, 0)\n',
)

const over = new AbortController()
const server = spawn(
  process.execPath,
  [join(here, '../../bin/countersign.js'), 'serve', '--json', '--port', values.port],
  {
    cwd: project,
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => over.abort())
server.once('exit', () => over.abort())
if (values.for !== undefined) setTimeout(() => over.abort(), Number(values.for) * 1000).unref()

const MOST_WAITING = 3
const counts = { allow: 0, deny: 0, asked: 0 }
try {
  const { link } = await ready()
  console.log(
    `\nOpen this in your browser:\n\n  ${link}\n\nThree agents are at work. Answer them there; Ctrl-C ends it.\n`,
  )
  await Promise.all(Object.entries(CALLS).map(([agent, calls]) => work(agent, calls)))
} catch (error) {
  if (!over.signal.aborted) throw error
} finally {
  await stop()
}
console.log(`\n${counts.allow} allowed, ${counts.deny} denied, ${counts.asked} put before a person.`)
// Somebody must have been at work, or the demonstration shows nothing.
process.exitCode = counts.allow > 0 && counts.asked > 0 ? 0 : 1

/** One line of JSON, once it listens. */
function ready() {
  return new Promise((resolve, reject) => {
    let text = ''
    server.stdout.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(JSON.parse(text))
    })
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

/** An agent asks for one thing after the other; what waits for a person does not keep it from asking for more. */
async function work(agent, calls) {
  const gate = remoteGate(discoverServer(home), { cwd: project })
  const waiting = new Set()
  for (let n = 0; !over.signal.aborted; n++) {
    const [tool, input] = calls[n % calls.length]
    const call = {
      tool,
      input: input(project),
      agent,
      session: `${agent} demonstration`,
      cwd: project,
      id: `call-${n}`,
    }
    const answered = gate.authorize(call, { signal: over.signal }).then((answer) => tell(call, answer))
    waiting.add(answered)
    void answered.finally(() => waiting.delete(answered))
    if ((await Promise.race([answered, delay(400, 'waits')])) === 'waits') counts.asked++
    if (waiting.size >= MOST_WAITING) await Promise.race(waiting)
    await delay(800 + Math.random() * 1_600, undefined, { signal: over.signal })
  }
}

function tell({ agent, tool, input }, { behavior, reason }) {
  if (over.signal.aborted) return
  counts[behavior]++
  console.log(`${agent.padEnd(12)} ${behavior === 'allow' ? 'may    ' : 'may not'} ${tool} ${brief(input)}`)
  console.log(`${' '.repeat(21)}${reason}`)
}

function brief(input) {
  const text = input.command ?? input.cmd ?? input.file_path ?? input.path ?? input.url ?? JSON.stringify(input)
  return String(text).replace(`${project}/`, '')
}

async function stop() {
  over.abort()
  const ended = new Promise((resolve) => server.once('exit', resolve))
  if (server.exitCode === null && server.kill('SIGTERM')) await Promise.race([ended, delay(5_000)])
  server.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
}
