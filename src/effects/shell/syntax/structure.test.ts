/** How commands hang together: lists, pipelines, scopes, and whether a command is sure to run. */

import { describe, expect, test } from 'vitest'
import type { Script } from './script.ts'
import { accepted, only } from './testing.ts'

const names = (script: Script): (string | undefined)[] => script.commands.map(({ words }) => words[0]?.value)

/** The kinds of scope around each command, outermost first. */
function scopes(source: string): Record<string, string> {
  const script = accepted(source)
  return Object.fromEntries(
    script.commands.map(({ words, scope }) => {
      const kinds: string[] = []
      for (let at = scope; at >= 0; at = script.scopes[at]?.parent ?? -1) kinds.unshift(script.scopes[at]?.kind ?? '?')
      return [words[0]?.value ?? '', kinds.join(' ')]
    }),
  )
}

const field = (source: string, key: 'connector' | 'conditional'): unknown[] =>
  accepted(source).commands.map((command) => command[key])

test('connectors say how a command follows the one before', () => {
  expect(field('a; b && c || d | e & f\ng', 'connector')).toEqual(['first', ';', '&&', '||', '|', '&', ';'])
  expect(field('a && { b; c; }; d', 'connector')).toEqual(['first', 'first', ';', ';'])
})

test('a command that may not run is conditional', () => {
  expect(field('a; b && c; d', 'conditional')).toEqual([false, false, true, false])
  expect(field('if a; then b; else c; fi; d', 'conditional')).toEqual([true, true, true, false])
  expect(field('for i in x; do a; done; case x in y) b;; esac; c', 'conditional')).toEqual([true, true, false])
  expect(field('f() { a; }; b', 'conditional')).toEqual([true, false])
  expect(field('a || { b; }', 'conditional')).toEqual([false, true])
  expect(field('a && b $(c); d', 'conditional')).toEqual([false, true, true, false])
  expect(field('(a; { b; })', 'conditional')).toEqual([false, false])
})

test('pipelines are numbered, with their stages', () => {
  const script = accepted('a | b | c; d')
  expect(script.commands.map(({ pipeline, stage }) => [pipeline, stage])).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 0],
  ])
  expect(script.stages).toEqual([3, 1])
})

describe('scopes', () => {
  test('what runs apart is told from what runs here', () => {
    expect(scopes('a; (b); { c; }')).toEqual({ a: 'top', b: 'top subshell', c: 'top' })
    expect(scopes('a $(b `c`) <(d)')).toEqual({
      a: 'top',
      b: 'top substitution',
      c: 'top substitution substitution',
      d: 'top process',
    })
    expect(scopes('a | (b) | { c; }; d')).toEqual({ a: 'top pipe', b: 'top pipe subshell', c: 'top pipe', d: 'top' })
    expect(scopes('a && b & c')).toEqual({ a: 'top background', b: 'top background', c: 'top' })
    expect(scopes('a $(x) | b &')).toEqual({
      x: 'top background pipe substitution',
      a: 'top background pipe',
      b: 'top background pipe',
    })
    expect(scopes('f() { a; (b); }; c')).toEqual({ a: 'top function', b: 'top function subshell', c: 'top' })
    expect(scopes('coproc a')).toEqual({ a: 'top background' })
  })

  test('a group inside a pipe knows the pipeline it reads from', () => {
    const script = accepted('curl x | { tee; bash; }')
    const bash = script.commands.at(-1)
    expect(script.scopes[bash?.scope ?? 0]).toMatchObject({ kind: 'pipe', pipeline: 0, stage: 1 })
  })

  test('a word points to the scope of the commands in it', () => {
    const script = accepted('bash <(curl x)')
    const part = script.commands[1]?.words[1]?.parts[0]
    expect(part?.kind).toBe('process')
    expect(script.commands[0]?.scope).toBe(part?.scope)
  })
})

test('functions and loops are listed', () => {
  const script = accepted('f() { a; }; function g-h { b; }; for x in 1 $y; do c; done; for z do d; done')
  expect(script.functions.map(({ name }) => name)).toEqual(['f', 'g-h'])
  expect(script.loops.map(({ name, words }) => [name, words?.map(({ value }) => value)])).toEqual([
    ['x', ['1', '']],
    ['z', undefined],
  ])
})

describe('loops without end that start what nothing waits for', () => {
  test.each([
    'while true; do a & done',
    'while :; do a | b & c; done',
    'while [ 1 ]\ndo (a) & done',
    'until false; do a & done',
    'for ((;;)); do a & done',
    'for ((i = 0; ; i++)) do a & done',
    'x() { while true; do a & done; }',
  ])('%s', (text) => {
    expect(accepted(text).spawning).toBe('surely')
  })

  test.each([
    'while true; do a; done &',
    'while true; do a & wait; done',
    'while true; do a & break; done',
    'while a; do b & done',
    'while ! true; do a & done',
    'for x in 1 2; do a & done',
    'for ((i = 0; i < 3; i++)); do a & done',
    'while true; do a; done; b &',
  ])('%s', (text) => {
    expect(accepted(text).spawning).not.toBe('surely')
  })
})

test('closing words may follow a compound command directly, and only there', () => {
  expect(names(accepted('{ (a) }; if (b) then { c; } fi'))).toEqual(['a', 'b', 'c'])
  expect(names(accepted('echo fi done } ]] then'))).toEqual(['echo'])
})

describe('redirections', () => {
  test.each([
    ['a >f', '>', undefined, 'f'],
    ['a 2>>f', '>>', 2, 'f'],
    ['a &>f', '&>', undefined, 'f'],
    ['a >&f', '&>', undefined, 'f'],
    ['a >|f', '>|', undefined, 'f'],
    ['a <>f', '<>', undefined, 'f'],
    ['a <<<f', '<<<', undefined, 'f'],
  ] as const)('%j', (source, op, fd, target) => {
    expect(only(source).redirects).toMatchObject([{ op, fd, target: { value: target } }])
  })

  test('a copied descriptor is no file', () => {
    expect(only('a 2>&1').redirects).toMatchObject([{ op: '>&', fd: 2, duplicate: '1', target: undefined }])
    expect(only('a <&-').redirects).toMatchObject([{ op: '<&', duplicate: '-' }])
  })

  test('those of a compound command are listed as a command without words', () => {
    const { commands } = accepted('{ a; b; } >f 2>&1')
    expect(commands.map(({ compound }) => compound)).toEqual([false, false, true])
    expect(commands[2]).toMatchObject({ words: [], redirects: [{ target: { value: 'f' } }, { duplicate: '1' }] })
  })

  test('a here-document has its body, expanded or not', () => {
    expect(only("a <<'E'\n$x \\$\nE").redirects[0]?.body).toMatchObject({
      value: '$x \\$\n',
      quoted: true,
      dynamic: false,
    })
    expect(only('a <<E\n\\$x \\a\nE').redirects[0]?.body).toMatchObject({
      value: '$x \\a\n',
      quoted: false,
      dynamic: false,
    })
    expect(only('a <<E\n$x\nE').redirects[0]?.body).toMatchObject({ dynamic: true })
    expect(only('a <<-E\n\tb\n\tE\n').redirects[0]?.body?.value).toBe('b\n')
  })

  test('commands after a here-document are read, pipes included', () => {
    expect(names(accepted('cat <<E 2>&1 | sort\nbody; no\nE\nrm x'))).toEqual(['cat', 'sort', 'rm'])
    expect(names(accepted('git commit -m "$(cat <<\'EOF\'\nfix: it (a)\nEOF\n)" && ls'))).toEqual(['cat', 'git', 'ls'])
  })
})

test('[[ ]] with patterns, groups and regular expressions', () => {
  expect(names(accepted('[[ ! -f a && ( $x == *.ts || $y =~ ^(a|b)+$ ) ]] && ls'))).toEqual(['ls'])
  expect(names(accepted('[[ a < b ]] || [[ $x =~ "$re" ]]; ls'))).toEqual(['ls'])
})
