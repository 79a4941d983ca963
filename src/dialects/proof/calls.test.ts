import { expect, test } from 'vitest'
import type { Rule } from '../../engine/rule.ts'
import { callsFor } from './calls.ts'

const WHERE = { root: '/srv/project', home: '/home/user' }

function rule(text: string): Rule {
  return { behavior: 'allow', rule: text, source: { layer: 'user', file: 'x', line: 1, col: 1 } }
}

test('of a thousand rules, the last has its calls as the first has, and one on files beside those on commands', () => {
  const rules = [...Array.from({ length: 1000 }, (_, at) => rule(`Bash(npm run task${at}:*)`)), rule('Read(./kept/x)')]
  const calls = callsFor(rules, WHERE)
  const told = calls.map(({ input }) => JSON.stringify(input))
  const near = (text: string) => told.filter((one) => one.includes(text)).length
  expect(near('task999')).toBeGreaterThan(1)
  expect(near('kept/')).toBeGreaterThan(1)
  expect(near('task0 ')).toBeLessThan(50)
  expect(calls.length).toBeLessThan(6000)
  // And each edge is met by some of them.
  for (const edge of ['sudo npm', '&& rm -rf ~', '/bin/npm', '< .env', "sh -c '"]) expect(near(edge)).toBeGreaterThan(0)
})

test('of few rules, all edges are looked at', () => {
  const told = callsFor([rule('Bash(npm test)')], WHERE).map(({ input }) => input['command'])
  expect(told).toEqual(expect.arrayContaining(['npm test', 'npm test && rm -rf ~', '/bin/npm test', 'npm other']))
})
