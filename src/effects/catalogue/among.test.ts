import { describe, expect, it } from 'vitest'
import { isAmong, NameLists } from './among.ts'
import { FAMILIES as DANGERS } from './dangers/rows.ts'
import { DangerTable } from './dangers/table.ts'
import { FAMILIES } from './programs.ts'

/** Names a table could be wrong about: parts and unions of others, blanks, what every object has. */
const ODD = ['', ' ', 'g', 'it', 'git ', ' git', 'git-', 'git hub', 'ls\n', 'constructor', '__proto__', '[', '|', '/']
const LISTS = FAMILIES.map(([, names]) => names)
const NAMES = [...LISTS.flatMap((names) => names.split(/\s+/u)), ...ODD]

describe('lists of names', () => {
  it('find the same by the table as by the search', () => {
    const lists = new NameLists(LISTS, (names) => names)
    for (let time = 0; time < 30; time++) lists.find('no-such-program')
    for (const name of NAMES) {
      const searched = LISTS.find((names) => isAmong(name, names))
      expect([name, lists.find(name)]).toEqual([name, searched])
      expect([name, new NameLists(LISTS, (names) => names).find(name)]).toEqual([name, searched])
    }
  })
})

describe('the danger rows', () => {
  const rows = DANGERS.flatMap(([, text]) => text.split('\n')).filter((row) => row.trim() !== '')
  const programs = [...new Set(rows.flatMap((row) => (row.trim().split(' ')[0] ?? '').split('/')))]

  it('know every program they name, and no other, however many were asked for before', () => {
    const asked = new DangerTable(DANGERS)
    for (let time = 0; time < 30; time++) asked.has(`no-such-program${time}`)
    for (const program of programs) expect([program, asked.has(program)]).toEqual([program, true])
    for (const name of [...programs, ...NAMES])
      expect([name, asked.has(name)]).toEqual([name, new DangerTable(DANGERS).has(name)])
    expect(programs.length).toBeGreaterThan(150)
  })
})
