import { expect, test } from 'vitest'
import { globReach } from './glob-root.ts'

test.each([
  '{.,a}./secret/*',
  '.{.,x}/.{.,x}/etc/*',
  '.{,.}/x/*',
  '{,x}/etc/*',
  '{..,x}/*',
  '{/etc,x}/*',
  '{~,x}/*',
  'src/{a,.{.,b}}/*',
  '*/{.,}./x',
  '[.]./x/*',
  '[.][.]/*',
  '@(.).//*',
  '+(.)/*',
  '?(.)?(.)/x',
  '{a,b',
  '{a,b}'.repeat(7),
  '{'.repeat(100_000),
])('%.40s may leave the directory it searches', (pattern) => {
  expect(globReach(pattern, '.').bounded).toBe(false)
})

test.each([
  ['src/**/*.{ts,tsx}', 'src'],
  ['{src,lib}/**', '.'],
  ['**/*.test.@(ts|js)', '.'],
  ['**/.*', '.'],
  ['[a-z]*.ts', '.'],
  ['.{git,hub}/x*', '.'],
  ['a.{b,c}.*', '.'],
])('%s stays below %s', (pattern, root) => {
  expect(globReach(pattern, '.')).toEqual({ root, exact: false, bounded: true })
})
