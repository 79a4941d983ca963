/** Every line of the saved truth: what bash's own parser lists must be listed, word for word. */

import { describe, expect, test } from 'vitest'
import { parseShell } from './parse.ts'
import type { SimpleCommand } from './script.ts'
import { arePeersHere, corpus } from './testing.ts'

interface Line {
  cmd: string
  bash?: 'accept' | 'reject'
  commands?: { argv: (string | null)[] }[]
  names?: (string | null)[]
}

interface Figures {
  lines: number
  accepted: number
  falseAccepts: string[]
  missed: string[]
  wrongArgv: string[]
}

function measure(file: string): Figures {
  const figures: Figures = { lines: 0, accepted: 0, falseAccepts: [], missed: [], wrongArgv: [] }
  for (const line of corpus<Line>(file)) {
    const parsed = parseShell(line.cmd)
    if (line.bash === 'reject') {
      if (parsed.ok) figures.falseAccepts.push(line.cmd)
      continue
    }
    figures.lines++
    if (!parsed.ok) continue
    figures.accepted++
    const commands = parsed.script.commands.filter(({ words }) => words.length > 0)
    if (!listsNames(commands, line)) figures.missed.push(line.cmd)
    else if (line.commands !== undefined && !listsWords(commands, line.commands)) figures.wrongArgv.push(line.cmd)
  }
  const { lines, accepted, falseAccepts, missed, wrongArgv } = figures
  console.log(
    `${file}: accepted ${accepted} of ${lines} (${((100 * accepted) / lines).toFixed(2)} %), ` +
      `false accepts ${falseAccepts.length}, missed ${missed.length}, wrong argv ${wrongArgv.length}`,
  )
  return figures
}

/** The saved truth doubles \x01. */
const undouble = (text: string): string => text.replaceAll('\x01\x01', '\x01')

function listsNames(commands: SimpleCommand[], line: Line): boolean {
  const names =
    line.names ?? line.commands?.filter(({ argv }) => argv.length > 0).map(({ argv }) => argv[0] ?? null) ?? []
  const listed = commands.map(({ words: [name] }) => (name === undefined || name.dynamic ? null : undouble(name.value)))
  return isWithin(
    names.map((name) => (name === null || name === '<dyn>' ? null : undouble(name))),
    listed,
  )
}

function listsWords(commands: SimpleCommand[], truth: { argv: (string | null)[] }[]): boolean {
  const wanted = truth.filter(({ argv }) => argv.length > 0).map(({ argv }) => argv.map(comparable).join('\n'))
  const listed = commands.map(({ words }) =>
    words
      .map((word) => (word.assign?.array === undefined ? comparable(word.dynamic ? null : word.value) : ARRAY))
      .join('\n'),
  )
  return isWithin(wanted, listed)
}

/** An array given to `declare` has no value as one word; only its place is compared. */
const ARRAY = '\0array'

function comparable(word: string | null): string {
  if (word === null) return '\0dynamic'
  return /^\w+\+?=\(/.test(word) ? ARRAY : undouble(word)
}

/** Whether every wanted item is listed, as often as wanted. */
function isWithin<T>(wanted: T[], listed: T[]): boolean {
  const left = [...listed]
  return wanted.every((item) => {
    const at = left.indexOf(item)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

describe('the truth of bash', () => {
  test('probes and fuzzed lines: nothing missed, no wrong words, nothing accepted that bash rejects', () => {
    const { accepted, missed, wrongArgv, falseAccepts } = measure('shell-truth.jsonl')
    expect({ missed, wrongArgv, falseAccepts }).toEqual({ missed: [], wrongArgv: [], falseAccepts: [] })
    expect(accepted).toBeGreaterThan(3600)
  })

  test.runIf(arePeersHere)('everyday lines: at least 99.8 % accepted, nothing missed, no wrong words', () => {
    const { lines, accepted, missed, wrongArgv, falseAccepts } = measure('peers/shell-truth-tldr.jsonl')
    expect({ missed, wrongArgv, falseAccepts }).toEqual({ missed: [], wrongArgv: [], falseAccepts: [] })
    expect(accepted).toBeGreaterThanOrEqual(0.998 * lines)
  })

  test('everyday read-only lines are all accepted', () => {
    const lines = corpus<{ command: string }>('readonly-benign.jsonl')
    const refused = lines.filter(({ command }) => !parseShell(command).ok)
    expect(lines.length).toBeGreaterThan(300)
    expect(refused).toEqual([])
  })
})
