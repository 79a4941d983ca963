/**
 * However a pattern spells a name, bash says which file it finds: one that may not be read is met by its deny rule. Patterns that programs
 * read themselves are told by find.
 */

import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'
import { patterned } from './patterned.ts'
import { hasBash } from './shells.ts'
import { BASH, HIDDEN, SECRET, Sandbox } from './sandbox.ts'

const PATTERNS = Math.min(100_000, Number(process.env['COUNTERSIGN_RUNS'] ?? 1000))
const SEED = 20261119

describe.runIf(hasBash || process.env['CI'] !== undefined)('a pattern by which bash finds a file', () => {
  const sandbox = new Sandbox()
  afterAll(() => sandbox.remove())
  const { cwd, home } = sandbox
  const { decide } = createEngine({
    cwd,
    home,
    policy: { allow: ['Bash'], deny: [`Read(${HIDDEN})`, `Read(${SECRET})`] },
  })
  const passes = (line: string) => decide({ tool: 'Bash', input: { command: line } }).behavior === 'allow'

  const made = (name: string) => fc.sample(patterned(name), { numRuns: PATTERNS, seed: SEED })

  /** What a script prints, a line for each of the patterns. */
  const told = (script: string): readonly string[] => {
    sandbox.prepare()
    return spawnSync('timeout', ['600', ...BASH, '-O', 'extglob', '-s'], {
      cwd,
      env: { PATH: '/usr/bin:/bin', HOME: home },
      input: script,
      encoding: 'utf8',
    }).stdout.split('\n')
  }

  describe.each([HIDDEN, SECRET])('%s', (name) => {
    const patterns = made(name)
    const seen = told(patterns.map((pattern) => `printf '%s|' ${pattern}; echo`).join('\n'))
    const finding = patterns.filter((_, at) => seen[at]?.split('|').includes(name))

    test('is found by most of the patterns', () => {
      expect(finding.length).toBeGreaterThan(PATTERNS * 0.5)
    })

    test.each([
      'cat {P}',
      'wc < {P}',
      'nobody {P}',
      'cp {P} x',
      'shopt -s extglob\ncat {P}',
      'for f in {P}; do cat "$f"; done',
    ])('may not be read: %s', (way) => {
      expect(finding.map((pattern) => way.replace('{P}', () => pattern)).filter(passes)).toEqual([])
    })
  })

  test('may not be read by what find finds', () => {
    const quoted = made(HIDDEN).map((pattern) => `'${pattern.replaceAll("'", '')}'`)
    const seen = told(quoted.map((pattern) => `find . -maxdepth 1 -name ${pattern} -printf '%f|'; echo`).join('\n'))
    const finding = quoted.filter((_, at) => seen[at]?.split('|').includes(HIDDEN))
    expect(finding.length).toBeGreaterThan(PATTERNS * 0.2)
    expect(finding.map((pattern) => `find . -name ${pattern} -exec cat {} +`).filter(passes)).toEqual([])
  })
})
