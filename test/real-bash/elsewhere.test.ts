/**
 * Bash is what is claimed, but an agent runs the shell of its user: zsh on many machines, dash or busybox where it asks for `sh`. Of the lines
 * that do more there than in bash none may have been allowed.
 */

import { afterAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'
import type { PolicyInput } from '../../src/policy/inline.ts'
import { ELSEWHERE } from './elsewhere.ts'
import { isThere } from './shells.ts'
import { AGENTS, HIDDEN, KEPT, PROGRAM, Sandbox, SECRET } from './sandbox.ts'

/** How many of the lines do something there, at least. */
const SHELLS = [
  { shell: ['zsh', '-f'], least: 150 },
  { shell: ['dash'], least: 30 },
  { shell: ['busybox', 'sh'], least: 10 },
]

describe.each(SHELLS)('what $shell.0 makes of a line that is another to bash', ({ shell, least }) => {
  const sandbox = new Sandbox()
  afterAll(() => sandbox.remove())
  const isTried = isThere(shell) || process.env['CI'] !== undefined
  const doing = isTried
    ? ELSEWHERE.flatMap((line) => {
        const { ran, told, changed } = sandbox.run(line, shell)
        return ran || told || changed ? [{ line, acts: ran || changed }] : []
      })
    : []

  test.runIf(isTried)('is more than nothing', () => {
    expect(doing.length).toBeGreaterThan(least)
  })

  test.runIf(isTried).each<[string, PolicyInput]>([
    [
      'everything allowed but that',
      { allow: ['Bash'], deny: [`Bash(${PROGRAM}:*)`, `Read(${SECRET})`, `Read(${HIDDEN})`, `Edit(${KEPT})`] },
    ],
    ['no rule', {}],
  ])('is never allowed: %s', (_, policy) => {
    const { cwd, home } = sandbox
    const engine = createEngine({ cwd, home, policy })
    // Without a rule, of files only those may not be read that everybody knows for secrets.
    const isHarm = ({ line, acts }: { line: string; acts: boolean }) =>
      acts || policy.deny !== undefined || line.includes(HIDDEN)
    const isAllowed = (command: string) =>
      AGENTS.some((agent) => engine.decide({ ...agent, tool: 'Bash', input: { command } }).behavior === 'allow')
    expect(doing.filter(isHarm).filter(({ line }) => isAllowed(line))).toEqual([])
  })
})
