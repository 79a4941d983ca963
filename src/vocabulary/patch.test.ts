import { expect, test } from 'vitest'
import { readPatch } from './patch.ts'

const read = (...lines: string[]): string => {
  const { files, problem } = readPatch(['*** Begin Patch', ...lines, '*** End Patch'].join('\n'))
  return [...files.map(({ path, how }) => `${how} ${path}`), ...(problem === undefined ? [] : ['!'])].join(', ')
}

test('every kind of change is read', () => {
  expect(
    read(
      '*** Add File: a.txt',
      '+one',
      '+*** Delete File: not-this',
      '*** Delete File: b.txt',
      '*** Update File: c d.txt',
      '@@ def f():',
      ' context',
      '',
      '-old',
      '+new',
      '*** End of File',
      '*** Update File: e.txt',
      '*** Move to: sub/f.txt',
      '@@',
      '-x',
    ),
  ).toBe('create a.txt, delete b.txt, modify c d.txt, delete e.txt, create sub/f.txt')
})

test.each(['\r', '\v', '\f', '\u001c', '\u0085', '\u2028', '\u2029'])(
  'a header behind %j, at which some appliers end a line, counts',
  (end) => {
    expect(read('*** Add File: a', `+x${end}*** Delete File: b`)).toBe('create a, delete b, !')
    expect(read('*** Update File: a', '@@', `-x${end}  *** Add File: b${end}+y`)).toBe('modify a, create b, !')
    expect(read(`*** Update File: a${end}*** Move to: b`)).toContain('create b, !')
  },
)

test('page breaks and line separators in a content are fine', () => {
  expect(read('*** Add File: a', '+x\fy\u2028*** z')).toBe('create a')
  expect(read('*** Update File: a', '@@', '-\f', '+\u0085')).toBe('modify a')
})

test('line ends of Windows are fine, a lone carriage return is not', () => {
  expect(readPatch('*** Begin Patch\r\n*** Delete File: a\r\n*** End Patch\r\n')).toEqual({
    files: [{ path: 'a', how: 'delete' }],
  })
  expect(read('*** Add File: a', '+x\ry')).toBe('create a, !')
})

test('an indented header counts as one, and is never certain', () => {
  expect(read('*** Update File: a', '@@', '  *** Delete File: /etc/passwd')).toBe('modify a, delete /etc/passwd, !')
  expect(read('*** Update File: a', ' \u0085*** Delete File: b')).toBe('modify a, delete b, !')
  expect(read(' *** Add File: a')).toBe('create a, !')
  expect(read('*** Add File:  a ')).toBe('create a, !')
  expect(read('*** Add File:a')).toBe('create a, !')
  expect(read('*** Delete File: a *** Add File: b')).toBe('delete a *** Add File: b')
})

test('what does not belong is a problem', () => {
  expect(read()).toBe('!')
  expect(read('*** Add File: ')).toBe('!')
  expect(read('*** Add File: a', 'no plus')).toBe('create a, !')
  expect(read('*** Delete File: a', '+x')).toBe('delete a, !')
  expect(read('*** Environment ID: remote', '*** Delete File: a')).toBe('delete a, !')
  expect(read('*** Add File: a', '*** Move to: b')).toBe('delete a, create b, !')
  expect(read('*** Update File: a', '-x', '*** Move to: b')).toBe('delete a, create b, !')
})

test('files named outside the patch are seen all the same', () => {
  const { files, problem } = readPatch(
    "cat <<'E'\n*** Delete File: x\n*** Begin Patch\n*** Add File: a\n+1\n*** End Patch\n*** Delete File: b",
  )
  expect(files.map(({ path }) => path)).toEqual(['x', 'a', 'b'])
  expect(problem).toBeDefined()
})

test.each(['', 'x', '*** Begin Patch', '*** Begin Patch\n*** Delete File: a', '*** End Patch'])(
  'no whole patch: %j',
  (text) => {
    expect(readPatch(text).problem).toBeDefined()
  },
)
