import { describe, expect, it } from 'vitest'
import { EMPTY, firstLine, lastCode, linesOf, readSpool, TAIL } from './line.ts'
import type { SpoolEntry } from './line.ts'

const KEY = Buffer.from('a key')
const ID = '01a1df14-d6cc-7889-94a4-fd841f8d19b5'
const entry = (n: number): SpoolEntry => ({
  record: {
    kind: 'decision',
    at: n,
    session: n % 2 === 0 ? null : 's',
    body: JSON.stringify({ n, text: 'ü\n\u2028' }),
  },
  ...(n === 2 ? { uses: { project: '/p', agent: null, rules: [{ behavior: 'allow', rule: 'shell(ls)' }] } } : {}),
})
const ENTRIES = [1, 2, 3, 4].map(entry)

/** A spool as if each record had been added by another process. */
function spool(entries: readonly SpoolEntry[] = ENTRIES): string {
  return entries.reduce(
    (text, one) => text + linesOf([one], lastCode(text.slice(-TAIL)) ?? '', KEY),
    firstLine(ID, KEY),
  )
}

it('gives back what was written, however many wrote at a time', () => {
  expect(readSpool(spool(), KEY)).toEqual({ entries: ENTRIES, problems: [] })
  expect(firstLine(ID, KEY)).toHaveLength(EMPTY)
  expect(readSpool(firstLine(ID, KEY), KEY)).toEqual({ entries: [], problems: [] })
  // Two processes that found the same last line.
  const before = spool(ENTRIES.slice(0, 2))
  const code = lastCode(before.slice(-TAIL)) ?? ''
  const both = before + linesOf([entry(3)], code, KEY) + linesOf([entry(4)], code, KEY)
  expect(readSpool(both, KEY)).toEqual({ entries: ENTRIES, problems: [] })
  const together = linesOf(ENTRIES, lastCode(firstLine(ID, KEY).slice(-TAIL)) ?? '', KEY)
  expect(readSpool(firstLine(ID, KEY) + together, KEY)).toEqual({ entries: ENTRIES, problems: [] })
})

describe('a line that was not finished', () => {
  const whole = spool(ENTRIES.slice(0, 3))
  const last = linesOf([entry(4)], lastCode(whole.slice(-TAIL)) ?? '', KEY)

  it('is none, wherever it was broken off, and nothing is added behind it', () => {
    for (let length = 0; length < last.length; length++) {
      const text = whole + last.slice(0, length)
      expect(readSpool(text, KEY), String(length)).toEqual({ entries: ENTRIES.slice(0, 3), problems: [] })
      if (length > 1) expect(lastCode(text.slice(-TAIL))).toBeUndefined()
    }
  })

  it('does not spoil what another adds at the same moment', () => {
    const code = lastCode(whole.slice(-TAIL)) ?? ''
    for (const length of [1, 2, 40, last.length - 2, last.length - 1]) {
      const text = whole + last.slice(0, length) + linesOf([entry(5)], code, KEY)
      expect(readSpool(text, KEY).entries.at(-1), String(length)).toEqual(entry(5))
      expect(readSpool(text, KEY).problems).toEqual([])
    }
  })
})

describe('is found out:', () => {
  const lines = spool().split('\n')
  const told = (text: string, key = KEY) => readSpool(text, key).problems
  const finished = lines.flatMap((line, index) => (line === '' ? [] : [index]))

  it('any character that was changed', () => {
    const text = spool()
    for (let at = 0; at < text.length; at++) {
      if (text[at] === '\n') continue
      expect(told(`${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`), String(at)).not.toEqual(
        [],
      )
    }
  })

  it('a line that was taken out, the last excepted', () => {
    for (const index of finished.slice(0, -1)) expect(told(lines.toSpliced(index, 2).join('\n'))).not.toEqual([])
  })

  it('a line that was made to look unfinished, the last excepted', () => {
    for (const index of finished.slice(0, -1)) expect(told(lines.toSpliced(index + 1, 1).join('\n'))).not.toEqual([])
  })

  it('lines in another order', () => {
    const [, first, second] = finished as [number, number, number]
    const swapped = lines.with(first, lines[second] as string).with(second, lines[first] as string)
    expect(told(swapped.join('\n'))).not.toEqual([])
  })

  it('lines of another spool, or signed with another key', () => {
    const other = firstLine('01a1df14-d6cc-7889-94a4-fd841f8d19b6', KEY)
    const strange = linesOf([entry(9)], lastCode(other.slice(-TAIL)) ?? '', KEY)
    expect(told(spool() + strange)).not.toEqual([])
    expect(told(`${spool()}\n${other}`)).not.toEqual([])
    expect(told(spool(), Buffer.from('another'))).not.toEqual([])
  })

  it('a spool that was emptied', () => {
    expect(told('')).not.toEqual([])
  })
})
