/**
 * Runs the real agents and SDKs against the built gate, offline, and Countersign's own tests with other versions of
 * Node: `npm run compat [-- --group quick|slow|nodes|all] [NAME …]`.
 *
 * They are installed only here, by these lock files, because they weigh more than a gigabyte; `--install` does nothing
 * else. The last line counts the tests.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { countTests } from '../scripts/count-tests.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(here)
const GROUPS = { quick: ['.'], slow: ['slow', 'dialects'], nodes: ['nodes'], all: ['.', 'slow', 'dialects', 'nodes'] }
/** The tests that depend on Node: files, processes, sockets, SQLite, and the code that V8 compiled. */
const OF_NODE = ['src/store', 'src/policy', 'src/gate', 'src/adapters', 'src/server', 'src/cli', 'test/hook-shim']
/** All of these tests drive clients, which are processes of their own. */
const EVERY = /(?:)/u

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { group: { type: 'string', default: 'quick' }, install: { type: 'boolean', default: false } },
})
const folders = GROUPS[values.group]
if (folders === undefined) {
  process.stderr.write(`There is no group ${values.group}: ${Object.keys(GROUPS).join(', ')}.\n`)
  process.exit(2)
}
run('node', ['scripts/setup.mjs'], root)
let passed = 0
let failed = 0
// What the tests of clients need is installed with the quick ones.
if (values.group !== 'nodes') install(here)
if (values.install) for (const folder of folders) install(join(here, folder))
if (values.install) process.exit()
for (const folder of folders) {
  const place = join(here, folder)
  install(place)
  if (folder === 'nodes') for (const node of nodesIn(place)) count(countTests(root, wanted(OF_NODE), EVERY, node))
  else count(countTests(place, positionals, EVERY))
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1

function count(counts) {
  passed += counts.passed
  failed += counts.failed
}

function wanted(files) {
  return positionals.length > 0 ? positionals : files
}

function nodesIn(place) {
  const packages = join(place, 'node_modules')
  const nodes = readdirSync(packages).filter((name) => name.startsWith('node-'))
  if (nodes.length === 0) process.stdout.write('No other Node is there for this kind of machine.\n')
  return nodes.map((name) => join(packages, name, 'bin', 'node'))
}

/**
 * Tries again after a failure, since the registry is far and the clients are large. Uses `install`, which goes by the
 * lock file too: `ci` requires every platform's part of a client to be in the registry, and not all are.
 */
function install(place) {
  const installed = join(place, 'node_modules', '.package-lock.json')
  if (existsSync(installed) && modified(installed) >= modified(join(place, 'package-lock.json'))) return
  process.stderr.write('Installing the clients …\n')
  for (let attempt = 1; attempt <= 3; attempt++) {
    if (run('npm', ['install', '--no-save', '--no-progress', '--ignore-scripts', '--loglevel=error'], place)) return
  }
  process.stderr.write('The clients could not be installed.\n')
  process.stdout.write('\n0 passed, 1 failed\n')
  process.exit(1)
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  return status === 0
}

function modified(file) {
  return statSync(file).mtimeMs
}
