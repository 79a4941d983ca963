/**
 * Compares Countersign with its peers: the same rules, the same calls, one process, rounds interleaved, CPU time. Run
 * by `../run.mjs`, which has installed them.
 */

import { createEngine } from '../../dist/lib/index.js'
import { at, cpu, median } from '../clock.mjs'
import { matcher } from '../matching.mjs'
import { calls, rules } from '../stream.mjs'
import { casbin, casl, cedarWasm, gemini } from './peers.mjs'

const PLACE = { cwd: '/srv/project', home: '/home/user' }
/** With more rules than this, some of them take minutes to load. */
const MOST = { cedar: 1000, gemini: 10_000, casbin: 10_000, casl: 10_000 }
/** How often each call is timed when calls are timed one by one. */
const SINGLE_TIMES = 3

/**
 * Several streams in turn: a call that one round repeats from the round before was last seen thousands of calls
 * earlier.
 */
const LENGTH = 10_000
const stream = [11, 12, 13, 14].flatMap((seed) => calls(seed, LENGTH))
const items = splitBeforehand(stream)

/**
 * How the speed grows while V8 compiles more and more: rows of `{ made, rate }`, how many decisions were made before a
 * stream, and how many a CPU second during it. Our code for reading shell lines is much more than a peer's, so it takes
 * longer.
 */
export function warmUp(streams) {
  const engine = createEngine({ ...PLACE, policy: rules(10) })
  return Array.from({ length: streams }, (_, index) => {
    const list = calls(1000 + index, LENGTH)
    const time = cpu(() => list.forEach((call) => engine.decide(call)))
    return { made: index * LENGTH, rate: (LENGTH / time) * 1e6 }
  })
}

/** Rows of `{ name, parses, size, load, rate, p99 }`: milliseconds, decisions per CPU second, microseconds. */
export async function compare({ sizes, ...effort }) {
  const rows = []
  // One measurement is dropped, because the compiler works for longer than the first rounds take.
  await measure(sizes[0], effort)
  for (const size of sizes) rows.push(...(await measure(size, effort)))
  return rows
}

async function measure(size, { rounds, budget, singles }) {
  const policy = rules(size)
  const contestants = []
  const enter = async (name, parses, make) => {
    const before = process.cpuUsage()
    const decideOne = await make()
    const { user, system } = process.cpuUsage(before)
    contestants.push({ name, parses, decideOne, load: (user + system) / 1000, times: [], count: LENGTH })
  }
  await enter('Countersign', true, () => whole(policy))
  await enter('Countersign, calls read beforehand', false, () => matchOnly(policy))
  // The time to read the calls is not the time to load the rules.
  contestants.at(-1).load = undefined
  if (size <= MOST.casl) await enter('CASL', false, () => casl(policy))
  if (size <= MOST.casbin) await enter('casbin', false, () => casbin(policy))
  if (size <= MOST.cedar) await enter('Cedar', false, () => cedarWasm(policy))
  if (size <= MOST.gemini) await enter('Gemini CLI', true, () => gemini(policy))
  for (const one of contestants) one.count = await affordable(one, budget)
  for (let round = 0; round < rounds + 1; round++) {
    for (const one of contestants) {
      const time = await timed({ ...one, from: (round * LENGTH) % stream.length })
      if (round > 0) one.times.push(time / one.count)
    }
  }
  const measured = []
  for (const one of contestants) {
    const { name, parses, load, times } = one
    measured.push({ name, parses, size, load, rate: 1e6 / median(times), p99: await slowest(one, singles) })
  }
  return measured
}

function whole(policy) {
  const engine = createEngine({ ...PLACE, policy })
  return (_items, call) => engine.decide(call)
}

/** Only the part of the work that peers without a parser do. */
function matchOnly(policy) {
  const match = matcher(policy, stream.slice(0, LENGTH), PLACE)
  return (_items, _call, at) => match(at % LENGTH)
}

/** The 99th percentile of single calls. */
async function slowest({ decideOne, count }, singles) {
  const each = []
  for (let at = 0; at < Math.min(count, singles); at++) {
    const times = []
    for (let time = 0; time < SINGLE_TIMES; time++) times.push(await timed({ decideOne, from: at, count: 1 }))
    each.push(median(times))
  }
  return at(each, 0.99)
}

/** As many calls as fit into this many microseconds, once the compiler has seen some. */
async function affordable(one, budget) {
  for (one.count = 5; one.count < LENGTH; one.count = Math.min(2 * one.count, LENGTH))
    if ((await timed(one)) > budget / 2) break
  const each = (await timed(one)) / one.count
  return Math.max(10, Math.min(LENGTH, Math.floor(budget / each)))
}

async function timed({ decideOne, from = 0, count }) {
  const before = process.cpuUsage()
  for (let at = from; at < from + count; at++) {
    const answer = decideOne(items[at], stream[at], at)
    if (answer instanceof Promise) await answer
  }
  const { user, system } = process.cpuUsage(before)
  return user + system
}

function splitBeforehand(list) {
  const engine = createEngine(PLACE)
  return list.map((call) => {
    if (call.tool !== 'Bash')
      return [{ tool: call.tool.startsWith('mcp__') ? 'mcp' : call.tool, text: call.input.file_path ?? call.tool }]
    const { effects } = engine.decide(call).reading
    const runs = effects.filter(({ type }) => type === 'run')
    return runs.map(({ argv }) => ({ tool: 'Bash', text: argv.map((word) => word ?? '$').join(' ') }))
  })
}
