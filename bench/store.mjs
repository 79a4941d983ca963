/**
 * Durable appends to the audit, compared with a bare append of the same bytes to a file with fsync, in one run.
 *
 *     node bench/store.mjs [--assert] [--at ADDRESS] [--rounds N]
 *
 * `together`: 64 callers, each waiting for its own acknowledgement; the store writes them in batches, the bare file
 * gets the same 64 lines and one fsync. `alone`: one caller, one fsync each. `steady`: 5,000 a second come in, whether
 * or not earlier ones were acknowledged; measured is how long each waited. Rounds are interleaved, so that a busy disk
 * slows both alike; medians are compared. With `--assert`, fewer than 5,000 a second or more than LIMIT times the bare
 * file makes the exit code 1. Run `npm run build` first; without `--at` the store is a SQLite file in the system's
 * temporary folder.
 */

import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openStore } from '../dist/lib/store/open.js'
import { seal } from '../dist/lib/store/seal.js'
import { at, median } from './clock.mjs'

const CALLERS = 64
const EACH = 30
const ALONE = 200
const STEADY_MS = 400
const RATE = 5000
const LIMIT = 25

const { values } = parseArgs({
  options: { assert: { type: 'boolean' }, at: { type: 'string' }, rounds: { type: 'string', default: '9' } },
})
const folder = mkdtempSync(join(tmpdir(), 'countersign-store-'))
const store = await openStore(values.at ?? join(folder, 'store.db'))
const file = openSync(join(folder, 'bare.jsonl'), 'a')
const record = {
  kind: 'decision',
  at: Date.now(),
  session: 'session-1',
  body: JSON.stringify({ tool: 'Bash', verdict: 'allow', trace: 'x'.repeat(600) }),
}
const line = `${JSON.stringify({ seq: 1, ...record, previous: '0'.repeat(64), hash: '0'.repeat(64) })}\n`

const times = { together: [], bareTogether: [], alone: [], bareAlone: [], steady: [], bareSteady: [] }
await together()
for (let round = 0; round < Number(values.rounds); round++) {
  times.bareTogether.push(clock(() => bare(EACH, CALLERS)))
  times.together.push(await clock(together))
  times.bareAlone.push(clock(() => bare(ALONE, 1)))
  times.alone.push(await clock(alone))
  times.bareSteady.push(...(await steady(async (lines) => bare(1, lines))))
  times.steady.push(...(await steady((lines) => Promise.all(Array.from({ length: lines }, append)))))
}
await store.close()
closeSync(file)
rmSync(folder, { recursive: true })

const perSecond = (CALLERS * EACH * 1000) / median(times.together)
const ratio = median(times.together) / median(times.bareTogether)
console.log(`together  ${perSecond.toFixed(0)} appends a second: x${ratio.toFixed(1)} of a bare file`)
console.log(
  `alone     ${((ALONE * 1000) / median(times.alone)).toFixed(0)} appends a second: ` +
    `x${(median(times.alone) / median(times.bareAlone)).toFixed(1)} of a bare file`,
)
for (const [name, part] of Object.entries({ p50: 0.5, p99: 0.99 })) {
  const [ours, theirs] = [at(times.steady, part), at(times.bareSteady, part)]
  console.log(`steady    ${name} ${ours.toFixed(2)} ms: x${(ours / theirs).toFixed(1)} of a bare file`)
}
console.log(`bare      ${((CALLERS * EACH * 1000) / median(times.bareTogether)).toFixed(0)} lines a second together`)
if (values.assert && (perSecond < RATE || ratio > LIMIT)) {
  console.error(`outside the limits: at least ${RATE} a second, at most x${LIMIT}`)
  process.exitCode = 1
}

function append() {
  return store.audit.append([record], seal)
}

async function together() {
  const caller = async () => {
    for (let n = 0; n < EACH; n++) await append()
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
}

async function alone() {
  for (let n = 0; n < ALONE; n++) await append()
}

/** How long each record waited from the moment it came in. */
async function steady(write) {
  const waits = []
  const writes = []
  const began = performance.now()
  for (let sent = 0; performance.now() - began < STEADY_MS;) {
    const due = Math.floor(((performance.now() - began) * RATE) / 1000) - sent
    const first = sent
    sent += due
    const told = (now) => {
      for (let n = first; n < first + due; n++) waits.push(now - began - (n * 1000) / RATE)
    }
    if (due > 0) writes.push(write(due).then(() => told(performance.now())))
    await new Promise(setImmediate)
  }
  await Promise.all(writes)
  return waits
}

function bare(times, lines) {
  for (let n = 0; n < times; n++) {
    writeSync(file, line.repeat(lines))
    fsyncSync(file)
  }
}

/** The time of the work in milliseconds; for a promise, until it has resolved. */
function clock(work) {
  const began = performance.now()
  const result = work()
  return result instanceof Promise ? result.then(() => performance.now() - began) : performance.now() - began
}
