/**
 * Countersign beside its peers: the same rules, the same calls, one process, rounds interleaved, CPU time. Prints tables
 * and writes `../RESULTS.md` and `../cost.svg`. `--quick` measures less and fails when a peer that parses comes too near.
 */

import { writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { createEngine } from '../../dist/lib/index.js'
import { compile } from '../../dist/lib/engine/compile.js'
import { decide } from '../../dist/lib/engine/decide.js'
import { policyFrom } from '../../dist/lib/policy/inline.js'
import { canonicalTool } from '../../dist/lib/vocabulary/canonical.js'
import { median } from '../clock.mjs'
import { calls, rules } from '../stream.mjs'
import { casbin, casl, cedarWasm, gemini } from './peers.mjs'
import { page, plot } from './report.mjs'

const quick = process.argv.includes('--quick')
const SIZES = quick ? [100] : [10, 100, 1000, 10_000, 100_000]
const ROUNDS = quick ? 3 : 5
/** Against a peer that parses, at 100 rules. */
const LEAST_LEAD = 20
const PLACE = { cwd: '/srv/project', home: '/home/user' }
/** More rules than this take some of them minutes to load. */
const MOST = { cedar: 1000, gemini: 10_000, casbin: 10_000, casl: 10_000 }

const stream = calls()
const items = await splitBeforehand(stream)
const rows = []
for (const size of SIZES) rows.push(...(await measure(size)))
const busy = `${availableParallelism()} cores, load average ${loadavg()[1].toFixed(0)}`
const table = {}
for (const row of rows) (table[row.name] ??= []).push(row)
console.log(page(table, SIZES, busy))
if (!quick) {
  writeFileSync(new URL('../RESULTS.md', import.meta.url), page(table, SIZES, busy))
  writeFileSync(new URL('../cost.svg', import.meta.url), plot(table, SIZES))
}
const ours = table['Countersign'].find(({ size }) => size === 100)
const nearest = table['Gemini CLI'].find(({ size }) => size === 100)
if (quick && ours.rate < LEAST_LEAD * nearest.rate) {
  console.error(`less than ${LEAST_LEAD} times as fast as a peer that parses, too`)
  process.exitCode = 1
}

async function measure(size) {
  const policy = rules(size)
  const contestants = []
  const enter = async (name, parses, make) => {
    const before = process.cpuUsage()
    const decideOne = await make()
    const { user, system } = process.cpuUsage(before)
    contestants.push({ name, parses, decideOne, load: (user + system) / 1000, times: [], count: stream.length })
  }
  await enter('Countersign', true, () => whole(policy))
  await enter('Countersign, calls read beforehand', false, () => matchOnly(policy))
  // What it took to read the calls is not what it takes to load the rules.
  contestants.at(-1).load = undefined
  if (size <= MOST.casl) await enter('CASL', false, () => casl(policy))
  if (size <= MOST.casbin) await enter('casbin', false, () => casbin(policy))
  if (size <= MOST.cedar) await enter('Cedar', false, () => cedarWasm(policy))
  if (size <= MOST.gemini) await enter('Gemini CLI', true, () => gemini(policy))
  for (const one of contestants) one.count = await affordable(one)
  for (let round = 0; round < ROUNDS + 1; round++) {
    for (const one of contestants) {
      const time = await timed(one)
      if (round > 0) one.times.push(time / one.count)
    }
  }
  return contestants.map(({ name, parses, load, times }) => ({
    name,
    parses,
    size,
    load,
    rate: 1e6 / median(times),
  }))
}

function whole(policy) {
  const engine = createEngine({ ...PLACE, policy })
  return (_items, call) => engine.decide(call)
}

/** The part that the peers without a parser do. */
function matchOnly(policy) {
  const engine = createEngine({ ...PLACE, policy })
  const readings = new Map(stream.map((call) => [call, engine.decide(call).reading]))
  const context = { cwd: PLACE.cwd, root: PLACE.cwd, home: PLACE.home, tools: [] }
  const world = { root: PLACE.cwd, home: PLACE.home, caseInsensitive: false, tool: canonicalTool }
  const compiled = compile(policyFrom(policy, context), world)
  const now = { now: Date.now() }
  return (_items, call) => decide(readings.get(call), compiled, now)
}

/** As many calls as take about half a second. */
async function affordable(one) {
  one.count = 5
  await timed(one)
  one.count = 20
  const each = (await timed(one)) / one.count
  return Math.max(10, Math.min(stream.length, Math.floor((quick ? 2e5 : 5e5) / each)))
}

async function timed({ decideOne, count }) {
  const before = process.cpuUsage()
  for (let at = 0; at < count; at++) {
    const answer = decideOne(items[at], stream[at])
    if (answer instanceof Promise) await answer
  }
  const { user, system } = process.cpuUsage(before)
  return user + system
}

async function splitBeforehand(list) {
  const engine = createEngine(PLACE)
  return list.map((call) => {
    if (call.tool !== 'Bash')
      return [{ tool: call.tool.startsWith('mcp__') ? 'mcp' : call.tool, text: call.input.file_path ?? call.tool }]
    const { effects } = engine.decide(call).reading
    const runs = effects.filter(({ type }) => type === 'run')
    return runs.map(({ argv }) => ({ tool: 'Bash', text: argv.map((word) => word ?? '$').join(' ') }))
  })
}
