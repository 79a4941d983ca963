/**
 * What a decision costs, as ratios of CPU time: over the project's corpora beside the bare parse of the same lines by
 * unbash, and over a stream of calls with 10 to 100,000 rules. `--assert` fails above the limits, `--quick` does less.
 *
 * `cold`: no line was read before. `again`: lines an agent repeats.
 */

import { readFileSync } from 'node:fs'
import { parse } from 'unbash'
import { createEngine } from 'countersign'
import { cpu, interleaved, p99 } from './clock.mjs'
import { calls, rules } from './stream.mjs'

const CORPUS = new URL('../spec/corpus/', import.meta.url)
const PLACE = { cwd: '/srv/project', home: '/home/user' }
const quick = process.argv.includes('--quick')
const SIZES = quick ? [10, 10_000] : [10, 100, 1000, 10_000, 100_000]
/** Times the bare parse; microseconds; share of the speed at ten rules. */
const LIMITS = { again: 5, p99: 300, flat: 0.8 }

const failures = []
const corpus = measureCorpus()
const sizes = SIZES.map(measureSize)
const scale = measureScale(sizes)
report()

function measureCorpus() {
  const lines = ['readonly-benign', 'readonly-hostile', 'destructive'].flatMap((name) =>
    readFileSync(new URL(`${name}.jsonl`, CORPUS), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).command),
  )
  const fresh = () =>
    createEngine({ ...PLACE, policy: { allow: ['shell(npm run:*)'], deny: ['shell(sudo:*)', 'read(.env)'] } })
  const decide = (engine, command) => engine.decide({ tool: 'Bash', input: { command } })
  const resident = fresh()
  const times = interleaved(
    {
      bare: () => () => lines.forEach((line) => parse(line)),
      cold: () => {
        const engine = fresh()
        return () => lines.forEach((line) => decide(engine, line))
      },
      again: () => () => lines.forEach((line) => decide(resident, line)),
    },
    quick ? { rounds: 15, warmUp: 30 } : { rounds: 40, warmUp: 300 },
  )
  const per = (name) => times[name] / lines.length
  const engines = Array.from({ length: 5 }, fresh)
  // Each line is new to the engine it is asked of.
  const slowest = p99(lines, (line, time) => decide(engines[time], line), engines.length)
  return { lines: lines.length, bare: per('bare'), cold: per('cold'), again: per('again'), p99: slowest }
}

function measureSize(count) {
  const policy = rules(count)
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  let engine
  const load = cpu(() => {
    engine = createEngine({ ...PLACE, policy })
  })
  globalThis.gc?.()
  const heap = (process.memoryUsage().heapUsed - before) / 2 ** 20
  const rule = { behavior: 'deny', rule: 'Bash(git push origin main:*)', source: { layer: 'session' } }
  const change = cpu(() => {
    for (let time = 0; time < 1000; time++) {
      engine.add(rule)
      engine.remove(rule)
    }
  })
  return { count, load: load / 1000, heap, change: change / 2000, engine }
}

/** All sizes in turn, so that they are compared fairly. */
function measureScale(measured) {
  const stream = calls()
  const distinct = [...new Map(stream.map((call) => [JSON.stringify(call), call])).values()]
  const run = (engine, list) => () => list.forEach((call) => engine.decide(call))
  const rounds = quick ? { rounds: 5, warmUp: 4 } : { rounds: 11, warmUp: 8 }
  const again = interleaved(
    Object.fromEntries(measured.map(({ count, engine }) => [count, () => run(engine, stream)])),
    rounds,
  )
  const cold = interleaved(
    Object.fromEntries(measured.map(({ count, engine }) => [count, () => run(engine.withAnswers([]), distinct)])),
    rounds,
  )
  return measured.map(({ count, load, heap, change, engine }) => ({
    count,
    load,
    heap,
    change,
    again: (stream.length / again[count]) * 1e6,
    cold: (distinct.length / cold[count]) * 1e6,
    p99: p99(stream.slice(0, 3000), (call) => engine.decide(call), 5),
  }))
}

function report() {
  const { bare, cold, again } = corpus
  const times = (value) => `${value.toFixed(2)} µs, ${(value / bare).toFixed(2)} times the bare parse`
  console.log(`${corpus.lines} lines of the corpora; unbash parses one in ${bare.toFixed(2)} µs`)
  console.log(`read and decided for the first time: ${times(cold)}`)
  console.log(`decided again:                       ${times(again)}`)
  console.log(`p99 of a first decision: ${corpus.p99.toFixed(0)} µs\n`)
  console.log(
    '| rules | decisions per CPU second | p99 µs | distinct calls only | load ms | heap MB | add or remove µs |',
  )
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const row of scale) {
    const cells = [row.again, row.p99, row.cold].map((value) => Math.round(value).toLocaleString('en'))
    const rest = [row.load, row.heap, row.change].map((value) => value.toFixed(1))
    console.log(`| ${row.count.toLocaleString('en')} | ${[...cells, ...rest].join(' | ')} |`)
  }
  const flat = scale.at(-1).again / scale[0].again
  console.log(
    `\n${Math.round(flat * 100)} % of the speed at ten rules is left at ${scale.at(-1).count.toLocaleString('en')}`,
  )
  check(again / bare <= LIMITS.again, `deciding again costs more than ${LIMITS.again} bare parses`)
  check(corpus.p99 <= LIMITS.p99, `p99 is above ${LIMITS.p99} µs`)
  check(flat >= LIMITS.flat, `more rules cost more than they should`)
  if (process.argv.includes('--assert') && failures.length > 0) {
    console.error(failures.join('\n'))
    process.exitCode = 1
  }
}

function check(holds, otherwise) {
  if (!holds) failures.push(otherwise)
}
