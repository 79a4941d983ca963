import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStrict } from './strict-json.ts'

describe('JSON that every reader reads alike', () => {
  it('is what JSON.parse makes of it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent)
        expect(parseStrict(text)).toEqual({ value: JSON.parse(text) })
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"x":{"name":"run","name":"look"}}',
    '[{"b":[{"c":1,"d":{},"c":2}]}]',
    '{"":1,"":2}',
    '{"a\\"":1,"a\\u0022":2}',
    '{"__proto__":1,"__proto__":2}',
  ])('does not say a key twice: %s', (text) => {
    expect(parseStrict(text).problem).toMatch(/twice/)
  })

  it.each([
    '{"a":{"a":{"a":1}},"b":{"a":2}}',
    '[{"a":1},{"a":1}]',
    '{"a":"\\"a\\":1,\\"a\\":2"}',
    '{"a":["a","a"],"b":"a"}',
    '{"a":1,"A":2}',
    '{"constructor":1,"__proto__":2}',
  ])('may say it in different places: %s', (text) => {
    expect(parseStrict(text).problem).toBeUndefined()
  })

  it('is not nested beyond reason, and finding out needs no stack', () => {
    const deep = '['.repeat(500_000) + ']'.repeat(500_000)
    expect(parseStrict(deep).problem).toBeDefined()
    expect(parseStrict('{"a":'.repeat(300) + '1' + '}'.repeat(300)).problem).toMatch(/deep/)
  })

  it.each(['', '{', '{"a":1}x', "{'a':1}", 'NaN', '{"a":1,}', '\u0000'])('is JSON: %j', (text) => {
    expect(parseStrict(text)).toEqual({ problem: 'it is not JSON' })
  })
})
