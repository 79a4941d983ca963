import { expect, test } from 'vitest'
import { WordSet } from './word-set.ts'

const LONG = `p${'x'.repeat(60)}`
const set = new WordSet(['push', 'rm', '-exec', LONG, '', 'übung'])

test.each(['push', 'rm', '-exec', LONG, 'übung'])('%s is in it', (word) => {
  expect(set.has(word)).toBe(true)
  expect(set.meets(['git', null, 'x', word])).toBe(true)
})

test.each(['', 'pull', 'Push', '0ush', 'rmdir', 'mr', '-execdir', `${LONG}x`, 'p'.repeat(61), 'uebung'])(
  '%s is not',
  (word) => {
    expect(set.has(word)).toBe(false)
    expect(set.meets(['git', word])).toBe(false)
  },
)

test('the name of the program is none of its words', () => {
  expect(set.meets(['push'])).toBe(false)
})
