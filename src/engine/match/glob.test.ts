import fc from 'fast-check'
import { minimatch } from 'minimatch'
import { describe, expect, test } from 'vitest'
import { cpuNow } from '../../../test/cpu.ts'
import { PatternError, compileGlob } from './glob.ts'

describe('glob', () => {
  test.each([
    ['src/**', 'src/a', true],
    ['src/**', 'src/a/b/.c', true],
    ['src/**', 'src', false],
    ['src/**', 'srcx/a', false],
    ['**/x', 'x', true],
    ['**/x', 'a/b/x', true],
    ['src/**/*.ts', 'src/a.ts', true],
    ['*', 'a/b', false],
    ['*.pem', 'a.pem.txt', false],
    ['.*', '.env', true],
    ['*', '.env', true],
    ['[!a]x', 'bx', true],
    ['[!a]x', 'ax', false],
    ['[a-c-]x', '-x', true],
    ['[]]x', ']x', true],
    ['a+b', 'aab', false],
    ['a.b', 'axb', false],
    ['\\*', '*', true],
    ['\\*', 'x', false],
    ['{a,b/{c,d}}.ts', 'b/d.ts', true],
    ['{a,b/{c,d}}.ts', 'b.ts', false],
    ['?', '😀', true],
    ['*[!😀]', '😀', false],
    ['src/**', 'src/a\nb', true],
    ['#x', '#x', true],
  ])('%s on %s is %s', (pattern, path, expected) => {
    expect(compileGlob(pattern)(path)).toBe(expected)
  })

  test('case counts unless the disk ignores it', () => {
    expect(compileGlob('Src/[A-C]*')('src/bx')).toBe(false)
    expect(compileGlob('Src/[A-C]*', { caseInsensitive: true })('src/bx')).toBe(true)
  })

  test('composed and decomposed spellings are one name', () => {
    expect(compileGlob('caf\u00e9')('cafe\u0301')).toBe(true)
  })

  test.each(['[a', 'a{b', 'a}b', '{a}', 'a\\', 'a**b', '[z-a]', '[[:alpha:]]', '{a,b}'.repeat(7), '*/x/'.repeat(20)])(
    'a malformed pattern is refused for a person to read: %s',
    (pattern) => {
      expect(() => compileGlob(pattern)).toThrow(PatternError)
    },
  )

  test('deeply nested braces do not overflow the stack', () => {
    expect(() => compileGlob('{'.repeat(2000))).toThrow(PatternError)
    expect(() => compileGlob('{a,'.repeat(1000) + 'b' + '}'.repeat(1000))).toThrow(PatternError)
  })

  test('agrees with minimatch on random patterns and paths', () => {
    const name = fc.constantFrom('a', 'b', 'ab', 'ba', '.a', 'a.b', 'c', 'aab')
    const part = fc.oneof(
      { weight: 2, arbitrary: name },
      { weight: 2, arbitrary: fc.constant('**') },
      {
        weight: 5,
        arbitrary: fc
          .array(fc.constantFrom('a', 'b', '*', '?', '.', '[ab]', '[!a]', '[a-c]', '{a,b}', '{a,.b}'), {
            minLength: 1,
            maxLength: 5,
          })
          .map((parts) => parts.join('').replaceAll(/\*+/g, '*'))
          .filter((text) => text !== '.' && text !== '..'),
      },
    )
    const pattern = fc
      .array(part, { minLength: 1, maxLength: 5 })
      .map((parts) => parts.join('/'))
      .filter((text) => text.split('{').length <= 6)
    const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'))
    fc.assert(
      fc.property(pattern, fc.array(path, { minLength: 4, maxLength: 4 }), (glob, paths) => {
        const ours = compileGlob(glob)
        const options = { dot: true, noext: true, nocomment: true, nonegate: true, platform: 'linux' } as const
        for (const one of paths) expect(`${one}: ${ours(one)}`).toBe(`${one}: ${minimatch(one, glob, options)}`)
      }),
      { numRuns: 4000 },
    )
  })

  test.each([
    ['**/a/**/b/**/c/*.js', 'a/b/'.repeat(1000) + 'x'],
    ['*a*a*a*a*b', 'a'.repeat(4000)],
    ['**/a/'.repeat(10) + 'b', 'a/'.repeat(2000) + 'c'],
    ['**/*/'.repeat(8) + 'b', 'a/'.repeat(2000) + 'c'],
    ['*a'.repeat(40) + 'b', 'a'.repeat(4000)],
  ])('a pathological pattern stays linear: %s', (pattern, path) => {
    const matches = compileGlob(pattern)
    const started = cpuNow()
    expect(matches(path)).toBe(false)
    expect(cpuNow() - started).toBeLessThan(1000)
  })
})
