/**
 * A decision that needs no person, including its audit record, compared with a bare append of the same bytes to a file
 * with fsync, in one run.
 *
 *     node bench/gate.mjs [--assert] [--rounds N] [--in-flight N]
 *
 * `open`: 5,000 calls a second come in, whether or not earlier ones were answered; measured is how long each waited
 * from the moment it was due. The bare file appends what has come in with each fsync. `closed`: 16 calls in flight (or
 * the given number), each waiting for its own answer; the bare file appends as many lines with each fsync. `alone`: one
 * call after another, one fsync each. Rounds are interleaved, so that a busy machine slows both alike; medians are
 * compared. No two calls are alike. CPU time is that of all the process's threads in the closed loop, and again with
 * 128 calls in flight, where more of them share a flush.
 *
 * With `--assert`, the exit code is 1 if fewer than 5,000 decisions a second are made, if more than one in a hundred
 * waits longer than 5 ms in either loop, or if a decision takes more than LIMIT times the CPU time of deciding alone.
 * This applies only if the machine is fit for it: in the same run the bare file must reach 10,000 lines a second and
 * half of those 5 ms, and no other program may use much of the CPU. Run `npm run build` first.
 *
 * Durability: SQLite's write-ahead log with `synchronous = full`. A decision leaves the gate after its record was
 * flushed; it survives the process being killed, and a power cut as far as the disk keeps what it was told to flush.
 */

import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createEngine, NOBODY, openGate } from 'countersign'
import { openStore } from '../dist/lib/store/open.js'
import { at } from './clock.mjs'

const LOT = 1_920
const ALONE = 100
const WARM_UP = 25_000
const OPEN_MS = 600
const RATE = 5_000
const ENOUGH = 10_000
const SLOWEST_MS = 5
const LIMIT = 8
const MANY = 128

const { values } = parseArgs({
  options: {
    assert: { type: 'boolean' },
    rounds: { type: 'string', default: '9' },
    'in-flight': { type: 'string', default: '16' },
  },
})
const inFlight = Number(values['in-flight'])
const each = Math.ceil(LOT / inFlight)
const lot = inFlight * each
const folder = mkdtempSync(join(tmpdir(), 'countersign-gate-'))
const [cwd, home] = [join(folder, 'project'), join(folder, 'home')]
for (const made of [cwd, home]) mkdirSync(made)
const deny = ['shell(sudo:*)', 'read(.env)']
const allow = ['shell(npm run:*)', 'Read(src/**)']
writeFileSync(join(cwd, 'countersign.yaml'), `deny: ${JSON.stringify(deny)}\n`)
const store = await openStore(join(folder, 'store.db'))
const gate = await openGate({ cwd, home, store, managedDir: folder, policy: { allow }, asker: NOBODY })
const engine = createEngine({ policy: { allow, deny }, cwd, home })
const file = openSync(join(folder, 'bare.jsonl'), 'a')

/** Typical calls of an agent. */
const CALLS = [
  (n) => ({ tool: 'Bash', input: { command: `npm run build -- --watch=false --seed=${n}` } }),
  (n) => ({ tool: 'Bash', input: { command: `git status --short | head -${n}` } }),
  (n) => ({ tool: 'Bash', input: { command: `sudo systemctl restart web${n}` } }),
  (n) => ({ tool: 'Read', input: { file_path: join(cwd, 'src', `part-${n}.ts`) } }),
]
let calls = 0

// Warms up once, and takes records to learn their size.
await warmUp()
const records = await store.audit.read(101, 4)
const lines = records.map((record) => `${JSON.stringify(record)}\n`)
const line = lines.toSorted((a, b) => a.length - b.length)[2]

const NAMES = ['open', 'bareOpen', 'closed', 'bareClosed', 'alone', 'bareAlone']
const times = Object.fromEntries(NAMES.map((name) => [name, []]))
const waits = Object.fromEntries(NAMES.map((name) => [name, []]))
/**
 * Microseconds of CPU time for one call: decided and recorded, decided alone, appended bare; and the share of a CPU
 * that this process had.
 */
const costs = { audited: [], many: [], decided: [], bare: [], share: [] }
for (let round = 0; round <= Number(values.rounds); round++) {
  const counts = round > 0
  await measure('bareOpen', counts, () => arriving((count) => bare(1, count, []), waits.bareOpen))
  await measure('open', counts, () => arriving(decideMany, waits.open))
  await measure('bareClosed', counts, () => charged(costs.bare, counts, () => bare(each, inFlight, waits.bareClosed)))
  await measure('closed', counts, () => charged(costs.audited, counts, () => closedLoop(inFlight, waits.closed)))
  await charged(costs.many, counts, () => closedLoop(MANY, []))
  await charged(costs.decided, counts, decideOnly)
  await measure('bareAlone', counts, () => bare(ALONE, 1, waits.bareAlone))
  await measure('alone', counts, alone)
}
await gate.close()
await store.close()
closeSync(file)
rmSync(folder, { recursive: true })

const perSecond = (count, name) => (count * 1000) / at(times[name], 0.5)
const [audited, many, decided, flushed] = ['audited', 'many', 'decided', 'bare'].map((name) => at(costs[name], 0.5))
console.log(
  `CPU       ${(1e6 / audited).toFixed(0)} audited decisions per CPU second with ${inFlight} in flight, ` +
    `${(1e6 / many).toFixed(0)} with ${MANY}: ${audited.toFixed(1)} and ${many.toFixed(1)} µs each, ` +
    `x${(audited / decided).toFixed(1)} of deciding alone (${decided.toFixed(1)} µs), ` +
    `x${(audited / flushed).toFixed(1)} of a bare durable append of ${line.length} bytes (${flushed.toFixed(1)} µs)`,
)
console.log(`open      ${RATE} a second come in: ${waited('open', 'bareOpen')}`)
tell('closed', lot, 'bareClosed')
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
  if (audited > LIMIT * decided)
    fail(`${audited.toFixed(1)} µs for what takes ${decided.toFixed(1)} µs to decide, more than x${LIMIT}`)
  const disk = perSecond(lot, 'bareClosed')
  if (disk < ENOUGH) return cannotTell(`this disk takes ${disk.toFixed(0)} lines a second by itself, not ${ENOUGH}`)
  const share = at(costs.share, 0.5)
  if (share < 0.9) return cannotTell(`others have the CPU: of a second of deciding we had ${share.toFixed(2)}`)
  const rate = perSecond(lot, 'closed')
  if (rate < RATE) fail(`${rate.toFixed(0)} decisions a second, fewer than ${RATE}`)
  const noise = Math.max(at(waits.bareOpen, 0.99), at(waits.bareClosed, 0.99))
  for (const name of ['open', 'closed']) {
    const ours = at(waits[name], 0.99)
    if (ours <= SLOWEST_MS) continue
    const told = `${name} p99 is ${ours.toFixed(2)} ms, the bare file's up to ${noise.toFixed(2)}`
    if (noise > SLOWEST_MS / 2) cannotTell(told)
    else fail(told)
  }
}

function cannotTell(why) {
  console.log(`cannot tell: ${why}`)
}

function fail(why) {
  console.error(`outside the limits: ${why}`)
  process.exitCode = 1
}

function nextCall() {
  return CALLS[++calls % CALLS.length](calls)
}

async function decide(into) {
  const began = performance.now()
  const { verdict, code } = await gate.authorize(nextCall())
  into.push(performance.now() - began)
  if (verdict === undefined || verdict.behavior === 'ask') throw new Error(`not decided by the policy alone: ${code}`)
}

function decideMany(count) {
  return Promise.all(Array.from({ length: count }, () => decide([])))
}

function decideOnly() {
  const began = performance.now()
  const before = process.cpuUsage()
  for (let n = 0; n < lot; n++) engine.decide(nextCall(), [])
  const { user, system } = process.cpuUsage(before)
  costs.share.push((user + system) / 1000 / (performance.now() - began))
}

/** Runs until the compiler has done its work. */
async function warmUp() {
  for (let n = 0; n < 100; n++) await decide([])
  for (let n = 0; n < WARM_UP; n += inFlight) await decideMany(inFlight)
  for (let n = 0; n < WARM_UP; n++) engine.decide(nextCall(), [])
}

/**
 * How long each call waited from the moment it was due. The clock is read every millisecond, because a busy loop would
 * use up the CPU.
 */
async function arriving(work, into) {
  const working = []
  const began = performance.now()
  for (let sent = 0; performance.now() - began < OPEN_MS;) {
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
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(working)
}

async function closedLoop(together, into) {
  const caller = async () => {
    for (let n = 0; n < lot / together; n++) await decide(into)
  }
  await Promise.all(Array.from({ length: together }, caller))
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

/** The CPU time of one call out of many. */
async function charged(into, counts, work) {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  if (counts) into.push((user + system) / lot)
}

/** The first round only warms up. */
async function measure(name, counts, work) {
  const began = performance.now()
  await work()
  if (counts) times[name].push(performance.now() - began)
  else waits[name].length = 0
}
