import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLines } from '../../../test/corpora/corpus.ts'
import { isPlain } from './plain.ts'
import { parseShell } from './syntax/parse.ts'
import { agrees } from './syntax/second-opinion.ts'

/** The shortcut past the second opinion is only sound while the two never differ on such lines. */
function neverDiffer(text: string): void {
  if (!isPlain(text)) return
  const parsed = parseShell(text)
  if (parsed.ok) expect(agrees(text, parsed.script), text).toBe(true)
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
  ]
  const line = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''))
  fc.assert(fc.property(line, neverDiffer), { numRuns: 20_000, seed: 11 })
})

test('nor on the plain lines of the corpora', () => {
  for (const name of ['readonly-benign', 'readonly-hostile', 'destructive', 'shell-truth']) {
    for (const line of readLines(name)) neverDiffer(String(line['command'] ?? line['cmd']))
  }
})

test.each([
  'ls $x',
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
])('%j is not plain', (text) => {
  expect(isPlain(text)).toBe(false)
})
