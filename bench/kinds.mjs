/**
 * What a new line costs by its kind, in the midst of a stream of all kinds, where its code is not in the processor's
 * caches: mean of the wall clock without the slowest fiftieth, as a multiple of `cat FILE`, and its share of the whole.
 * It shows where work on speed would pay.
 *
 *     node bench/kinds.mjs
 *
 * Run `npm run build` first.
 */

import { createEngine } from '../dist/lib/index.js'
import { calls, rules } from './stream.mjs'

const PLACE = { cwd: '/srv/project', home: '/home/user' }
const WARM_UP = 30
const STREAMS = 60
/** The first that fits counts. */
const KINDS = [
  ['for f in FILE FILE; do wc …', /^for /u],
  ['echo "$(COMMAND)"', /^echo "\$\(/u],
  ['cd FOLDER && COMMAND', /^cd /u],
  ['COMMAND | head', /\| head/u],
  ['COMMAND 2>&1 | grep', /2>&1 \| grep/u],
  ['COMMAND > FILE 2>&1', /> \/tmp/u],
  ['COMMAND || COMMAND', / \|\| /u],
  ['COMMAND; COMMAND', /; /u],
  ['git SUBCOMMAND FILE', /^git \w+ \w+\//u],
  ['npm run SCRIPT', /^npm run \w+:/u],
  ['cat FILE', /^cat /u],
  ['ls FOLDER', /^ls /u],
  ['find FOLDER', /^find /u],
  ['rg WORD FOLDER', /^rg -n/u],
  ['sed -n', /^sed /u],
  ['pytest FILE', /^pytest -q/u],
  ['another PROGRAM SUBCOMMAND', /^/u],
]
const USUAL = 'cat FILE'

const times = new Map(KINDS.map(([name]) => [name, []]))
for (let stream = 0; stream < WARM_UP + STREAMS; stream++) {
  const engine = createEngine({ ...PLACE, policy: rules(10) })
  const lines = new Set(calls(700 + stream).flatMap(({ input }) => input.command ?? []))
  for (const command of lines) {
    const [kind] = KINDS.find(([, pattern]) => pattern.test(command))
    const before = performance.now()
    engine.decide({ tool: 'Bash', input: { command } })
    const time = performance.now() - before
    if (stream >= WARM_UP) times.get(kind).push(time)
  }
}

const rows = [...times].map(([name, all]) => ({ name, count: all.length, mean: mean(all) }))
const whole = rows.reduce((sum, { count, mean: each }) => sum + count * each, 0)
const usual = rows.find(({ name }) => name === USUAL).mean
console.log('| kind of line | times a `cat` | share of all |\n| --- | ---: | ---: |')
for (const { name, count, mean: each } of rows.toSorted((a, b) => b.mean - a.mean))
  console.log(
    `| ${name.replaceAll('|', '\\|')} | ${(each / usual).toFixed(1)} | ${((100 * count * each) / whole).toFixed(1)} % |`,
  )

/** A busy machine makes some a thousand times as slow. */
function mean(all) {
  const sound = all.toSorted((a, b) => a - b).slice(0, Math.floor(all.length * 0.98))
  return sound.reduce((sum, time) => sum + time, 0) / sound.length
}
