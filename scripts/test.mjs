/**
 * Every check of the project, in one command: types, lint with the directions of imports, format, dead code, tests.
 * All of them run even when one fails; the last line counts them. `npm test -- NAME` runs only the tests of that name.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const filter = process.argv.slice(2)

const CHECKS = [
  ['types', 'tsc', ['-p', '.']],
  ['types of the page', 'tsc', ['-p', 'web']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['format', 'oxfmt', ['--check']],
  ['dead code', 'knip', []],
]

let passed = 0
let failed = 0
if (filter.length === 0) {
  spawnSync(process.execPath, [join(root, 'scripts/setup-system.mjs')], { stdio: ['ignore', 2, 2] })
  for (const [title, command, args] of CHECKS) count(title, run(command, args))
}
const tests = runTests()
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

/** Vitest counts its tests in a report; a run that leaves none behind counts as one failure. */
function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-tests-'))
  const report = join(folder, 'report.json')
  try {
    const ok = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filter])
    const { numPassedTests, numFailedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'))
    if (numTotalTests === 0) return { passed: 0, failed: 1 }
    return { passed: numPassedTests, failed: ok ? numFailedTests : Math.max(1, numFailedTests) }
  } catch {
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
