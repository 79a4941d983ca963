/**
 * Every check of the project in one command: types, lint with the directions of imports, format, dead code, tests. All
 * of them run even if one fails; the last line counts them. `npm test -- NAME` runs only the tests of that name.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countTests } from './count-tests.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const filter = process.argv.slice(2)

const CHECKS = [
  ['types', 'tsc', ['-p', '.']],
  ['types of the page', 'tsc', ['-p', 'web']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['format', 'oxfmt', ['--check']],
  ['dead code', 'knip', []],
]

/** Tests that drive browsers, servers and other processes, or questions that end when their time is up. */
const WITH_PROCESSES = /^(test\/(browser|chaos|hook-shim)|src\/(adapters|cli|gate|server|store)\/)/u

let passed = 0
let failed = 0
if (filter.length === 0) {
  const ready = run(process.execPath, [join(root, 'scripts/setup-system.mjs')])
  const checks = CHECKS.map(([title, command, args]) => [title, run(join(root, 'node_modules/.bin', command), args)])
  for (const [title, check] of checks) {
    const { ok, text } = await check
    process.stdout.write(text)
    count(title, ok)
  }
  process.stderr.write((await ready).text)
}
const tests = countTests(root, filter, WITH_PROCESSES)
passed += tests.passed
failed += tests.failed
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1

function count(title, ok) {
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${title}\n`)
  if (ok) passed++
  else failed++
}

/** The checks run in parallel; the output of each is printed when it has ended. */
async function run(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (more) => (text += more))
  const [status] = await once(child, 'close')
  return { ok: status === 0, text }
}
