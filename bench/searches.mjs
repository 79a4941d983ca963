/**
 * What it costs to look at the files that a line searches, beside rules: as a multiple of listing the same folders.
 *
 *     node bench/searches.mjs [--assert] [--in FOLDER]
 *
 * In a folder that it makes (400 folders with 25 files each, all tracked by git), or in the given one. Prints milliseconds of CPU time, medians of
 * interleaved rounds in a warm process, and the ratio to a bare recursive `readdir` of what the command itself looks through. `--assert` fails
 * above the project's limits. Run `npm run build` first.
 */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createEngine } from 'countersign'
import { NODE_DISK } from '../dist/lib/gate/node-fs.js'
import { interleaved } from './clock.mjs'

/** For one to ten rules, and for hundreds. */
const LIMIT = 2.5
const LIMIT_OF_MANY = 4
const SOME = ['.env', 'secrets/**', '**/*.pem', '~/.ssh/**', '/etc/shadow', 'config/prod.*', '**/id_rsa', '**/.npmrc']
const POLICIES = {
  'no rules': [],
  '1 rule': SOME.slice(0, 1),
  '10 rules': [...SOME, './private/**', '**/*-key.json'],
  '300 rules': Array.from({ length: 300 }, (_, at) => `**/secret*${at}/**`),
}
const LINES = {
  'grep -rn foo .': { floor: '.', limited: true },
  'rg foo': { floor: '.', limited: false },
  'git grep foo': { floor: '.', limited: false },
  'wc -l $(git ls-files)': { floor: '.', limited: false },
  'grep -rn foo . | head; grep -rn bar .': { floor: '.', limited: true },
}

const { values } = parseArgs({ options: { assert: { type: 'boolean' }, in: { type: 'string' } } })
const cwd = realpathSync(values.in ?? madeFolder())
let failed = false
try {
  for (const [command, { floor, limited }] of Object.entries(LINES)) measure(command, join(cwd, floor), limited)
} finally {
  if (values.in === undefined) rmSync(cwd, { recursive: true })
}
if (values.assert && failed) {
  console.error('above the limits')
  process.exitCode = 1
}

function measure(command, floor, limited) {
  const deciding = Object.entries(POLICIES).map(([name, rules]) => {
    const policy = { deny: rules.map((one) => `read(${one})`) }
    const engine = createEngine({ policy, cwd, home: '/home/user', fs: NODE_DISK })
    return [name, () => () => engine.decide({ tool: 'Bash', input: { command } })]
  })
  const contestants = { bare: () => () => list(floor), ...Object.fromEntries(deciding) }
  const { bare, ...times } = interleaved(contestants, { rounds: 15, warmUp: 8 })
  const told = Object.entries(times).map(([name, time]) => `${name} ${ms(time)} (x${(time / bare).toFixed(2)})`)
  console.log(`${command.padEnd(38)} bare ${ms(bare)}; ${told.join(', ')}`)
  if (limited) failed ||= times['10 rules'] / bare > LIMIT || times['300 rules'] / bare > LIMIT_OF_MANY
}

function ms(time) {
  return `${(time / 1000).toFixed(1)} ms`
}

function list(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) list(`${folder}/${entry.name}`)
}

function madeFolder() {
  const top = mkdtempSync(join(tmpdir(), 'countersign-searches-'))
  for (let at = 0; at < 400; at++) {
    const folder = join(top, `package${at % 20}`, `part${at}`)
    mkdirSync(folder, { recursive: true })
    for (let file = 0; file < 25; file++)
      writeFileSync(join(folder, `module${file}.${file % 3 === 0 ? 'ts' : 'json'}`), '')
  }
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
  ]) {
    const { status, stderr } = spawnSync('git', args, { cwd: top, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args.join(' ')} ended with ${status}: ${stderr}`)
  }
  return top
}
