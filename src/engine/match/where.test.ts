import { describe, expect, test } from 'vitest'
import { compileWhere } from './where.ts'

const match = (where: Record<string, unknown>, input: unknown) => compileWhere(where)(input)

describe('constraints on named arguments', () => {
  test.each([
    [{ target: 'staging-*' }, { target: 'staging-eu' }, 2],
    [{ target: 'staging-*' }, { target: 'prod-staging-eu' }, 0],
    [{ target: 'staging-*' }, {}, 0],
    [{ target: '*-eu-*' }, { target: 'a-eu-b' }, 2],
    [{ replicas: '<= 3' }, { replicas: 3 }, 2],
    [{ replicas: '<= 3' }, { replicas: 4 }, 0],
    [{ replicas: '> -1' }, { replicas: 0 }, 2],
    [{ target: ['a', 'b'] }, { target: 'b' }, 2],
    [{ target: ['a', 'b'] }, { target: 'c' }, 0],
    [{ options: { force: true } }, { options: { force: true } }, 2],
    [{ options: { force: true } }, { options: { force: false } }, 0],
    [{ options: { force: true } }, { options: null }, 0],
    [{ a: 'x', b: 'y' }, { a: 'x', b: 'z' }, 0],
  ])('%j on %j: %d', (where, input, expected) => {
    expect(match(where, input)).toBe(expected)
  })

  test('another type that a tool may read as the same is plausible, not certain', () => {
    expect(match({ force: true }, { force: 'true' })).toBe(1)
    expect(match({ port: '80' }, { port: 80 })).toBe(1)
    expect(match({ replicas: '<= 3' }, { replicas: '2' })).toBe(1)
  })

  test('inherited names are no arguments', () => {
    expect(match({ constructor: '*' }, {})).toBe(0)
    expect(match({ toString: '*' }, {})).toBe(0)
  })

  test('what can match nothing is refused', () => {
    expect(() => compileWhere({})).toThrow()
    expect(() => compileWhere({ a: [] })).toThrow()
  })
})
