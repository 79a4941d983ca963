import { expect, test } from 'vitest'
import { diffsOf } from './diff.ts'

const edits = (list: readonly object[]) =>
  diffsOf({ tool: 'MultiEdit', input: { file_path: '/nowhere/x.txt', edits: list }, cwd: '/', agent: 'claude-code' })

test.each([
  [
    'doubles what it has written, again and again',
    [
      { old_string: '', new_string: 'a'.repeat(1_000) },
      ...Array.from({ length: 25 }, () => ({ old_string: 'a', new_string: 'aa', replace_all: true })),
    ],
  ],
  [
    'writes much in many places at once',
    [
      { old_string: '', new_string: 'a'.repeat(100_000) },
      { old_string: 'a', new_string: 'b'.repeat(100_000), replace_all: true },
    ],
  ],
  [
    'has more edits than anybody would look at',
    Array.from({ length: 5_000 }, () => ({ old_string: '', new_string: 'a' })),
  ],
])('no diff is made for a call that %s', (_, list) => {
  expect(edits(list)).toMatchObject([{ hunks: [], note: 'It is too much to be compared.' }])
})

test('a file that an edit creates has a diff', () => {
  expect(edits([{ old_string: '', new_string: 'one\n' }])).toMatchObject([{ change: 'create', note: null }])
})
