/** Part of the test commands: a run of Vitest, counted. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = dirname(dirname(fileURLToPath(import.meta.url)))
/** If more files fail than this, the cause is not a machine that was busy for a moment. */
const MOST_AGAIN = 3

/**
 * How many tests in this place passed and failed. A run that leaves no report, or finds no test, counts as one failure.
 *
 * `again`: files that drive browsers, servers and other processes, which a busy machine can disturb. One that fails is
 * run once more, alone, and its second result counts; the first failure is reported. All others have one attempt: what
 * a property test has found it may not find again.
 *
 * `node`: the Node that runs the tests and that the programs they start will find.
 */
export function countTests(place, args, again, node = process.execPath) {
  const first = runVitest(place, args, node)
  if (first === undefined || first.tests === 0) return { passed: 0, failed: 1 }
  const shaken = first.files.filter(({ ok }) => !ok)
  const isBusy = shaken.length > 0 && shaken.length <= MOST_AGAIN && shaken.every(({ file }) => again.test(file))
  if (!isBusy) return first
  const names = shaken.map(({ file }) => file)
  process.stdout.write(`\nOnce more, alone: ${names.join(' ')}\n`)
  const second = runVitest(place, [...names, '--no-file-parallelism'], node)
  if (second === undefined || second.tests === 0) return first
  for (const name of shaken.flatMap(({ failures }) => failures))
    process.stdout.write(
      `${second.failed === 0 ? 'Failed, and passed the second time' : 'Failed, and was run again'}: ${name}\n`,
    )
  const before = shaken.reduce((sum, { passed }) => sum + passed, 0)
  return { passed: first.passed - before + second.passed, failed: second.failed }
}

function runVitest(place, args, node) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-tests-'))
  const report = join(folder, 'report.json')
  try {
    const vitest = join(project, 'node_modules/vitest/vitest.mjs')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { status } = spawnSync(node, [vitest, 'run', '--root', place, ...reporters, ...args], {
      cwd: project,
      env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    return counted(place, JSON.parse(readFileSync(report, 'utf8')), status === 0)
  } catch {
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function counted(place, { numPassedTests, numFailedTests, numTotalTests, testResults }, ok) {
  return {
    tests: numTotalTests,
    passed: numPassedTests,
    failed: ok ? numFailedTests : Math.max(1, numFailedTests),
    files: testResults.map(({ name, status, assertionResults }) => {
      const names = (wanted) =>
        assertionResults.filter((one) => one.status === wanted).map((one) => `${relative(place, name)} ${one.fullName}`)
      return {
        file: relative(place, name),
        ok: status === 'passed',
        passed: names('passed').length,
        failures: names('failed'),
      }
    }),
  }
}
