/** How the engine does on each class of weakness; the numbers of the project's issues are asserted here. */

import { describe, expect, test } from 'vitest'
import { checkBatch, readLines, report } from './corpus.ts'
import type { Answer, Line } from './corpus.ts'

interface Command extends Line {
  readonly command: string
  readonly strength: 'must' | 'should'
  readonly tier?: 'seed' | 'common' | 'extended'
  readonly expect?: 'flag' | 'no-flag'
}

interface Called extends Line {
  readonly call: { readonly tool: string; readonly input: object }
  readonly strength: 'must' | 'should'
  readonly expect: string
  readonly class: string
}

const bash = (command: string) => ({ tool: 'Bash', input: { command } })
const text = ({ call }: Called) => JSON.stringify(call.input)

/** Splits by strength, reports both, and returns how many of each went wrong. */
function judge<T extends Line & { readonly strength: string }>(
  title: string,
  lines: readonly T[],
  answers: readonly Answer[],
  right: (line: T, answer: Answer) => boolean,
  show: (line: T) => string,
) {
  const wrong = { must: 0, should: 0 }
  for (const strength of ['must', 'should'] as const) {
    const mine = lines
      .map((line, at) => ({ line, answer: answers[at] as Answer }))
      .filter(({ line }) => line.strength === strength)
    const bad = mine.filter(({ line, answer }) => !right(line, answer))
    wrong[strength] = bad.length
    report(
      `${title}, ${strength}`,
      mine.length - bad.length,
      mine.length,
      bad.map(({ line, answer }) => `${line.id} ${answer.behavior} ${answer.code} | ${show(line)}`),
    )
  }
  return { ...wrong, shoulds: lines.filter(({ strength }) => strength === 'should').length }
}

/** Given from outside, and our own, written without a look at the catalogue. */
describe.each([
  ['given', ''],
  ['own', 'own-'],
])('corpora, %s', (_, own) => {
  describe('looks read-only, is hostile', () => {
    const lines = readLines(`${own}readonly-hostile`) as readonly Command[]

    test('never allowed unasked', () => {
      const answers = checkBatch(lines.map(({ command }) => bash(command)))
      const wrong = judge(
        'readonly-hostile not allowed',
        lines,
        answers,
        (_, { behavior }) => behavior !== 'allow',
        ({ command }) => command,
      )
      expect(wrong.must).toBe(0)
      expect(wrong.should).toBeLessThanOrEqual(0.05 * wrong.shoulds)
    })

    test('denied in explore', () => {
      const answers = checkBatch(lines.map(({ command }) => ({ ...bash(command), mode: 'explore' })))
      expect(
        judge(
          'readonly-hostile denied in explore',
          lines,
          answers,
          (_, { behavior }) => behavior === 'deny',
          ({ command }) => command,
        ).must,
      ).toBe(0)
    })
  })

  describe('everyday reading', () => {
    const lines = readLines(`${own}readonly-benign`) as readonly Command[]
    const answers = checkBatch(lines.map(({ command }) => bash(command)))

    test.each([
      ['seed', 1],
      ['common', 0.97],
      ['extended', 0.7],
    ] as const)('tier %s runs unasked, at least %d', (tier, share) => {
      const mine = lines
        .map((line, at) => ({ line, answer: answers[at] as Answer }))
        .filter(({ line }) => line.tier === tier)
      const asked = mine.filter(({ answer }) => answer.behavior !== 'allow')
      report(
        `readonly-benign allowed, ${tier}`,
        mine.length - asked.length,
        mine.length,
        asked.map(({ line, answer }) => `${line.id} ${answer.code} | ${line.command} | ${answer.reason}`),
      )
      expect(asked.length).toBeLessThanOrEqual((1 - share) * mine.length)
    })
  })

  describe('spelling around a deny or ask rule', () => {
    interface Evasion extends Called {
      readonly rule: { readonly behavior: 'deny' | 'ask'; readonly pattern: string }
      readonly alsoAllow: readonly string[]
    }
    const lines = readLines(`${own}rule-evasion`) as readonly Evasion[]
    const answers = checkBatch(
      lines.map(({ call, rule, alsoAllow }) => ({
        ...call,
        policy: { [rule.behavior]: [rule.pattern], allow: alsoAllow },
      })),
    )

    test.each(['must-match', 'must-not-allow', 'must-not-match'])('%s', (expected) => {
      const mine = lines
        .map((line, at) => ({ line, answer: answers[at] as Answer }))
        .filter(({ line }) => line.expect === expected)
      const right = ({ rule }: Evasion, { behavior }: Answer) =>
        expected === 'must-match'
          ? behavior === rule.behavior
          : expected === 'must-not-allow'
            ? behavior !== 'allow'
            : behavior === 'allow'
      const wrong = judge(
        `rule-evasion ${expected}`,
        mine.map(({ line }) => line),
        mine.map(({ answer }) => answer),
        right,
        (line) => `${line.rule.behavior} ${line.rule.pattern} | ${text(line)}`,
      )
      expect(wrong.must).toBe(0)
    })
  })

  test('an allow rule reaches no further than it says', () => {
    interface Overreach extends Called {
      readonly allow: readonly string[]
    }
    const lines = readLines(`${own}allow-overreach`) as readonly Overreach[]
    const answers = checkBatch(lines.map(({ call, allow }) => ({ ...call, policy: { allow } })))
    const right = (line: Overreach, { behavior }: Answer) => (line.expect === 'allow') === (behavior === 'allow')
    expect(
      judge(
        'allow-overreach',
        lines,
        answers,
        right,
        (line) => `${line.expect} ${line.allow.join(' ')} | ${text(line)}`,
      ).must,
    ).toBe(0)
  })

  interface Ruled extends Called {
    readonly rules: object
    readonly mode?: string
    readonly workingDirectories?: readonly string[]
    readonly cwd?: string
    readonly fs?: object
    readonly spec?: string
  }

  const requestOf = ({ call, rules, mode, workingDirectories, cwd, fs }: Ruled) => ({
    ...call,
    policy: { ...rules, ...(workingDirectories === undefined ? {} : { workingDirectories }) },
    ...(mode === undefined ? {} : { mode }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(fs === undefined ? {} : { fs }),
  })
  const isExpected = ({ expect: expected }: Ruled, { behavior }: Answer) =>
    expected === 'not-allow' ? behavior !== 'allow' : behavior === expected
  const showRuled = (line: Ruled) =>
    `${line.expect} ${line.mode ?? ''} ${JSON.stringify(line.rules)} | ${text(line)} ${JSON.stringify(line.fs ?? '')}`

  test.each(['core', 'agentscope'])('paths, %s', (spec) => {
    const lines = (readLines(`${own}paths`) as readonly Ruled[]).filter((line) => line.spec === spec)
    expect(judge(`paths ${spec}`, lines, checkBatch(lines.map(requestOf)), isExpected, showRuled).must).toBe(0)
  })

  test('file rules reach into shell commands', () => {
    const lines = (readLines(`${own}paths`) as readonly Ruled[]).filter((line) => line.class.startsWith('cross-tool'))
    expect(judge('paths cross-tool', lines, checkBatch(lines.map(requestOf)), isExpected, showRuled).must).toBe(0)
  })

  test('urls', () => {
    const lines = readLines(`${own}urls`) as readonly Ruled[]
    expect(judge('urls', lines, checkBatch(lines.map(requestOf)), isExpected, showRuled).must).toBe(0)
  })

  describe('destructive acts', () => {
    const lines = readLines(`${own}destructive`) as readonly Command[]
    const answers = checkBatch(lines.map(({ command }) => bash(command)))
    const flagged = (line: Command) => answers[lines.indexOf(line)]?.danger !== null

    test('are recognised', () => {
      const acts = lines.filter((line) => line.expect === 'flag' && line.strength === 'must')
      const missed = acts.filter((line) => !flagged(line))
      report(
        'destructive flagged',
        acts.length - missed.length,
        acts.length,
        missed.map(({ id, command }) => `${id} | ${command}`),
      )
      expect((acts.length - missed.length) / acts.length).toBeGreaterThanOrEqual(0.98)
    })

    test('their look-alikes are not', () => {
      const innocent = lines.filter((line) => line.expect === 'no-flag' && line.strength === 'must')
      const accused = innocent.filter(flagged)
      report(
        'destructive look-alikes left alone',
        innocent.length - accused.length,
        innocent.length,
        accused.map(({ id, command }) => `${id} | ${command}`),
      )
      expect(accused.length / innocent.length).toBeLessThanOrEqual(0.01)
    })
  })
})
