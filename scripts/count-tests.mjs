/** Part of the test commands: a run of Vitest, counted. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = dirname(dirname(fileURLToPath(import.meta.url)))
/** If more files fail than this, the cause is not a machine that was busy for a moment. */
const MOST_AGAIN = 6

/**
 * How many tests in this place passed and failed; what failed is said in a line each, last. A run that leaves no report, or finds no
 * test, counts as one failure.
 *
 * `again`: files whose tests a busy machine can disturb. One that fails is
 * run once more, alone, and its second result counts; the first failure is reported. All others have one attempt: what
 * a property test has found it may not find again.
 *
 * `node`: the Node that runs the tests and that the programs they start will find.
 */
export function countTests(place, args, again, node = process.execPath) {
  const { passed, failed, told } = count(place, args, again, node)
  process.stdout.write(told.map((line) => `${line}\n`).join(''))
  return { passed, failed }
}

function count(place, args, again, node) {
  const first = runVitest(place, args, node)
  if (first === undefined || first.tests === 0) return { passed: 0, failed: 1, told: ['FAILED a run of Vitest'] }
  const shaken = first.files.filter(({ ok }) => !ok)
  const isBusy = shaken.length > 0 && shaken.length <= MOST_AGAIN && shaken.every(({ file }) => again.test(file))
  if (!isBusy) return first
  const names = shaken.map(({ file }) => file)
  process.stdout.write(`\nOnce more, alone: ${names.join(' ')}\n`)
  const second = runVitest(place, [...names, '--no-file-parallelism'], node)
  if (second === undefined || second.tests === 0) return first
  const told = second.failed === 0 ? first.told.map((line) => `Passed the second time: ${line}`) : second.told
  const before = shaken.reduce((sum, { passed }) => sum + passed, 0)
  return { passed: first.passed - before + second.passed, failed: second.failed, told }
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
  const files = testResults.map(({ name, status, message, assertionResults }) => ({
    file: relative(place, name),
    ok: status === 'passed',
    passed: assertionResults.filter((one) => one.status === 'passed').length,
    told: [
      ...assertionResults
        .filter((one) => one.status === 'failed')
        .map((one) => lineOf(`${relative(place, name)} ${one.fullName}`, one.failureMessages.join(' '))),
      // A file that could not be loaded, or whose hooks failed.
      ...(message === '' ? [] : [lineOf(relative(place, name), message)]),
    ],
  }))
  const told = files.flatMap((one) => one.told)
  if (!ok && told.length === 0) told.push('FAILED outside of any test: Vitest said above what it was')
  const failed = ok ? numFailedTests : Math.max(1, numFailedTests)
  return { tests: numTotalTests, passed: numPassedTests, failed, files, told }
}

function lineOf(test, message) {
  const colours = new RegExp(`${String.fromCodePoint(27)}\\[[\\d;]*m`, 'gu')
  return `FAILED ${test}: ${message.replaceAll(colours, '').replaceAll(/\s+/gu, ' ').slice(0, 300)}`
}
