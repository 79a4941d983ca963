/**
 * However a word is put together, bash says what it is: a file that it names has met its deny rule, whatever program is given it, also one
 * that nobody knows.
 */

import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'
import { pieced } from './pieced.ts'
import type { Pieced } from './pieced.ts'
import { hasBash } from './shells.ts'
import { BASH, HIDDEN, PROGRAM, Sandbox } from './sandbox.ts'

const WORDS = Math.min(100_000, Number(process.env['COUNTERSIGN_RUNS'] ?? 1000))
const SEED = 20261118

describe.runIf(hasBash || process.env['CI'] !== undefined)('a word that bash puts together', () => {
  const sandbox = new Sandbox()
  afterAll(() => sandbox.remove())
  const { cwd, home } = sandbox
  const { decide } = createEngine({
    cwd,
    home,
    policy: { allow: ['Bash'], deny: [`Read(${HIDDEN})`, `Bash(${PROGRAM}:*)`] },
  })
  const passes = (line: string) => decide({ tool: 'Bash', input: { command: line } }).behavior === 'allow'

  /** The words that bash takes for the one meant. */
  const meaning = (word: string): readonly Pieced[] => {
    sandbox.prepare()
    const made = fc.sample(pieced(word), { numRuns: WORDS, seed: SEED })
    const script = made.map((one) => `(\n${lineOf(one, 'printf "%s|" {S}')}\n)\necho`).join('\n')
    const { stdout } = spawnSync('timeout', ['600', ...BASH, '-s'], {
      cwd,
      env: { PATH: '/usr/bin:/bin', HOME: home },
      input: script,
      encoding: 'utf8',
    })
    const seen = stdout.split('\n')
    return made.filter((_, at) => seen[at]?.split('|').includes(word))
  }

  const hidden = meaning(HIDDEN)
  const programs = meaning(PROGRAM)

  test('is mostly the one that was meant', () => {
    expect(hidden.length).toBeGreaterThan(WORDS * 0.9)
    expect(programs.length).toBeGreaterThan(WORDS * 0.9)
  })

  test.each([
    'nobody {S}',
    'nobody --file={S}',
    'nobody -f {S}',
    'nobody a:{S}',
    'nobody a,./{S}',
    'cat {S}',
    'wc < {S}',
  ])('names a file that may not be read: %s', (way) => {
    expect(hidden.map((one) => lineOf(one, way)).filter(passes)).toEqual([])
  })

  test.each(['{S} x', 'nice {S} x', 'sudo {S} x', 'echo x | xargs {S}', 'sh -c {S}'])(
    'names a program that may not be run: %s',
    (way) => {
      expect(programs.map((one) => lineOf(one, way)).filter(passes)).toEqual([])
    },
  )
})

function lineOf({ before, word }: Pieced, way: string): string {
  return [...before, way.replace('{S}', () => word)].join('\n')
}
