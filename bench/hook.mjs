/**
 * How long an agent waits for its hook while a server runs, from the start of the process to its end, compared with a
 * bare `node -e 0`.
 *
 *     node bench/hook.mjs [--assert] [--rounds N]
 *
 * The server is a real one, with the audit on disk; each call is decided and recorded before it is answered. Each round
 * starts all contestants in turn from a shell, as agents do, and compares them with the bare start of the same round,
 * so that a busy moment slows all alike; printed is the median of the rounds' ratios. Printed as well is the same in
 * CPU time, including the server's (Linux), which the disk and other work on the machine hardly change. With
 * `--assert`, a ratio in CPU time above its limit makes the exit code 1. Run `npm run build` first.
 */

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { median } from './clock.mjs'

const AT_ONCE = 10
/** The unit, in milliseconds, in which Linux counts CPU time. */
const TICK = 10
/** Rounds that do not count, and calls made before them, so that the server has been running for a while. */
const WARM_UP = 4
const CALLS_BEFORE = 3_000
const { values } = parseArgs({ options: { assert: { type: 'boolean' }, rounds: { type: 'string', default: '30' } } })
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'countersign-hook-'))
const project = join(home, 'project')
const payload = join(home, 'payload.json')
mkdirSync(project)
writeFileSync(
  payload,
  JSON.stringify({
    session_id: 'c0ffee00-0000-4000-8000-000000000000',
    transcript_path: join(home, '.claude', 'projects', 'bench', 'session.jsonl'),
    cwd: project,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'git status && ls -la src | head -20', description: 'What is here, at a glance' },
    tool_use_id: 'toolu_0000000000000000000000',
  }),
)

const hook = [here('../bin/countersign-hook'), 'claude-code']
const CASES = [
  { name: 'node -e 0', command: [process.execPath, '-e', '0'], home },
  { name: 'sh -c :', command: ['/bin/sh', '-c', ':'], home },
  {
    name: 'hook through nc',
    command: hook,
    home,
    path: '/nonexistent',
    limit: 0.1,
    says: '"allow"',
    needs: ['/usr/bin/nc', '/bin/nc'],
  },
  {
    name: 'hook through curl',
    command: hook,
    home: withoutSocketsForNc(),
    limit: 1 / 3,
    says: '"allow"',
    needs: ['/usr/bin/curl', '/bin/curl'],
  },
]
  .filter(({ needs = [] }) => needs.length === 0 || needs.some(existsSync) || leftOut(needs))
  .map((one) => ({ ...one, times: [], ratios: [], cpu: 0 }))

const server = await start()
try {
  for (const one of CASES) check(one)
  for (let call = 0; call < CALLS_BEFORE; call += 10) await Promise.all(Array.from({ length: 10 }, ask))
  for (let round = 0; round < WARM_UP + Number(values.rounds); round++) {
    const taken = CASES.map(time)
    if (round < WARM_UP) continue
    for (const [index, one] of CASES.entries()) {
      one.times.push(taken[index].wall)
      one.ratios.push(taken[index].wall / taken[0].wall)
      one.cpu += taken[index].cpu
    }
  }
} finally {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.on('exit', resolve))
  rmSync(home, { recursive: true })
}

for (const { name, times, ratios, cpu, limit } of CASES) {
  const ratio = cpu / CASES[0].cpu
  const each = cpu / (AT_ONCE * Number(values.rounds))
  const said = limit === undefined ? '' : `, limit x${limit.toFixed(2)}`
  console.log(
    `${name.padEnd(18)} ${median(times).toFixed(2).padStart(7)} ms  x${median(ratios).toFixed(3)}` +
      `   CPU ${each.toFixed(2).padStart(6)} ms  x${ratio.toFixed(3)}${said}`,
  )
  if (values.assert && limit !== undefined && !(ratio <= limit)) process.exitCode = 1
}

function leftOut(needs) {
  console.log(`left out, for want of ${needs.join(' or ')}`)
  return false
}

/** A home whose server has only its socket for HTTP. */
function withoutSocketsForNc() {
  const other = join(home, 'other')
  const state = '.local/state/countersign'
  mkdirSync(join(other, state), { recursive: true })
  for (const name of ['server.sock', 'server.json']) symlinkSync(join(home, state, name), join(other, state, name))
  return other
}

async function start() {
  const child = spawn(process.execPath, [here('../bin/countersign.js'), 'serve', '--port', '0'], {
    cwd: home,
    env: { HOME: home, PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  while (!existsSync(join(home, '.local/state/countersign/server.json'))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return child
}

function ask() {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-countersign-project': project }
    const socketPath = join(home, '.local/state/countersign/server.sock')
    const sent = request({ socketPath, method: 'POST', path: '/v1/hooks/claude-code', headers }, (answer) =>
      answer.resume().on('end', resolve),
    )
    sent.on('error', reject)
    sent.end(readFileSync(payload))
  })
}

/** With no other programs on the path, only the measured way can be used. */
function run({ command, home: HOME, path: PATH = '/usr/bin:/bin' }, script) {
  return spawnSync('/bin/sh', ['-c', script, 'sh', ...command], {
    cwd: project,
    // Nothing from the caller's environment, since some variables alone slow every start of Node.
    env: { PATH, HOME, PAYLOAD: payload },
    timeout: 20_000,
  })
}

function check(one) {
  const { status, stdout, stderr } = run(one, '"$@" <"$PAYLOAD"')
  if (status !== 0 || !stdout.includes(one.says ?? ''))
    throw new Error(`${one.name} ended with ${status}: ${stdout}${stderr}`)
}

/** Milliseconds: the time of one start, and the CPU time of all. */
function time(one) {
  const starts = Array.from({ length: AT_ONCE }, () => '"$@" <"$PAYLOAD" >/dev/null || exit 1')
  const before = { wall: performance.now(), cpu: cpuTime(one) }
  const { status, stderr } = run(one, starts.join('\n'))
  const taken = { wall: (performance.now() - before.wall) / AT_ONCE, cpu: cpuTime(one) - before.cpu }
  if (status !== 0) throw new Error(`${one.name} ended with ${status}: ${stderr}`)
  return taken
}

/** The CPU time of all ended processes that this one has started, and of the server if it is used. */
function cpuTime({ says }) {
  const fields = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').map(Number)
  const [ours, its] = [fields('self'), fields(server.pid)]
  return TICK * (ours[13] + ours[14] + (says === undefined ? 0 : its[11] + its[12]))
}
