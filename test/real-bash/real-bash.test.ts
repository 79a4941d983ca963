/**
 * What shells really do is the judge: lines made of harmless pieces are run, in a folder of their own, and of those that did
 * what a rule denies none may have been allowed. Bash is what is claimed; zsh is what some agents run where they find it.
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

const LINES = Math.min(100_000, Number(process.env['COUNTERSIGN_RUNS'] ?? 300))
const SEED = 20261116
const FOLDER = 'project'

const SHELLS = [
  { shell: BASH, isHere: hasBash, lines: LINES },
  { shell: ['zsh', '-f'], isHere: isThere(['zsh']), lines: Math.ceil(LINES / 3) },
].filter(({ isHere }) => isHere || process.env['CI'] !== undefined)

describe.each(SHELLS)('whatever $shell.0 makes of a line,', ({ shell, lines: count }) => {
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

  /** Of the lines that did it, those that were allowed; most must have done it, or nothing was tried. */
  const allowed = (lines: fc.Arbitrary<string>, did: keyof Done, policy: PolicyInput): readonly string[] => {
    const passes = passing({ policy })
    const doing = fc.sample(lines, { numRuns: count, seed: SEED }).filter((line) => sandbox.run(line, shell)[did])
    console.log(`${doing.length} of ${count} lines did what is denied`)
    expect(doing.length).toBeGreaterThan(count / 2)
    const isAllowed = (line: string) =>
      passes(line) || (did !== 'told' && passesUnruled(line)) || (did === 'ran' && passesAsEdit(line))
    return doing.filter(isAllowed)
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
    const lines = fc.sample(straying(KEPT, OUTSIDE, LINK), { numRuns: count, seed: SEED })
    const doing = lines.filter((line) => sandbox.run(line, shell).strayed)
    console.log(`${doing.length} of ${count} lines changed a file outside`)
    expect(doing.length).toBeGreaterThan(count / 2)
    sandbox.prepare()
    expect(doing.filter(passing({ root: cwd, policy: { mode: 'acceptEdits' }, fs: NODE_DISK }))).toEqual([])
  })

  test('a file that is changed has met its deny rule, and is never taken for one that is only read', () => {
    expect(allowed(writing(KEPT, FOLDER), 'changed', { allow: ['Bash'], deny: [`Edit(${KEPT})`] })).toEqual([])
  })
})
