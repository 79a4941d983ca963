/**
 * A decision that needs no person, its audit record included, beside a bare append of the same bytes to a file with
 * fsync, in one run.
 *
 *     node bench/gate.mjs [--assert] [--rounds N] [--in-flight N]
 *
 * `steady`: 5,000 calls a second come in, whatever was answered; what counts is how long each waited. The bare file gets
 * what has come in with each fsync. `together`: 64 calls in flight, each waiting for its own answer; the bare file gets as
 * many lines with each fsync. `alone`: one call after the other, one fsync each. Rounds are interleaved, so that a busy
 * machine slows both alike; medians are compared. No two calls are alike. CPU time is that of all the process's threads.
 *
 * With `--assert`, exit code 1 when fewer than 5,000 decisions a second are made together, or when more than one in a hundred
 * of the steady ones waits longer than 5 ms; but only where the bare file reaches 10,000 lines a second and half of
 * those 5 ms in the same run: a disk below that cannot tell. Run `npm run build` first.
 *
 * Durability: SQLite's write-ahead log with `synchronous = full`. A decision leaves the gate after its record was
 * flushed; it survives the process being killed, and a power cut as far as the disk keeps what it was told to flush.
 */

import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { NOBODY, openGate } from 'countersign'
import { openStore } from '../dist/lib/store/open.js'

const LOT = 1_920
const ALONE = 100
const STEADY_MS = 600
const RATE = 5_000
const ENOUGH = 10_000
const SLOWEST_MS = 5

const { values } = parseArgs({
  options: {
    assert: { type: 'boolean' },
    rounds: { type: 'string', default: '9' },
    'in-flight': { type: 'string', default: '64' },
  },
})
const inFlight = Number(values['in-flight'])
const each = Math.ceil(LOT / inFlight)
const folder = mkdtempSync(join(tmpdir(), 'countersign-gate-'))
const [cwd, home] = [join(folder, 'project'), join(folder, 'home')]
for (const made of [cwd, home]) mkdirSync(made)
writeFileSync(join(cwd, 'countersign.yaml'), 'deny: [ "shell(sudo:*)", "read(.env)" ]\n')
const store = await openStore(join(folder, 'store.db'))
const policy = { allow: ['shell(npm run:*)', 'Read(src/**)'] }
const gate = await openGate({ cwd, home, store, managedDir: folder, policy, asker: NOBODY })
const file = openSync(join(folder, 'bare.jsonl'), 'a')

/** What an agent does all day. */
const CALLS = [
  (n) => ({ tool: 'Bash', input: { command: `npm run build -- --watch=false --seed=${n}` } }),
  (n) => ({ tool: 'Bash', input: { command: `git status --short | head -${n}` } }),
  (n) => ({ tool: 'Bash', input: { command: `sudo systemctl restart web${n}` } }),
  (n) => ({ tool: 'Read', input: { file_path: join(cwd, 'src', `part-${n}.ts`) } }),
]
let calls = 0

// Once around, warm, and for the size of the records.
await warmUp()
const records = await store.audit.read(101, 4)
const lines = records.map((record) => `${JSON.stringify(record)}\n`)
const line = lines.toSorted((a, b) => a.length - b.length)[2]

const NAMES = ['steady', 'bareSteady', 'together', 'bareTogether', 'alone', 'bareAlone']
const times = Object.fromEntries(NAMES.map((name) => [name, []]))
const waits = Object.fromEntries(NAMES.map((name) => [name, []]))
/** Microseconds of CPU time for one decision. */
const costs = []
for (let round = 0; round <= Number(values.rounds); round++) {
  const counts = round > 0
  await measure('bareSteady', counts, () => steady((count) => bare(1, count, []), waits.bareSteady))
  await measure('steady', counts, () =>
    steady((count) => Promise.all(Array.from({ length: count }, () => decide([]))), waits.steady),
  )
  await measure('bareTogether', counts, () => bare(each, inFlight, waits.bareTogether))
  await measure('together', counts, together)
  await measure('bareAlone', counts, () => bare(ALONE, 1, waits.bareAlone))
  await measure('alone', counts, alone)
}
await gate.close()
await store.close()
closeSync(file)
rmSync(folder, { recursive: true })

const lot = inFlight * each
const perSecond = (count, name) => (count * 1000) / at(times[name], 0.5)
const cost = at(costs, 0.5)
console.log(
  `a record of ${line.length} bytes and ${cost.toFixed(0)} µs of CPU time for each decision: ` +
    `${(1e6 / cost).toFixed(0)} audited decisions per CPU second`,
)
console.log(`steady    ${RATE} a second come in: ${waited('steady', 'bareSteady')}`)
tell('together', lot, 'bareTogether')
tell('alone', ALONE, 'bareAlone')
if (values.assert) assert()

function tell(name, count, bareName) {
  const ratio = perSecond(count, bareName) / perSecond(count, name)
  console.log(
    `${name.padEnd(9)} ${perSecond(count, name).toFixed(0)} decisions a second, ` +
      `bare file ${perSecond(count, bareName).toFixed(0)}: x${ratio.toFixed(1)}; ${waited(name, bareName)}`,
  )
}

function waited(name, bareName) {
  const figure = (part) => {
    const [ours, theirs] = [at(waits[name], part), at(waits[bareName], part)]
    return `${ours.toFixed(2)} ms (bare ${theirs.toFixed(2)}, x${(ours / theirs).toFixed(1)})`
  }
  return `p50 ${figure(0.5)}, p99 ${figure(0.99)}`
}

function assert() {
  const disk = perSecond(lot, 'bareTogether')
  if (disk < ENOUGH) {
    console.log(`cannot tell: this disk takes ${disk.toFixed(0)} lines a second by itself, ${ENOUGH} are needed`)
    return
  }
  const rate = perSecond(lot, 'together')
  const alone = 1e6 / at(costs, 0.5)
  if (rate < RATE && alone >= RATE) {
    console.log(
      `cannot tell: ${rate.toFixed(0)} a second, but others have the CPU; for it alone ${alone.toFixed(0)} are possible`,
    )
    return
  }
  if (rate < RATE) fail(`${rate.toFixed(0)} decisions a second, fewer than ${RATE}`)
  const [ours, theirs] = [at(waits.steady, 0.99), at(waits.bareSteady, 0.99)]
  if (ours <= SLOWEST_MS) return
  const told = `steady p99 is ${ours.toFixed(2)} ms, the bare file's ${theirs.toFixed(2)}`
  if (theirs > SLOWEST_MS / 2) console.log(`cannot tell: ${told}`)
  else fail(told)
}

function fail(why) {
  console.error(`outside the limits: ${why}`)
  process.exitCode = 1
}

async function decide(into) {
  const began = performance.now()
  const call = CALLS[++calls % CALLS.length](calls)
  const { verdict, code } = await gate.authorize(call)
  into.push(performance.now() - began)
  if (verdict === undefined || verdict.behavior === 'ask') throw new Error(`not decided by the policy alone: ${code}`)
}

async function warmUp() {
  for (let n = 0; n < 100; n++) await decide([])
  for (let n = 0; n < 100; n++) await Promise.all(Array.from({ length: inFlight }, () => decide([])))
}

/** How long each waited, from the moment it came in. */
async function steady(work, into) {
  const working = []
  const began = performance.now()
  for (let sent = 0; performance.now() - began < STEADY_MS;) {
    const due = Math.floor(((performance.now() - began) * RATE) / 1000) - sent
    if (due > 0) {
      const first = sent
      sent += due
      const told = () => {
        const now = performance.now() - began
        for (let n = first; n < first + due; n++) into.push(now - (n * 1000) / RATE)
      }
      working.push(Promise.resolve(work(due)).then(told))
    }
    await new Promise(setImmediate)
  }
  await Promise.all(working)
}

async function together() {
  const before = process.cpuUsage()
  const caller = async () => {
    for (let n = 0; n < each; n++) await decide(waits.together)
  }
  await Promise.all(Array.from({ length: inFlight }, caller))
  const { user, system } = process.cpuUsage(before)
  costs.push((user + system) / (inFlight * each))
}

async function alone() {
  for (let n = 0; n < ALONE; n++) await decide(waits.alone)
}

function bare(rounds, together, into) {
  for (let n = 0; n < rounds; n++) {
    const began = performance.now()
    writeSync(file, line.repeat(together))
    fsyncSync(file)
    into.push(performance.now() - began)
  }
}

/** The first round warms up. */
function measure(name, counts, work) {
  const began = performance.now()
  const result = work()
  const done = () => {
    if (counts) times[name].push(performance.now() - began)
    else waits[name].length = 0
  }
  return result instanceof Promise ? result.then(done) : done()
}

function at(list, part) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length * part)]
}
