/**
 * Every check of the project, in one command: types, lint with the directions of imports, format, dead code, tests.
 * All of them run even when one fails; the last line counts them. `npm test -- NAME` runs only the tests of that name.
 */

import { spawnSync } from 'node:child_process'
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

/** Tests that drive browsers, servers and other processes. */
const WITH_PROCESSES = /^(test\/(browser|chaos|hook-shim)|src\/(store|server|cli)\/)/u

let passed = 0
let failed = 0
if (filter.length === 0) {
  spawnSync(process.execPath, [join(root, 'scripts/setup-system.mjs')], { stdio: ['ignore', 2, 2] })
  for (const [title, command, args] of CHECKS) count(title, run(command, args))
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

function run(command, args) {
  const { status } = spawnSync(join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return status === 0
}
