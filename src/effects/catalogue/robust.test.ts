import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuNow } from '../../../test/cpu.ts'
import { FAMILIES } from './programs.ts'
import { readCommand } from './read.ts'

const names = FAMILIES.flatMap(([, names]) => names.split(/\s+/u))
const word = fc.oneof(
  fc.constantFrom(
    '-',
    '--',
    '-a',
    '-rf',
    '--all',
    '--x=y',
    '-n',
    '5',
    '*',
    'a',
    '/etc/x',
    '{a,b}',
    'status',
    'list',
    'get',
    '-5',
    '',
    '!',
    '(',
    ';',
    '+',
    'a=b',
    '@x',
    'h:/x',
    '://',
  ),
  fc.string({ maxLength: 12 }),
  fc.constant(null),
)
const traits = fc.record({ splits: fc.boolean(), glob: fc.boolean(), brace: fc.boolean(), quoted: fc.boolean() })

describe('whatever the words', () => {
  it('reading never throws, and a proof is never beside a write or a connection', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.array(fc.tuple(word, traits), { maxLength: 7 }), (name, pairs) => {
        const reading = readCommand(
          [name, ...pairs.map(([text]) => text)],
          [traitless, ...pairs.map(([, trait]) => trait)],
        )
        expect(reading.forms()).toBeInstanceOf(Array)
        if (reading.readOnly) expect(reading.effects.filter(({ type }) => type !== 'read')).toEqual([])
        if (reading.fileCommand) expect(reading.unknownOperands).toBe(false)
      }),
      { numRuns: 5000 },
    )
  })

  it('an address is no proof, whoever is given it', () => {
    for (const name of names) {
      const reading = readCommand([name, '://'], [])
      if (reading.readOnly) expect(reading.effects.filter(({ type }) => type === 'connect')).toEqual([])
    }
  })

  it('a flag nobody knows, added at the end, never wins a proof', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.array(word, { maxLength: 5 }), (name, argv) => {
        const before = readCommand([name, ...argv], [])
        const after = readCommand([name, ...argv, '--frobnicate'], [])
        // Behind dashes it is no flag, but may be awk's program.
        if (argv.includes('--')) return
        // Unless the last flag was still waiting for its value.
        if (after.readOnly && !before.readOnly) expect(before.why).toContain('lacks its value')
      }),
      { numRuns: 3000 },
    )
  })

  it('long input takes linear time', () => {
    const long = Array.from({ length: 8000 }, (_, at) =>
      at % 3 === 0 ? '--unknown' : at % 3 === 1 ? '-zzzz' : 'operand',
    )
    const start = cpuNow()
    for (const name of ['git', 'sort', 'tar', 'find', 'gzip', 'yq', 'cp', 'curl', 'nosuch'])
      readCommand([name, ...long], [])
    readCommand(['sed', 's/a/b/;'.repeat(20_000)], [])
    readCommand(['awk', '(1)/ '.repeat(20_000)], [])
    readCommand(['nosuch', ...long.map(() => 'a@b:http://c'), 'd://'.repeat(1000)], [])
    readCommand(['curl', ...long.map((_, at) => `http://h${at}`)], [])
    expect(cpuNow() - start).toBeLessThan(2000)
  })
})

const traitless = { splits: false, glob: false, brace: false, quoted: false }
