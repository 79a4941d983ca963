import { expect, test } from 'vitest'
import { filtered } from './filtered.ts'
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

test.each([
  [['base64', '-d'], 'cm0geA==', 'rm x'],
  [['base64', '-di'], 'cm0\ngeA', 'rm x'],
  [['openssl', 'enc', '-d', '-a'], 'cm0geA==', 'rm x'],
  [['xxd', '-r', '-p'], '726d 2078', 'rm x'],
  [['xxd', '-rp'], '726d2078', 'rm x'],
  [['rev'], 'x mr\ny', 'rm x\ny'],
  [['tr', 'a-z', 'b-za'], 'ql w', 'rm x'],
  [['tr', '[:upper:]', '[:lower:]'], 'RM X', 'rm x'],
  [['tr', '-d', '_'], 'r_m x', 'rm x'],
  [['sed', 's/q/r/'], 'qm x', 'rm x'],
  [['cat', '-'], 'rm x', 'rm x'],
])('%j makes %j of it', (argv, text, made) => {
  expect(filtered(argv, text)).toBe(made)
})

test.each([[['base64']], [['base64', '-d', 'file']], [['cat', 'file']], [['xxd']], [['tr', null]], [['wc']]])(
  '%j is not followed',
  (argv) => {
    expect(filtered(argv, 'cm0geA==')).toBeUndefined()
  },
)
