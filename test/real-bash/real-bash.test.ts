/**
 * What shells really do is the judge: of lines made of harmless pieces, those that were allowed are run, in a folder of their own, and none
 * may do what a rule denies. Bash is what is claimed; zsh is what some agents run where they find it.
 */

import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { NODE_DISK } from '../../src/gate/node-fs.ts'
import { createEngine } from '../../src/index.ts'
import type { EngineOptions } from '../../src/index.ts'
import type { PolicyInput } from '../../src/policy/inline.ts'
import { hasBash, isThere } from './shells.ts'
import { accompanying, giving, reading, readingNamed, running, straying, writing } from './lines.ts'
import {
  AGENTS,
  ALLOWED,
  BASH,
  CREDENTIALS,
  HIDDEN,
  KEPT,
  LINK,
  OUTSIDE,
  PROGRAM,
  Sandbox,
  SECRET,
  VERB,
} from './sandbox.ts'
import type { Done } from './sandbox.ts'

const LINES = Math.min(100_000, Number(process.env['COUNTERSIGN_RUNS'] ?? 500))
/** So many are run whatever was decided: most must do it, or nothing was tried. */
const TRIED = 40
const FOLDER = 'project'

const SHELLS = [
  { shell: BASH, isHere: hasBash, seed: 20261116 },
  { shell: ['zsh', '-f'], isHere: isThere(['zsh']), seed: 20261117 },
].filter(({ isHere }) => isHere || process.env['CI'] !== undefined)

describe.each(SHELLS)('whatever $shell.0 makes of a line,', ({ shell, seed }) => {
  const sandbox = new Sandbox()
  afterAll(() => sandbox.remove())
  const { cwd, home } = sandbox
  const passing = (options: EngineOptions) => {
    const engine = createEngine({ cwd, home, ...options })
    return (command: string) =>
      AGENTS.some((agent) => engine.decide({ ...agent, tool: 'Bash', input: { command } }).behavior === 'allow')
  }
  const passesUnruled = passing({})
  const passesAsEdit = passing({ policy: { mode: 'acceptEdits' } })

  /** The lines that were allowed and did it. */
  const missed = (
    made: fc.Arbitrary<string>,
    did: keyof Done,
    passes: (line: string) => boolean,
  ): readonly string[] => {
    const lines = fc.sample(made, { numRuns: LINES, seed })
    const doesIt = (line: string) => sandbox.run(line, shell)[did]
    const tried = lines.slice(0, TRIED)
    expect(tried.filter(doesIt).length).toBeGreaterThan(tried.length / 2)
    sandbox.prepare()
    const passed = lines.filter(passes)
    console.log(`${passed.length} of ${LINES} lines were allowed`)
    return passed.filter(doesIt)
  }
  const allowed = (made: fc.Arbitrary<string>, did: keyof Done, policy: PolicyInput): readonly string[] => {
    const passes = passing({ policy })
    return missed(
      made,
      did,
      (line) => passes(line) || (did !== 'told' && passesUnruled(line)) || (did === 'ran' && passesAsEdit(line)),
    )
  }

  test('a program that it runs has met its deny rule, and is never taken for one that only reads or edits', () => {
    expect(allowed(running(PROGRAM), 'ran', { allow: ['Bash'], deny: [`Bash(${PROGRAM}:*)`] })).toEqual([])
  })

  test('a word that it gives a program has met the deny rule on both', () => {
    const deny = [`Bash(${PROGRAM} ${VERB}:*)`, `Bash(${PROGRAM} * ${VERB}:*)`]
    expect(allowed(giving(PROGRAM, VERB), 'given', { allow: ['Bash'], deny })).toEqual([])
  })

  test('a rule for one program lets no other along with it', () => {
    expect(allowed(accompanying(PROGRAM), 'ran', { allow: [`Bash(${ALLOWED}:*)`] })).toEqual([])
  })

  test('a file whose content comes out has met its deny rule', () => {
    expect(allowed(reading(SECRET, FOLDER), 'told', { allow: ['Bash'], deny: [`Read(${SECRET})`] })).toEqual([])
  })

  test.each([CREDENTIALS, HIDDEN])(
    'a secret that comes out by its name was asked about, though no rule speaks of it: %s',
    (secret) => {
      expect(allowed(readingNamed(secret, FOLDER), 'told', { allow: [`Bash(${ALLOWED}:*)`] })).toEqual([])
    },
  )

  test('where edits are accepted in the project, none of them leads out of it', () => {
    const passes = passing({ root: cwd, policy: { mode: 'acceptEdits' }, fs: NODE_DISK })
    expect(missed(straying(KEPT, OUTSIDE, LINK), 'strayed', passes)).toEqual([])
  })

  test('a file that is changed has met its deny rule, and is never taken for one that is only read', () => {
    expect(allowed(writing(KEPT, FOLDER), 'changed', { allow: ['Bash'], deny: [`Edit(${KEPT})`] })).toEqual([])
  })
})
