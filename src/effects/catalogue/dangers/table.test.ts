import { describe, expect, test } from 'vitest'
import { grammarOf, readLine } from './line.ts'
import { FAMILIES } from './rows.ts'
import { DangerTable } from './table.ts'

describe('the rows of the danger catalogue', () => {
  const table = new DangerTable(FAMILIES)
  const rows = FAMILIES.flatMap(([, text]) => text.split('\n').map((line) => line.trim())).filter((line) => line !== '')

  const programs = [...new Set(rows.flatMap(namesOf))]

  test('every row can be read', () => {
    for (const program of programs) expect(() => table.rowsOf(program)).not.toThrow()
    expect(rows.length).toBeGreaterThan(450)
  })

  test('a program is found by every row that names it, and by no other', () => {
    for (const program of programs) {
      const { always, bySubcommand } = table.rowsOf(program)
      const found = new Set([...always, ...[...bySubcommand.values()].flat()].map(({ why }) => why))
      const named = rows.filter((row) => namesOf(row).includes(program)).map((row) => row.split('|')[3]?.trim())
      expect(found, program).toEqual(new Set(named))
      expect(table.has(program)).toBe(true)
    }
  })

  test('what stands elsewhere in a row is no program', () => {
    for (const text of [
      '',
      ' ',
      '/',
      '|',
      'push',
      'critical',
      'git push',
      '-f',
      'Makes',
      'kubectl/oc',
      '\n',
      'gi',
      'it',
    ])
      expect(table.has(text), JSON.stringify(text)).toBe(false)
  })

  test('no command is in two rows of the same conditions', () => {
    const heads = rows.flatMap((row) => {
      const [command = '', conditions = ''] = row.split('|').map((cell) => cell.trim())
      return commandsOf(command).map((one) => `${one} | ${conditions.split(/\s+/u).toSorted().join(' ')}`)
    })
    const seen = new Set<string>()
    expect(heads.filter((head) => seen.size === seen.add(head).size)).toEqual([])
  })

  test('every sentence starts like one and names no end', () => {
    for (const row of rows) expect(row.split('|')[3]?.trim()).toMatch(/^[A-Z].*[^.]$/u)
  })

  test('conditions are flags, operands or presence', () => {
    for (const row of rows) {
      for (const token of row.split('|')[1]?.trim().split(/\s+/u) ?? [])
        expect(token).toMatch(/^$|^[!&]?-|^=|^@(?:operand|none)$/u)
    }
  })

  test('no row describes a command without one of the words its program is passed over for', () => {
    let passed = 0
    for (const program of programs) {
      const { words, always, bySubcommand } = table.rowsOf(program)
      if (words === undefined) continue
      passed++
      for (const row of [...always, ...[...bySubcommand.values()].flat()])
        expect(row.path.slice(1).some((names) => names.every((name) => words.has(name)))).toBe(true)
    }
    expect(passed).toBeGreaterThan(50)
    expect(table.rowsOf('fdisk').words).toBeUndefined()
  })

  test('a row of another shape is an error, not silence', () => {
    const broken = new DangerTable([['x', 'rm | -f | terrible | Deletes']])
    expect(() => broken.matching('rm', readLine(['rm', '-f'], grammarOf('rm')))).toThrow('danger row')
  })
})

describe('a subcommand is found behind options', () => {
  const table = new DangerTable([['x', 'tool sub/other drop | --hard -h =main !--soft | high | Loses something']])
  const matches = (line: string): boolean =>
    table.matching('tool', readLine(line.split(' '), grammarOf('tool'))).length > 0

  test.each([
    'tool sub drop main --hard',
    'tool other drop -xh main',
    'tool --unknown value sub drop main -h',
    'tool --a=b sub drop main --hard=yes',
  ])('%s', (line) => {
    expect(matches(line)).toBe(true)
  })
  test.each([
    'tool drop sub main --hard',
    'tool sub drop --hard',
    'tool sub drop main',
    'tool sub drop main --hard --soft',
    'tool sub drop main -- --hard',
    'tool say sub drop main --hard',
  ])('not %s', (line) => {
    expect(matches(line)).toBe(false)
  })
})

function namesOf(row: string): string[] {
  return row.slice(0, row.indexOf(' ')).split('/')
}

/** `a b/c`: `a b` and `a c`. */
function commandsOf(command: string): string[] {
  return command
    .split(/\s+/u)
    .map((word) => word.split('/'))
    .reduce((starts, names) => starts.flatMap((start) => names.map((name) => `${start} ${name}`.trim())), [''])
}
