import { expect, test } from 'vitest'
import { textWith } from '../../policy/amend-text.ts'
import { readPolicy } from '../../policy/document.ts'
import { STARTER_POLICY } from './init-policy.ts'

const read = (text: string) => readPolicy(text, { file: 'policy.yaml', layer: 'user' })

test('the policy to begin with is in order, and so it is with its examples taken up', () => {
  const uncommented = STARTER_POLICY.replaceAll(/^ {2}# - /gm, '  - ')
  expect(uncommented).not.toBe(STARTER_POLICY)
  const [before, after] = [read(STARTER_POLICY), read(uncommented)]
  expect([before.problems, after.problems]).toEqual([[], []])
  expect(after.document?.rules.length).toBe((before.document?.rules.length ?? 0) + 3)
})

test('an answer can be added to it', () => {
  const entry = { behavior: 'allow', rule: 'shell(npm test)' } as const
  const { document, problems } = read(textWith(STARTER_POLICY, [entry], { format: 'yaml', careful: true }))
  expect(problems).toEqual([])
  expect(document?.rules).toContainEqual(expect.objectContaining(entry))
})
