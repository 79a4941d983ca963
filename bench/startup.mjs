/**
 * How long one `check` takes from start to exit, beside a bare `node -e 0`.
 *
 *     node bench/startup.mjs [--assert] [--runs N]
 *
 * Runs are interleaved, so that a busy machine slows both alike; medians are compared. With `--assert` a ratio of 1.6
 * or more is exit code 1. Run `npm run build` first.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const LIMIT = 1.6
const { values } = parseArgs({ options: { assert: { type: 'boolean' }, runs: { type: 'string', default: '40' } } })
const cli = fileURLToPath(new URL('../bin/countersign.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'countersign-startup-'))
const json = join(folder, 'policy.json')
const yaml = join(folder, 'policy.yaml')
writeFileSync(json, '{ "allow": ["shell(npm run:*)"], "deny": ["shell(sudo:*)"] }\n')
writeFileSync(yaml, 'allow: [ "shell(npm run:*)" ]\ndeny: [ "shell(sudo:*)" ]\n')

const CASES = [
  { name: 'node -e 0', args: ['-e', '0'], status: 0 },
  { name: 'check, no policy file', args: [cli, 'check', 'git status'], status: 0 },
  { name: 'check --policy x.json', args: [cli, 'check', '--policy', json, 'npm run build'], status: 0 },
  { name: 'check --policy x.yaml', args: [cli, 'check', '--policy', yaml, 'sudo ls'], status: 4 },
  {
    name: 'check --batch, one line',
    args: [cli, 'check', '--batch'],
    status: 0,
    input: '{"tool":"Bash","input":{"command":"ls"}}\n',
  },
].map((one) => ({ ...one, times: [] }))

for (let run = 0; run < Number(values.runs); run++) for (const one of CASES) one.times.push(time(one))
rmSync(folder, { recursive: true })

const bare = median(CASES[0].times)
let worst = 0
for (const { name, times } of CASES) {
  const ratio = median(times) / bare
  worst = Math.max(worst, ratio)
  console.log(`${name.padEnd(26)} ${median(times).toFixed(1).padStart(7)} ms  x${ratio.toFixed(2)}`)
}
console.log(`worst x${worst.toFixed(2)}, limit x${LIMIT}`)
if (values.assert && worst >= LIMIT) process.exitCode = 1

function time({ args, status, input, name }) {
  const start = performance.now()
  const ended = spawnSync(process.execPath, args, {
    cwd: folder,
    // Nothing of the caller's: some variables alone slow every start of Node.
    env: { PATH: process.env.PATH, HOME: folder },
    input: input ?? '',
  })
  const took = performance.now() - start
  if (ended.status !== status) throw new Error(`${name} ended with ${ended.status}: ${ended.stderr}`)
  return took
}

function median(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]
}
