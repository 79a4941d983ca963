import { expect, test } from 'vitest'
import { isBelow } from './inside.ts'
import { accepted } from './testing.ts'

test('a scope is below a pipe that got its number after it', () => {
  const { commands, scopes } = accepted('{ b "$(c)"; } | a')
  const scopeOf = (name: string) => commands.find(({ words }) => words[0]?.value === name)?.scope ?? -1
  expect(scopeOf('c')).toBeLessThan(scopeOf('b'))
  expect(isBelow(scopeOf('c'), scopeOf('b'), scopes)).toBe(true)
  expect(isBelow(scopeOf('b'), scopeOf('c'), scopes)).toBe(false)
  expect(isBelow(scopeOf('a'), scopeOf('b'), scopes)).toBe(false)
  expect(isBelow(scopeOf('c'), 0, scopes)).toBe(true)
})
