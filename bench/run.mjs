/**
 * `npm run bench`: compares Countersign with its peers, and measures its start-up and its size; prints everything, and
 * writes `RESULTS.md` and `cost.svg`. `--quick` only compares, in less than two minutes, and fails if a lead is lost,
 * measured by ratios of one run and never by a time. `--install` only installs the peers.
 */

import { spawnSync } from 'node:child_process'
import { lstatSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { sizes } from './size.mjs'

/** Microseconds for each round of each contestant, and how many calls are timed one by one. */
const FULL = { sizes: [10, 100, 1000, 10_000, 100_000], rounds: 5, budget: 5e5, singles: 1000 }
const QUICK = { sizes: [100, 100_000], rounds: 5, budget: 2e5, singles: 100 }
/** Streams that are decided before anything is compared. */
const WARM_UP = 60
/**
 * How many times as fast as a peer's a decision must be at 100 rules. The aim is 20 for a peer that parses; the limit
 * is half of the worst value on a busy machine, so that only a real loss fails.
 */
const LEADS = { 'Gemini CLI': 5, casbin: 4, Cedar: 8 }
/** The share of the speed at 100 rules that must remain at 100,000: a scan of all rules would leave a thousandth. */
const FLAT = 0.4
const TURNS = 3
/** Each of these scripts prints the cost of a start. */
const STARTS = ['startup.mjs', 'hook.mjs']

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const quick = process.argv.includes('--quick')

prepare()
if (process.argv.includes('--install')) process.exit()
// Imported only now, because the peers have just been installed.
const { compare, warmUp } = await import(new URL('peers/compare.mjs', import.meta.url).href)
const { byName, growth, plot, section } = await import(new URL('peers/report.mjs', import.meta.url).href)
if (quick) await assertLead()
else await writeResults()

function prepare() {
  run(process.execPath, [here('../scripts/setup.mjs')], here('..'))
  const age = (path) => statSync(here(path), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (age('peers/node_modules/.package-lock.json') >= age('peers/package-lock.json')) return
  // npm would first empty the folder to which the link leads.
  if (lstatSync(here('peers/node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Error('bench/peers/node_modules is a link: run `npm ci` where it belongs')
  run('npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], here('peers'))
}

/** Measures again if a lead is not reached, since a busy moment is no loss. */
async function assertLead() {
  let lost = []
  for (let turn = 0; turn < TURNS; turn++) {
    const table = byName(await compare(QUICK))
    console.log(section(table, QUICK.sizes))
    lost = lostIn(table)
    if (lost.length === 0) return
    console.log(lost.join('\n'))
  }
  console.error(`FAILED in ${TURNS} turns: ${lost.join('; ')}`)
  process.exitCode = 1
}

function lostIn(table) {
  const rate = (name, size) => table[name].find((row) => row.size === size).rate
  const ours = rate('Countersign', 100)
  const flat = rate('Countersign', 100_000) / ours
  const behind = Object.entries(LEADS).flatMap(([name, lead]) => {
    const times = ours / rate(name, 100)
    return times >= lead ? [] : [`${times.toFixed(1)} times as fast as ${name}, not ${lead}`]
  })
  return flat >= FLAT ? behind : [...behind, `at 100,000 rules ${flat.toFixed(2)} of the speed at 100, not ${FLAT}`]
}

async function writeResults() {
  const warming = warmUp(WARM_UP)
  const table = byName(await compare(FULL))
  const starts = STARTS.map((script) => run(process.execPath, [here(script)], here('..')).trim())
  const text = `# Results

Written by \`npm run bench\`. Trust ratios, not third digits: the machine had ${availableParallelism()} cores (${process.arch}) and a load
average of ${loadavg()[1].toFixed(0)} at the end.

${section(table, FULL.sizes)}
${growth(warming)}
## Start-up

Each a process of its own, beside a bare \`node -e 0\` in the same run; the clock on the wall, medians.

\`\`\`
${starts.join('\n\n')}
\`\`\`

## Size

${sizes()}
`
  console.log(text)
  writeFileSync(here('RESULTS.md'), text)
  writeFileSync(here('cost.svg'), plot(table, FULL.sizes))
}

/** Runs a command and returns its output. */
function run(command, args, cwd) {
  const { status, stdout, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? `code ${status}`}`)
  return stdout
}
