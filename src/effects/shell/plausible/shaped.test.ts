import { expect, test } from 'vitest'
import { MAX_LENGTH } from '../syntax/reader.ts'
import { shapedIn } from './shaped.ts'

test.each([
  ['a=rmx', '${a%x}', 'rm'],
  ['a=a.b.c', '${a%.*}', 'a.b'],
  ['a=a.b.c', '${a%%.*}', 'a'],
  ['a=a.b.c', '${a#*.}', 'b.c'],
  ['a=a.b.c', '${a##*.}', 'c'],
  ['a=abc', '${a#*}', 'abc'],
  ['a=abc', '${a##*}', ''],
  ['a=abcd', '${a:2}', 'cd'],
  ['a=abcd', '"${a: -1}"', 'd'],
  ['a=abcd', '"${a: -9}"', ''],
  ['a=abcd', '${a:1:2}', 'bc'],
  ['a=abcd', '${a:1:-1}', 'bc'],
  ['a=aba', '${a/a/x}', 'xba'],
  ['a=aba', '${a//a/x}', 'xbx'],
  ['a=aba', '${a/%a/x}', 'abx'],
  ['a=aba', '${a/#a/x}', 'xba'],
  ['a=aba', '${a//[a]?}', 'a'],
  ['a=x', '${a/x//}', '/'],
  ['a=aB', '${a^^}', 'AB'],
  ['a=aB', '${a,,}', 'ab'],
  ['a=aB', '${a^}', 'AB'],
  ['a=aB', '${a@L}', 'ab'],
])('%s; %s is %s, as bash says', (assignment, word, text) => {
  expect(shapedIn('a', word, assignment.slice(2))).toEqual([text])
})

test.each(['${a:-x}', '${a:=x}', '${a:+x}', '${a%$b}', '${a/x*y/z}', '${a@Q}', '${b%x}', '$a'])(
  '%s is not followed',
  (word) => {
    expect(shapedIn('a', word, 'abx')).toBeUndefined()
  },
)

test('of a pattern, and of a long value, nothing is said', () => {
  expect(shapedIn('a', '${a%.txt}', '*.txt')).toBeUndefined()
  expect(shapedIn('a', '${a%x}', 'x'.repeat(1000))).toBeUndefined()
})

test('a few letters that become many end where they are too long to be read', () => {
  const [made = ''] = shapedIn('a', `\${a//x/${'b'.repeat(8000)}}`, 'x'.repeat(100)) ?? []
  expect(made.length).toBeGreaterThan(MAX_LENGTH)
  expect(made.length).toBeLessThan(2 * MAX_LENGTH)
})
