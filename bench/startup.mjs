/**
 * How long one `check`, one hook while no server runs, and one decision of the library take from start to exit,
 * compared with a bare `node -e 0`.
 *
 *     node bench/startup.mjs [--assert] [--runs N]
 *
 * Runs are interleaved, so that a busy machine slows all alike; medians are compared. Printed as well is the same in
 * CPU time (Linux), which other work on the machine hardly changes. With `--assert`, a ratio of medians above its limit
 * makes the exit code 1. The hook is what an agent calls: its shell script, Node, the decision, and its record on the
 * disk. Run `npm run build` first.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { median } from './clock.mjs'

const LIMITS = { check: 1.6, hook: 1.4 }
const { values } = parseArgs({ options: { assert: { type: 'boolean' }, runs: { type: 'string', default: '40' } } })
const cli = fileURLToPath(new URL('../bin/countersign.js', import.meta.url))
const shim = fileURLToPath(new URL('../bin/countersign-hook', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'countersign-startup-'))
const json = join(folder, 'policy.json')
const yaml = join(folder, 'policy.yaml')
writeFileSync(json, '{ "allow": ["shell(npm run:*)"], "deny": ["shell(sudo:*)"] }\n')
writeFileSync(yaml, 'allow: [ "shell(npm run:*)" ]\ndeny: [ "shell(sudo:*)" ]\n')

const payload = (command) =>
  JSON.stringify({
    session_id: 'bench',
    cwd: folder,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
  })

/** What an agent built on the library pays for it at its start. */
const library = JSON.stringify(import.meta.resolve('countersign'))
const call = `{ tool: 'Bash', input: { command: 'git status' } }`
const ENGINE = `
  import { createEngine } from ${library}
  createEngine({ cwd: '/srv', policy: { allow: ['shell(npm run:*)'] } }).decide(${call})
`
const GATE = `
  import { NOBODY, openGate } from ${library}
  const gate = await openGate({ cwd: process.env.HOME, home: process.env.HOME, asker: NOBODY })
  await gate.authorize(${call})
  await gate.close()
`

const node = process.execPath
const CASES = [
  { name: 'node -e 0', command: [node, '-e', '0'], status: 0 },
  { name: 'check, no policy file', of: 'check', command: [node, cli, 'check', 'git status'], status: 0 },
  {
    name: 'check --policy x.json',
    of: 'check',
    command: [node, cli, 'check', '--policy', json, 'npm run build'],
    status: 0,
  },
  { name: 'check --policy x.yaml', of: 'check', command: [node, cli, 'check', '--policy', yaml, 'sudo ls'], status: 4 },
  {
    name: 'check --batch, one line',
    of: 'check',
    command: [node, cli, 'check', '--batch'],
    status: 0,
    input: '{"tool":"Bash","input":{"command":"ls"}}\n',
  },
  {
    name: 'hook, no server',
    of: 'hook',
    command: [shim, 'claude-code'],
    status: 0,
    input: payload('git status && ls -la src | head -20'),
  },
  { name: 'library, one decision', command: [node, '--input-type=module', '--eval', ENGINE], status: 0 },
  { name: 'library, a gate, one', command: [node, '--input-type=module', '--eval', GATE], status: 0 },
  // This one opens the store, and a person has to answer anyway.
  {
    name: 'hook, no server, an ask',
    command: [shim, 'claude-code'],
    status: 0,
    input: payload('git status && npm run build'),
  },
].map((one) => ({ ...one, times: [], cpu: 0 }))

// The first run of each finds the disk cold, and a hook creates its database.
for (const one of CASES) time(one)
for (let run = 0; run < Number(values.runs); run++) {
  for (const one of CASES) {
    const before = cpuTime()
    one.times.push(time(one))
    one.cpu += cpuTime() - before
  }
}
rmSync(folder, { recursive: true })

const bare = median(CASES[0].times)
for (const { name, of, times, cpu } of CASES) {
  const ratio = median(times) / bare
  const limit = LIMITS[of]
  const said = limit === undefined ? '' : `, limit x${limit}`
  console.log(
    `${name.padEnd(26)} ${median(times).toFixed(1).padStart(7)} ms  x${ratio.toFixed(2)}` +
      `   CPU ${(cpu / times.length).toFixed(1).padStart(6)} ms  x${(cpu / CASES[0].cpu).toFixed(2)}${said}`,
  )
  if (values.assert && ratio > limit) process.exitCode = 1
}

function time({ command: [program, ...args], status, input, name }) {
  const start = performance.now()
  const ended = spawnSync(program, args, {
    cwd: folder,
    // Nothing from the caller's environment, since some variables alone slow every start of Node.
    env: { PATH: process.env.PATH, HOME: folder, COUNTERSIGN_NODE: node },
    input: input ?? '',
  })
  const took = performance.now() - start
  if (ended.status !== status) throw new Error(`${name} ended with ${ended.status}: ${ended.stderr}`)
  return took
}

/** The CPU time of all ended processes that this one has started, in milliseconds, in steps of ten. */
function cpuTime() {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ').map(Number)
  return 10 * (fields[13] + fields[14])
}
