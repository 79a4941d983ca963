import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLines } from '../../../../test/corpora/corpus.ts'
import { parseShell } from './parse.ts'
import { agrees } from './second-opinion.ts'

const CORPORA = ['readonly-benign', 'readonly-hostile', 'destructive', 'shell-truth']
const RUNS = Number(process.env['COUNTERSIGN_FUZZ'] ?? 20_000)

/** The shortcut past the second opinion is only sound while the two never differ on such lines. */
function neverDiffer(text: string): void {
  const parsed = parseShell(text)
  if (parsed.ok && parsed.plain) expect(agrees(text, parsed.script), text).toBe(true)
}

function isPlain(text: string): boolean {
  const parsed = parseShell(text)
  return parsed.ok && parsed.plain
}

test('law: on plain lines the two parsers never differ', () => {
  const pieces = [
    'ls',
    'a=1',
    'x',
    '-rf',
    "'",
    '"',
    ' ',
    '  ',
    '|',
    '||',
    '&',
    '&&',
    ';',
    '/',
    '1',
    '2',
    '=',
    '^',
    '%',
    ':',
    'if',
    'then',
    'fi',
    'time',
    'do',
    'in',
    '|&',
    '*',
    '?',
    '~',
    '~/',
    '>',
    '>>',
    '2>',
    '>&',
    '&>',
    '>|',
    '-',
    '$x',
    '$x1',
    '$_',
    '"$x"',
    '$x=',
    'for x in ',
    '; do ',
    '; done',
    'case',
    'export ',
    '$(',
    ')',
    '"$(',
    ')"',
    '(',
    '{',
    '}',
    '[',
    ']',
    '#',
    ' # ',
    '!',
    '<',
    '<<',
    '\\',
    '`',
    'esac',
    "'(a|b)'",
    '"[^{]#<!"',
  ]
  const line = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''))
  fc.assert(fc.property(line, neverDiffer), { numRuns: RUNS, seed: 11 })
})

test('law: nor on everyday lines with something else put in', () => {
  const lines = CORPORA.flatMap((name) => readLines(name))
    .map((line) => String(line['command'] ?? line['cmd']))
    .filter(isPlain)
  const mutated = fc
    .record({
      text: fc.constantFrom(...lines),
      into: fc.constantFrom(...lines),
      at: fc.nat(60),
      length: fc.nat(8),
      piece: fc.constantFrom(
        '$x',
        '"$x"',
        "'",
        '"',
        ' $x ',
        ' | ',
        ';',
        '&',
        '>',
        '> $x',
        '=',
        ' if ',
        ' case ',
        ' for x in ',
        '$(',
        ')',
        '"$(x y | z)"',
        "'f(x) { [a] } # < ! \\ `'",
        '"f(x) { [a] } # < !"',
      ),
    })
    .map(
      ({ text, into, at, length, piece }) =>
        into.slice(0, at) + piece + text.slice(at, at + 4 * length) + into.slice(at),
    )
  fc.assert(fc.property(mutated, neverDiffer), { numRuns: RUNS, seed: 12 })
})

test('nor on the plain lines of the corpora', () => {
  for (const name of CORPORA) {
    for (const line of readLines(name)) neverDiffer(String(line['command'] ?? line['cmd']))
  }
})

test.each([
  'ls $(x "y")',
  'ls $(x',
  'ls $((1))',
  'ls $($(x))',
  'ls $(x))',
  'ls $(<x)',
  'ls "`x`"',
  'ls "\\$x"',
  'ls "$1"',
  'ls "x',
  "ls 'x\ny'",
  "ls '\u0455'",
  'ls ${x}',
  'ls $1',
  "ls $'x'",
  'ls $"x"',
  'ls "$"',
  'ls $',
  'ls `x`',
  'ls (x)',
  'ls\nx',
  'ls < x',
  'ls # x',
  'ls {a,b}',
  'ls \\x',
  'ls [a]',
  'ls !x',
  'l\u0455',
  'ls \0x',
  "ls '\0'",
  'ls $(x\0)',
  'ls \x7f',
  'ls "\x7f"',
])('%j is not plain', (text) => {
  expect(isPlain(text)).toBe(false)
})

test.each([
  "grep -n 'f(x) { [a] } # < ! \\ `' src",
  'grep -n "f(x) { [a] } # < !" src',
  'echo "$(git log -3 | head)" $(date)',
])('%j is plain', (text) => {
  expect(isPlain(text)).toBe(true)
})
