import { describe, expect, it } from 'vitest'
import { columnsOf, visible, visibleJson } from '../../gate/visible.ts'
import { markedRows } from './marked-text.ts'
import { wantsColour } from './page.ts'

describe('visible', () => {
  it.each([
    ['a control', 'a\u001b[2Jb', 'a\\u{1b}[2Jb'],
    ['a line end', 'a\nb', 'a\\u{a}b'],
    ['a C1 control', 'a\u009bb', 'a\\u{9b}b'],
    ['a mark of direction', 'a\u202eb', 'a\\u{202e}b'],
    ['a zero-width space', 'a\u200bb', 'a\\u{200b}b'],
    ['a tag character', 'a\u{e0041}b', 'a\\u{e0041}b'],
    ['a variation selector', 'a\ufe0fb', 'a\\u{fe0f}b'],
    ['a Hangul filler', 'a\u3164b', 'a\\u{3164}b'],
    ['a Braille blank', 'a\u2800b', 'a\\u{2800}b'],
    ['a no-break space', 'a\u00a0b', 'a\\u{a0}b'],
    ['half a pair', 'a\ud800b', 'a\\u{d800}b'],
  ])('%s is spelled out', (_, text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  it('leaves what people write as it is', () => {
    for (const text of ['git status', 'äöü ß', '日本語', 'e\u0301', '😀', '→ …']) expect(visible(text)).toBe(text)
  })

  it('JSON comes out the same to a parser', () => {
    const value = { text: 'a\u202e\u{e0041}\u0000\u2028 😀', list: ['\u200b'] }
    const json = visibleJson(value)
    expect(json).not.toMatch(/[\u202e\u200b\u2028]|\u{e0041}/u)
    expect(JSON.parse(json)).toEqual(value)
    expect(JSON.parse(visibleJson(value, 2))).toEqual(value)
  })
})

describe('marks', () => {
  const rows = (text: string, words: string, width = 80) => {
    const start = text.indexOf(words)
    const span = { start, end: start + words.length }
    return markedRows(text, [{ span, mark: '^', style: 'red' }], width).map(({ text: shown, marks }) => [
      shown,
      marks.map((piece) => (typeof piece === 'string' ? piece : piece[0])).join(''),
    ])
  }

  it('stand under wide, combining and escaped characters', () => {
    expect(rows('日本 rm', 'rm')).toEqual([['日本 rm', '     ^^']])
    expect(rows('e\u0301 rm', 'rm')).toEqual([['e\u0301 rm', '  ^^']])
    expect(rows('\u202e rm', 'rm')).toEqual([['\\u{202e} rm', '         ^^']])
    expect(rows('rm \u202e', '\u202e')).toEqual([['rm \\u{202e}', '   ^^^^^^^^']])
  })

  it('go on in the next row and the next line', () => {
    expect(rows('abcdef', 'cdef', 4)).toEqual([
      ['abcd', '  ^^'],
      ['ef', '^^'],
    ])
    expect(rows('a\nbc', 'bc')).toEqual([
      ['a', ''],
      ['bc', '^^'],
    ])
  })

  it('an endless text is cut', () => {
    expect(rows('x'.repeat(1_000_000), 'y', 100).at(-1)?.[0]).toBe('… (996000 more characters)')
  })

  it('count columns as terminals do', () => {
    expect(['a', '日', '😀', '\u0301'].map(columnsOf)).toEqual([1, 2, 2, 0])
  })
})

describe('colour', () => {
  it('is for terminals that can show it', () => {
    expect(wantsColour(true, {})).toBe(true)
    expect(wantsColour(true, { TERM: 'dumb' })).toBe(false)
    expect(wantsColour(true, { NO_COLOR: '1' })).toBe(false)
    expect(wantsColour(true, { NO_COLOR: '' })).toBe(true)
    expect(wantsColour(false, { CI: '1' })).toBe(false)
    expect(wantsColour(undefined, {})).toBe(false)
    expect(wantsColour(false, { FORCE_COLOR: '1' })).toBe(true)
  })
})
