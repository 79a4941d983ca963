/** Part of the test against a real bash: lines at random, of the pieces. */

import fc from 'fast-check'
import { BEYOND, COMPANIONS, FILES, GIVEN, PRINTERS, READERS, SPELLINGS, WAYS, WRITERS } from './pieces.ts'

type Draw = <T>(values: readonly T[]) => T

const MOST_DEPTH = 3

/** A line that runs the program, more or less hidden. */
export function running(program: string): fc.Arbitrary<string> {
  return drawn((draw) => oneOf(WAYS, program, draw, 0))
}

/** A line that gives the program a word, which is more or less hidden. */
export function giving(program: string, word: string): fc.Arbitrary<string> {
  return drawn((draw) => {
    const [before, text] = spelled(draw(SPELLINGS), word, filled(draw(PRINTERS), word))
    const line = draw(GIVEN)
      .replaceAll('{G}', program)
      .replaceAll('{S}', () => text)
    return before === '' ? line : before + draw(['; ', '\n', ' && ']) + line
  })
}

/** The same along with what is allowed. */
export function accompanying(program: string): fc.Arbitrary<string> {
  return drawn((draw) => oneOf(COMPANIONS, program, draw, 1))
}

export function reading(file: string, folder: string): fc.Arbitrary<string> {
  return drawn((draw) => done(READERS, file, folder, draw))
}

/** The same by commands that name the file, not by those that take whatever lies there. */
export function readingNamed(file: string, folder: string): fc.Arbitrary<string> {
  const ways = READERS.filter((way) => way.includes('{S}'))
  return drawn((draw) => done(ways, file, folder, draw))
}

export function writing(file: string, folder: string): fc.Arbitrary<string> {
  return drawn((draw) => done(WRITERS, file, folder, draw))
}

/** A line that changes a file of that name in the folder outside, to which the link leads. */
export function straying(file: string, outside: string, link: string): fc.Arbitrary<string> {
  const ways = WRITERS.filter((way) => way.includes('{S}'))
  return drawn((draw) => {
    const [before, text] = draw(BEYOND)
    const line = draw(ways).replaceAll('{S}', () => text)
    const whole = before === '' ? line : before + draw(['; ', '\n', ' && ']) + line
    const placed = whole.replaceAll('{T}', outside).replaceAll('{K}', link)
    return filled(placed, file)
  })
}

function drawn(make: (draw: Draw) => string): fc.Arbitrary<string> {
  return fc.gen().map((gen) => make((values) => gen(fc.constantFrom, ...values) as (typeof values)[number]))
}

function oneOf(ways: readonly string[], program: string, draw: Draw, depth: number): string {
  const way = draw(depth < MOST_DEPTH ? ways : ways.slice(0, 4))
  const printer = filled(draw(PRINTERS), program)
  const [before, text] = spelled(draw(SPELLINGS), program, printer)
  const plain = way.replaceAll('{P}', () => printer).replaceAll('{S}', () => text)
  const nested = /\{[CL]\}/u.test(way) ? oneOf(WAYS, program, draw, depth + 1) : ''
  const line = filled(plain, program)
    .replaceAll('{C}', () => nested)
    .replaceAll('{L}', () => quoted(nested))
  return way.includes('{S}') && before !== '' ? before + draw(['; ', '\n', ' && ']) + line : line
}

function done(ways: readonly string[], file: string, folder: string, draw: Draw): string {
  const printer = filled(draw(PRINTERS), file)
  const [before, text] = spelled(draw(FILES), file, printer).map((one) => one.replaceAll('{F}', folder))
  const line = filled(draw(ways), file).replaceAll('{S}', () => text as string)
  return before === '' ? line : before + draw(['; ', '\n', ' && ']) + line
}

function spelled([before, text]: readonly [string, string], word: string, printer: string): readonly [string, string] {
  const fill = (one: string) => filled(one, word).replaceAll('{P}', () => printer)
  // In backquotes a backslash is one for itself only when it stands twice.
  const inTicks = text.startsWith('`') ? `\`${printer.replaceAll(/[\\`]/gu, '\\$&')}\`` : fill(text)
  return [fill(before), inTicks]
}

export function filled(piece: string, word: string): string {
  const codes = (radix: number, mark: string) =>
    word.split('').map((c) => mark + (c.codePointAt(0) ?? 0).toString(radix))
  const values: Readonly<Record<string, string>> = {
    W: word,
    R: word.split('').toReversed().join(''),
    U: word.toUpperCase(),
    B: Buffer.from(word).toString('base64'),
    X: codes(16, '\\x').join(''),
    O: codes(8, '\\').join(''),
    D: codes(8, '\\0').join(''),
    A: word.slice(0, 1),
    Z: word.slice(1),
    E: word.slice(2),
    Q: word.replace('z', 'q'),
    N: String(word.length),
  }
  return piece.replaceAll(/\{([A-Z])\}/gu, (all, name: string) => values[name] ?? all)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
