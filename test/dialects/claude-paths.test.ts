/** The lines of the path corpora that are in Claude Code's own rules, through that dialect. */

import { describe, expect, test } from 'vitest'
import { Answerer } from '../../src/cli/batch/answer.ts'
import { readCorpus } from '../corpus.ts'

interface Line {
  readonly id: string
  readonly rules: object
  readonly call: { readonly tool: string; readonly input: object }
  readonly expect: 'allow' | 'deny' | 'ask' | 'not-allow'
  readonly spec: string
  readonly why: string
}

const lines = ['paths.jsonl', 'own-paths.jsonl']
  .flatMap((name) => readCorpus(name) as readonly Line[])
  .filter(({ spec }) => spec === 'claude')

describe('paths in the rules of Claude Code', () => {
  test('there are some', () => expect(lines.length).toBeGreaterThan(40))

  for (const { rules, call, expect: wanted, why, ...line } of lines) {
    test(`${line.id}: ${why}`, async () => {
      const answerer = new Answerer()
      const asked = { ...line, ...call, dialect: 'claude-code', settings: { permissions: rules } }
      await answerer.prepare(asked)
      const answer = answerer.answer(asked)
      expect(answer).not.toHaveProperty('error')
      const behavior = 'behavior' in answer ? answer.behavior : undefined
      if (wanted === 'not-allow') expect(behavior).not.toBe('allow')
      else expect(behavior).toBe(wanted)
    })
  }
})
