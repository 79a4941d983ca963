/** Words: quoting removed as bash removes it, and everything uncertain marked. */

import { describe, expect, test } from 'vitest'
import { accepted, argvs, only, word } from './testing.ts'

describe('quoting', () => {
  test.each([
    ["r''m x", ['rm', 'x']],
    ['"r"m x', ['rm', 'x']],
    ['\\rm x', ['rm', 'x']],
    ["$'\\x72m' x", ['rm', 'x']],
    ["$'\\162\\u006d' x", ['rm', 'x']],
    ["echo $'a\\'; rm x # '", ['echo', "a'; rm x # "]],
    ['echo "a\\"b\\$c\\`d\\\\e\\f"', ['echo', 'a"b$c`d\\e\\f']],
    ['echo "a\\\nb"', ['echo', 'ab']],
    ["echo 'a\nb'", ['echo', 'a\nb']],
    ['echo a\\;b', ['echo', 'a;b']],
    ["echo 'it'\\''s'", ['echo', "it's"]],
    ['echo $ "$" a$', ['echo', '$', '$', 'a$']],
    ['echo "$\'x\'"', ['echo', "$'x'"]],
    ['echo ""', ['echo', '']],
    ['ls a#b', ['ls', 'a#b']],
  ])('%j', (source, words) => {
    expect(argvs(source)).toEqual([words])
  })

  test('emoji and odd blanks pass inside quotes', () => {
    expect(argvs('git commit -m "❤️ 👩‍💻 a\u00a0b 全\u3000角"')[0]?.[3]).toBe('❤️ 👩‍💻 a\u00a0b 全\u3000角')
    expect(argvs('echo é 日本 ✨')).toEqual([['echo', 'é', '日本', '✨']])
  })

  test('a comment hides nothing that bash would run', () => {
    expect(argvs('ls # c \\\nrm x')).toEqual([['ls'], ['rm', 'x']])
    expect(argvs('ls # `rm` $(rm)')).toEqual([['ls']])
    expect(argvs('echo a \\\n#b')).toEqual([['echo', 'a']])
    expect(argvs('# only')).toEqual([])
  })
})

describe('marks', () => {
  test.each([
    ['ls *.ts', 'glob', true],
    ["ls '*.ts'", 'glob', false],
    ['ls a[bc]', 'glob', true],
    ['ls {a,b}', 'brace', true],
    ['ls {1..3}', 'brace', true],
    ['ls {}', 'brace', false],
    ["ls 'a'{a,b}", 'hides', false],
    ['ls \\*.{a,b}', 'hides', false],
    ['ls a\\{{a,b}', 'hides', true],
    ['ls {a","b,c}', 'hides', true],
    ["ls {1..'3'}", 'hides', true],
    ["ls $'a'{a,b}", 'hides', true],
    ['ls *\\*{a,b}', 'hides', true],
    ["ls '{a,b}'", 'brace', false],
    ['ls ~/x', 'tilde', true],
    ["ls '~/x'", 'tilde', false],
    ['dd of=~/x', 'tilde', true],
    ['scp host:~/x', 'tilde', false],
    ['ls $x', 'dynamic', true],
    ['ls $x', 'splits', true],
    ['ls "$x"', 'splits', false],
    ['ls "$@"', 'splits', true],
    ['ls "${a[@]}"', 'splits', true],
    ['ls "${#a[@]}"', 'splits', false],
    ['ls <(a)', 'splits', false],
    ['ls "a"', 'quoted', true],
    ['ls a', 'quoted', false],
  ] as const)('%j: %s is %s', (source, mark, value) => {
    const { commands } = accepted(source)
    expect(commands.at(-1)?.words[1]?.[mark]).toBe(value)
  })
})

describe('parts', () => {
  test('literal text and variables are kept in order', () => {
    expect(word('rm pre"$A"/${B}.x', 1).parts).toEqual([
      { kind: 'text', text: 'pre', quoted: false, scope: -1 },
      { kind: 'variable', text: 'A', quoted: true, scope: -1 },
      { kind: 'text', text: '/', quoted: false, scope: -1 },
      { kind: 'variable', text: 'B', quoted: false, scope: -1 },
      { kind: 'text', text: '.x', quoted: false, scope: -1 },
    ])
    expect(word('rm plain', 1).parts).toEqual([])
  })

  test.each([
    ['ls ${x:-a}', 'parameter'],
    ['ls ${a[0]}', 'parameter'],
    ['ls ${!x}', 'parameter'],
    ['ls $1', 'special'],
    ['ls ${10}', 'special'],
    ['ls ${#x}', 'arithmetic'],
    ['ls $((1+1))', 'arithmetic'],
  ])('%j is not a plain variable but %s', (source, kind) => {
    expect(word(source, 1).parts.map((part) => part.kind)).toEqual([kind])
  })
})

describe('spans', () => {
  test('cover command, words, assignments and redirections in the source', () => {
    const source = '  A=1 cat "b c" >d ; x'
    const command = accepted(source).commands[0]
    const cut = (span: { start: number; end: number } | undefined): string => source.slice(span?.start, span?.end)
    expect(cut(command?.span)).toBe('A=1 cat "b c" >d')
    expect(command?.words.map(({ span }) => cut(span))).toEqual(['cat', '"b c"'])
    expect(cut(command?.assigns[0]?.span)).toBe('A=1')
    expect(cut(command?.redirects[0]?.span)).toBe('>d')
  })
})

describe('assignments', () => {
  test('name, value, append and subscript', () => {
    const { assigns } = only('A=1 B+=$x c[i+1]=y')
    expect(assigns.map(({ name, append, subscript, value }) => [name, append, subscript, value?.value])).toEqual([
      ['A', false, undefined, '1'],
      ['B', true, undefined, ''],
      ['c', false, 'i+1', 'y'],
    ])
  })

  test('an array keeps its elements, and the commands in them are listed', () => {
    const { commands } = accepted('a=(x $(rm y) [k]=z)')
    expect(commands[0]?.words.map(({ value }) => value)).toEqual(['rm', 'y'])
    expect(commands[1]?.assigns[0]?.array?.map(({ value, dynamic }) => [value, dynamic])).toEqual([
      ['x', false],
      ['', true],
      ['z', false],
    ])
  })

  test('an argument of export is a word and an assignment', () => {
    const argument = word('export PATH=/x:$PATH', 1)
    expect(argument).toMatchObject({ value: 'PATH=/x:', dynamic: true, assign: { name: 'PATH' } })
    expect(argument.parts.map(({ text }) => text)).toEqual(['PATH=', '/x:', 'PATH'])
    expect(word('export -n A', 2).assign).toBeUndefined()
    expect(word('env A=1', 1).assign).toBeUndefined()
  })
})
