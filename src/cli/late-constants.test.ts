/** What the build makes late keeps its meaning, and what it is not sure of stays as it is. */

import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { withLateConstants } from '../../scripts/late-constants.mjs'

const built = (code: string) => withLateConstants(code, 'a.ts')

/** What the code calls `use` with. */
function run(code: string): readonly unknown[] {
  const used: unknown[] = []
  runInNewContext(code, { use: (value: unknown) => used.push(value) })
  return used
}

it('a table is made at its first use, once, and says the same as before', () => {
  const code = `
    const LETTERS = new Set((use('made'), ['a', 'b']))
    const WORD = /^\\w$/
    const TWICE = /a/g
    const TESTS = new Map([['letter', (x) => LETTERS.has(x)], ['twice', (x) => TWICE.test(x)]])
    const passes = (name, x) => WORD.test(x) && TESTS.get(name)(x)
    const at = () => TWICE.lastIndex
    const own = { LETTERS: 1, all: () => LETTERS.size + own.LETTERS }
    use('begun')
    for (const x of ['a', 'a', 'c']) use([passes('letter', x), passes('twice', x), at(), own.all()])
  `
  const [made, ...before] = run(code)
  const [begun, ...after] = run(built(code))
  expect([made, begun, after[0]]).toEqual(['made', 'begun', 'made'])
  expect([begun, ...after.slice(1)]).toEqual(before)
})

it.each([
  ['a use at the top level', 'const A = new Set([1]); use(A); function f() { return A }'],
  ['an export', 'export const A = /a/; function f() { return A }'],
  ['another variable of that name', 'const A = /a/; function f(A) { return A }'],
  ['a variable of that name inside', 'const A = /a/; function f() { const A = 1; return A }'],
  ['a part of another object', 'const A = /a/; function f({ A }) { return A }'],
  ['a field that is named in short', 'const A = /a/; const f = () => ({ A })'],
  ['its type', 'const A = new Set([1]); type T = typeof A; const f = () => A'],
  ['no use', 'const A = /a/'],
  ['small letters', 'const a = /a/; const f = () => a'],
  ['what is no table', 'const A = made(); const f = () => A'],
])('%s leaves a constant as it is', (_, code) => {
  expect(built(code)).toBe(code)
})
