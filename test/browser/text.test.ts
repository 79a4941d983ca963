import { describe, expect, it } from 'vitest'
import { alikesOf } from '../../web/src/text/alike.ts'
import { marksOf } from '../../web/src/text/marks.ts'
import { piecesOf, warnOf } from '../../web/src/text/pieces.ts'
import { rowsOf } from '../../web/src/text/rows.ts'

const alikes = (text: string) => [...alikesOf(text)].map(([offset, like]) => `${offset}${like}`)
const shown = (text: string, lines = false) =>
  piecesOf(text, [], lines)
    .map((piece) => (piece.seems === 'plain' ? piece.text : `[${piece.text}]`))
    .join('')

describe('characters that look like others', () => {
  it.each([
    ['a Cyrillic letter in a word', 'p\u0430ypal.com', ['1a']],
    ['a word of nothing but such letters', '\u0440\u0430\u0443', ['0p', '1a', '2y']],
    ['a wide letter', '\uff53udo', ['0s']],
    ['a mathematical letter', '\u{1d42b}m', ['0r']],
    ['a dash that is no hyphen', 'rm \u2013rf', ['3-']],
    ['a slash that is none', 'a\u2215b', ['1/']],
    ['a Greek question mark', 'ls\u037e', ['2;']],
  ])('%s is found', (_, text, found) => {
    expect(alikes(text)).toEqual(found)
  })

  it.each(['привет мир', 'Ελληνικά', '日本語', 'naïve café', 'git status', 'größe', '😀 x'])(
    '%s is a language',
    (text) => {
      expect(alikes(text)).toEqual([])
    },
  )
})

describe('pieces', () => {
  it('what cannot be seen is spelled out, each in its place', () => {
    expect(shown('a\u202eb\u200b\u001b[31m')).toBe('a[\\u{202e}]b[\\u{200b}][\\u{1b}][31m')
  })

  it('line ends stay only where lines are asked for', () => {
    expect(shown('a\nb')).toBe('a[↵]b')
    expect(shown('a\nb\r\n\tc', true)).toBe('a\nb[\\u{d}]\n[\t]c')
  })

  it('hold the whole text, marks or none', () => {
    const text = 'rm -rf 日本 e\u0301 😀 x'
    const marks = [
      { start: 0, end: 9, as: 'acts' },
      { start: 3, end: 6, as: 'danger' },
    ]
    const pieces = piecesOf(text, marks)
    expect(pieces.map((piece) => piece.text).join('')).toBe(text)
    expect(pieces.filter(({ mark }) => mark?.as === 'danger').map((piece) => piece.text)).toEqual(['-rf'])
  })

  it('marks outside of the text do no harm', () => {
    expect(piecesOf('ab', [{ start: -5, end: 50, as: 'acts' }]).map((piece) => piece.text)).toEqual(['ab'])
    expect(piecesOf('ab', [{ start: 7, end: 9, as: 'acts' }]).map((piece) => piece.text)).toEqual(['ab'])
  })

  it('a warning counts what is not as it seems', () => {
    expect(warnOf('ls\n\tcd')).toBeUndefined()
    expect(warnOf('l\u200bs \u0430b')).toBe(
      'Holds 1 character that cannot be seen and 1 character that looks like another; marked here.',
    )
  })
})

describe('rows', () => {
  it('hold few characters that must be marked, and no end of plain ones', () => {
    const rows = rowsOf('a\u200b'.repeat(10_000))
    expect(Math.max(...rows.map(({ start, end }) => end - start))).toBeLessThan(200)
    expect(rowsOf('日本'.repeat(200))).toHaveLength(1)
    expect(rowsOf('')).toEqual([])
  })

  it('cover the text without a gap and cut no pair in half', () => {
    const text = `${'x'.repeat(399)}😀${'y'.repeat(1000)}\n\nlast`
    const rows = rowsOf(text)
    expect(rows.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text)
    for (const { start } of rows) expect(text.codePointAt(start)).not.toBe(0xde00)
  })
})

describe('what marks a command', () => {
  const span = { start: 0, end: 20 }
  const effect = (type: 'run' | 'read' | 'unknown', more: object = {}) =>
    ({ type, text: 'x', certain: true, harmless: false, span, ...more }) as const
  const looks = (...effects: readonly ReturnType<typeof effect>[]) =>
    piecesOf('git push origin main', marksOf(effects, [], 20)).map(({ mark }) => mark?.as)

  it('is the gravest of what it would do, in whatever order that is told', () => {
    const [push, looksAt] = [effect('run'), effect('read', { harmless: true })]
    expect(looks(push, looksAt)).toEqual(['acts'])
    expect(looks(looksAt, push)).toEqual(['acts'])
    expect(looks(effect('unknown'), push, looksAt)).toEqual(['unsure'])
    expect(looks(looksAt)).toEqual(['harmless'])
  })

  it('is that of a part, where a part is told by itself', () => {
    const part = effect('read', { harmless: true, span: { start: 16, end: 20 } })
    expect(looks(part, effect('run'))).toEqual(['acts', 'harmless'])
  })
})
