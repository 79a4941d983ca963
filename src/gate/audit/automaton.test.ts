import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ASCII, automatonOf } from './automaton.ts'

/** The group that a separate search for each word finds at each character; -1 for none. */
function slowly(groups: readonly ReadonlySet<string>[], text: string): number[] {
  const lower = text.toLowerCase()
  return lower
    .split('')
    .map((_, at) => groups.findLastIndex((words) => [...words].some((word) => lower.slice(0, at + 1).endsWith(word))))
}

function quickly(groups: readonly ReadonlySet<string>[], text: string): number[] {
  const { next, first } = automatonOf(groups)
  let state = 0
  return text.split('').map((char) => {
    state = next[state * ASCII + char.charCodeAt(0)] as number
    return first.findLastIndex((number) => state >= number)
  })
}

describe('words found in one pass', () => {
  const letters = fc.constantFrom('a', 'b', 'c', '-')
  const words = fc.uniqueArray(fc.array(letters, { minLength: 1, maxLength: 4 }).map((chars) => chars.join('')))

  test('are those that a search for each one finds, wherever they overlap', () => {
    const text = fc.array(fc.constantFrom('a', 'A', 'b', 'B', 'c', '-', 'x'), { maxLength: 30 })
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 2 }), text, (lists, chars) => {
        const groups = lists.map((list) => new Set(list))
        expect(quickly(groups, chars.join(''))).toEqual(slowly(groups, chars.join('')))
      }),
    )
  })

  test('a word inside a longer one that is never finished is found', () => {
    expect(quickly([new Set(['abcd', 'bc'])], 'abcx')).toEqual([-1, -1, 0, -1])
  })
})
