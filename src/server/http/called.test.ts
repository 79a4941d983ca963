/** An agent gets the gate's answer, whatever its texts contain, and nothing that the answer does not have. */

import { expect, test } from 'vitest'
import { citeRule } from '../../engine/verdict.ts'
import type { Judgement } from '../../gate/authorization.ts'
import { answerJson } from './called.ts'

const plain = { behavior: 'deny', code: 'deny-rule', reason: 'No: "sudo"\n\u2028ü', input: { 'a"b': ['\\'] }, id: '1' }
const rule = { behavior: 'deny', rule: 'shell("x":*)', source: { layer: 'user' } } as const
const told = { approval: 'a1', by: 'Ada "x"', words: 'not now\n', shown: { reason: 'x' } }

test.each([
  ['plain', plain, plain],
  ['by a rule', { ...plain, rule }, { ...plain, rule: citeRule(rule) }],
  ["a person's", { ...plain, ...told }, { ...plain, ...told }],
  ['one of these', { ...plain, words: 'why?' }, { ...plain, words: 'why?' }],
  ['enforced', { ...plain, verdict: { enforced: true } }, plain],
  ['not enforced', { ...plain, verdict: { enforced: false } }, { ...plain, verdict: { enforced: false } }],
])('%s', (_, answer, said) => {
  expect(JSON.parse(answerJson(answer as unknown as Judgement))).toEqual(said)
})

test.each([
  { z: '1', a: '2' },
  { texts: '"\\ \u0000\u2028\ud800ü', '"': '' },
  { text: 'x', number: 1, none: null, list: [{}] },
  {},
])('the input is as it was, in its order: %j', (input) => {
  expect(answerJson({ ...plain, input } as unknown as Judgement)).toContain(`"input":${JSON.stringify(input)}}`)
})
