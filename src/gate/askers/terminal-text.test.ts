import { expect, it } from 'vitest'
import { rowsOf } from './terminal-text.ts'

it.each([
  ['plain words', 'one two three four', 10, ['one two ', 'three four']],
  ['words with a character of another alphabet', 'ein zwei dreißig …', 10, ['ein zwei ', 'dreißig …']],
  ['a word that is longer than a row', 'a-word-that-is-longer … x', 10, ['a-word-tha', 't-is-longe', 'r … x']],
  ['wide characters', '日本語 日本語', 8, ['日本語 ', '日本語']],
  ['nothing but wide characters', '日本語日本語', 5, ['日本', '語日', '本語']],
])('%s are cut between words where there are any', (_, text, width, rows) => {
  expect(rowsOf(text, width)).toEqual(rows)
  expect(rows.join('')).toBe(text)
})
