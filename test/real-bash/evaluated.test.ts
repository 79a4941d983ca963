/**
 * Bash evaluates more than it is told to: subscripts, offsets, keys, sums, names. Each way is tried with a variable that would run a
 * program; of the lines that ran it none may have been allowed, be the variable set in the line or by one before.
 */

import { afterAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'
import type { PolicyInput } from '../../src/policy/inline.ts'
import { EVALUATING, SET } from './evaluating.ts'
import { hasBash } from './shells.ts'
import { PROGRAM, Sandbox } from './sandbox.ts'

describe.runIf(hasBash || process.env['CI'] !== undefined)('what bash evaluates', () => {
  const sandbox = new Sandbox()
  afterAll(() => sandbox.remove())
  const running = EVALUATING.filter((line) => sandbox.run(SET + line).ran)

  test('is found by half of the lines', () => {
    expect(running.length).toBeGreaterThan(EVALUATING.length * 0.4)
  })

  test.each<[string, PolicyInput]>([
    ['no rule', {}],
    ['everything allowed but that program', { allow: ['Bash'], deny: [`Bash(${PROGRAM}:*)`] }],
    ['edits accepted', { mode: 'acceptEdits' }],
  ])('is never allowed: %s', (_, policy) => {
    const { cwd, home } = sandbox
    const engine = createEngine({ cwd, home, policy })
    const isAllowed = (command: string) => engine.decide({ tool: 'Bash', input: { command } }).behavior === 'allow'
    expect([...running, ...running.map((line) => SET + line)].filter(isAllowed)).toEqual([])
  })
})
