/**
 * What a decision costs, as ratios of CPU time: over the project's corpora and over the shell lines of a stream of
 * calls, compared with the bare parse of the same lines by unbash; and over that stream with 10 to 100,000 rules.
 * `--assert` fails above the limits, `--quick` does less.
 *
 * `cold`: no line was read before. `again`: lines an agent repeats.
 */

import { readFileSync } from 'node:fs'
import { parse } from 'unbash'
import { createEngine } from 'countersign'
import { cpu, interleaved, p99 } from './clock.mjs'
import { matcher } from './matching.mjs'
import { calls, patternCalls, rules } from './stream.mjs'

const CORPUS = new URL('../spec/corpus/', import.meta.url)
const CORPORA = ['readonly-benign', 'readonly-hostile', 'destructive', 'rule-evasion', 'allow-overreach']
const PLACE = { cwd: '/srv/project', home: '/home/user' }
const quick = process.argv.includes('--quick')
const SIZES = quick ? [10, 10_000] : [10, 100, 1000, 10_000, 100_000]
/**
 * Multiples of the bare parse (`again`, `stream`); microseconds (`p99`); share of the speed at ten rules, without and
 * with wildcards (`flat`, `flatWild`); speed for known calls as a multiple of that for calls that are partly new
 * (`known`).
 */
const LIMITS = { again: 5, stream: 5, p99: 300, flat: 0.8, flatWild: 0.25, known: 1.5 }

const failures = []
const corpora = measureCorpora()
const stream = measureStream()
const sizes = SIZES.map(measureSize)
const scale = measureScale(sizes)
report()

/** Compares the lines of each corpus with the bare parse of them, all in turn. */
function measureCorpora() {
  const corpora = CORPORA.map((name) => ({ name, lines: linesOf(name) }))
  const all = corpora.flatMap(({ lines }) => lines)
  const fresh = () =>
    createEngine({ ...PLACE, policy: { allow: ['shell(npm run:*)'], deny: ['shell(sudo:*)', 'read(.env)'] } })
  const decide = (engine, command) => engine.decide({ tool: 'Bash', input: { command } })
  const resident = fresh()
  const contestants = { again: () => () => all.forEach((line) => decide(resident, line)) }
  for (const { name, lines } of corpora) {
    contestants[`bare ${name}`] = () => () => lines.forEach((line) => parse(line))
    contestants[`cold ${name}`] = () => {
      const engine = fresh()
      return () => lines.forEach((line) => decide(engine, line))
    }
  }
  const times = interleaved(contestants, quick ? { rounds: 15, warmUp: 30 } : { rounds: 40, warmUp: 300 })
  const engines = Array.from({ length: 5 }, fresh)
  // Each line is new to the engine that decides it.
  const slowest = p99(all, (line, time) => decide(engines[time], line), engines.length)
  const rows = corpora.map(({ name, lines }) => ({
    name,
    lines: lines.length,
    bare: times[`bare ${name}`],
    cold: times[`cold ${name}`],
  }))
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0)
  const whole = { name: 'all of them', lines: all.length, bare: sum('bare'), cold: sum('cold') }
  return { rows: [...rows, whole], whole, again: times.again, p99: slowest }
}

function linesOf(name) {
  const calls = readFileSync(new URL(`${name}.jsonl`, CORPUS), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const lines = calls.map(({ command, call }) => command ?? call.input?.command)
  return [...new Set(lines.filter((line) => typeof line === 'string'))]
}

/**
 * The shell lines of streams, with a new stream in each round: as they come, about half of them for the second time;
 * each once; and each once with similar lines next to each other, which is the same work but finds its code in the
 * processor's caches (`docs/decisions/0008`).
 */
function measureStream() {
  const effort = quick ? { rounds: 5, warmUp: 5 } : { rounds: 15, warmUp: 40 }
  const coming = streamsOf(100, (list) => list.flatMap(({ input }) => input.command ?? []))
  const distinct = streamsOf(200, (list) => [...new Set(list.flatMap(({ input }) => input.command ?? []))])
  const sorted = streamsOf(200, (list) =>
    [...new Set(list.flatMap(({ input }) => input.command ?? []))].toSorted((a, b) => (a < b ? -1 : 1)),
  )
  const fresh = () => createEngine({ ...PLACE, policy: rules(10) })
  const resident = fresh()
  const decideAll = (engine, lines) => () =>
    lines.forEach((command) => engine.decide({ tool: 'Bash', input: { command } }))
  const parseAll = (lines) => () => lines.forEach((line) => parse(line))
  const times = interleaved(
    {
      bareComing: (round) => parseAll(coming(round)),
      coming: (round) => decideAll(resident, coming(round)),
      bareDistinct: (round) => parseAll(distinct(round)),
      distinct: (round) => decideAll(fresh(), distinct(round)),
      bareSorted: (round) => parseAll(sorted(round)),
      sorted: (round) => decideAll(fresh(), sorted(round)),
    },
    effort,
  )
  return [
    { name: 'as they come', lines: coming(0).length, bare: times.bareComing, cold: times.coming },
    { name: 'each once', lines: distinct(0).length, bare: times.bareDistinct, cold: times.distinct },
    { name: 'each once, sorted', lines: sorted(0).length, bare: times.bareSorted, cold: times.sorted },
  ]
}

/** What `make` returns for a stream, with another stream in each round. */
function streamsOf(seed, make) {
  const made = []
  return (round) => (made[round] ??= make(calls(seed + round)))
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
  return { count, load: load / 1000, heap, change: change / 2000, engine, policy }
}

/** Measures all sizes in turn, so that they are compared fairly, with a new stream in each round. */
function measureScale(measured) {
  const effort = quick ? { rounds: 5, warmUp: 4 } : { rounds: 11, warmUp: 8 }
  const coming = streamsOf(300, (list) => list)
  const distinct = streamsOf(400, (list) => [...new Map(list.map((call) => [JSON.stringify(call), call])).values()])
  const known = coming(0)
  const wilds = []
  const wild = (round) => (wilds[round] ??= patternCalls(500 + round))
  const all = (engine, list) => () => list.forEach((call) => engine.decide(call))
  const each = (make) => interleaved(Object.fromEntries(measured.map((one) => [one.count, make(one)])), effort)
  const times = {
    coming: each(
      ({ engine }) =>
        (round) =>
          all(engine, coming(round)),
    ),
    distinct: each(
      ({ engine }) =>
        (round) =>
          all(engine, distinct(round)),
    ),
    known: each(
      ({ engine }) =>
        () =>
          all(engine, known),
    ),
    wild: each(
      ({ engine }) =>
        (round) =>
          all(engine, wild(round)),
    ),
    matched: each(({ policy }) => {
      const match = matcher(policy, known, PLACE)
      return () => () => known.forEach((_, at) => match(at))
    }),
  }
  const rate = (name, count, calls) => (calls / times[name][count]) * 1e6
  return measured.map(({ count, load, heap, change, engine }) => ({
    count,
    load,
    heap,
    change,
    coming: rate('coming', count, known.length),
    distinct: rate('distinct', count, distinct(0).length),
    known: rate('known', count, known.length),
    wild: rate('wild', count, wild(0).length),
    matched: rate('matched', count, known.length),
    p99: p99(coming(1).slice(0, 3000), (call) => engine.decide(call), 5),
  }))
}

function report() {
  console.log('Shell lines read and decided, beside the bare parse of them by unbash (µs of CPU time a line)\n')
  console.log('| corpus, for the first time | lines | unbash | ours | times |\n| --- | ---: | ---: | ---: | ---: |')
  for (const row of corpora.rows) tell(row)
  console.log('\n| the stream | lines | unbash | ours | times |\n| --- | ---: | ---: | ---: | ---: |')
  for (const row of stream) tell(row)
  const again = corpora.again / corpora.whole.bare
  console.log(`\nA line of the corpora decided again: ${again.toFixed(2)} times the bare parse`)
  console.log(`p99 of a first decision: ${corpora.p99.toFixed(0)} µs\n`)
  console.log(
    '| rules | decisions per CPU second | each call new | each call known | new wildcards | read beforehand | p99 µs | load ms | heap MB | add or remove µs |',
  )
  console.log(`|${' ---: |'.repeat(10)}`)
  for (const row of scale) {
    const cells = [row.coming, row.distinct, row.known, row.wild, row.matched, row.p99].map((value) =>
      Math.round(value).toLocaleString('en'),
    )
    const rest = [row.load, row.heap, row.change].map((value) => value.toFixed(1))
    console.log(`| ${row.count.toLocaleString('en')} | ${[...cells, ...rest].join(' | ')} |`)
  }
  const flat = scale.at(-1).coming / scale[0].coming
  console.log(
    `\n${Math.round(flat * 100)} % of the speed at ten rules is left at ${scale.at(-1).count.toLocaleString('en')}`,
  )
  check(again <= LIMITS.again, `deciding again costs more than ${LIMITS.again} bare parses`)
  const coming = stream[0].cold / stream[0].bare
  check(coming <= LIMITS.stream, `a shell line of the stream costs more than ${LIMITS.stream} bare parses`)
  check(corpora.p99 <= LIMITS.p99, `p99 is above ${LIMITS.p99} µs`)
  check(flat >= LIMITS.flat, `more rules cost more than they should`)
  const flatWild = scale.at(-1).wild / scale[0].wild
  check(flatWild >= LIMITS.flatWild, `more rules cost paths with wildcards more than they should`)
  const known = scale[0].known / scale[0].coming
  check(known >= LIMITS.known, `calls that are known are decided only ${known.toFixed(1)} times as fast as others`)
  if (process.argv.includes('--assert') && failures.length > 0) {
    console.error(failures.join('\n'))
    process.exitCode = 1
  }
}

function tell({ name, lines, bare, cold }) {
  const cells = [bare / lines, cold / lines, cold / bare].map((value) => value.toFixed(2))
  console.log(`| ${[name, lines.toLocaleString('en'), ...cells].join(' | ')} |`)
}

function check(holds, otherwise) {
  if (!holds) failures.push(otherwise)
}
