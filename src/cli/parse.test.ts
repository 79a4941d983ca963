import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OptionSpec } from './command.ts'
import { allCommands } from './commands.ts'
import { tokensOf } from './parse.ts'

const OPTIONS: readonly OptionSpec[] = [
  { name: 'policy', value: 'FILE', about: '' },
  { name: 'mode', value: 'MODE', about: '' },
  { name: 'json', about: '' },
  { name: 'help', short: 'h', about: '' },
  { name: 'yes', short: 'y', about: '' },
]

test('arguments are taken apart as Node would', () => {
  const piece = fc.constantFrom(
    '-',
    '--',
    '=',
    'policy',
    'mode',
    'json',
    'help',
    'h',
    'y',
    'x',
    ' ',
    'git push',
    'é',
    '',
  )
  const word = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''))
  // To Node, `-h-` is `-h --`; and an option without a name is unknown under any.
  const arg = word.filter((text) => !/^-[^-].*-|^--=/u.test(text))
  fc.assert(
    fc.property(fc.array(arg, { maxLength: 6 }), (args) => {
      expect(tokensOf(args, { options: OPTIONS })).toEqual(byNode(args))
    }),
    { numRuns: 3000 },
  )
})

test('a dash among the letters of switches does not end the options', () => {
  expect(tokensOf(['-h-', '--json'], { options: OPTIONS }).map((token) => token.kind)).toEqual(Array(3).fill('option'))
})

test('no option with a value has a letter', () => {
  for (const { name, options } of allCommands())
    for (const { short, value } of options) if (short !== undefined) expect(value, name).toBeUndefined()
})

function byNode(args: string[]): unknown[] {
  const options = Object.fromEntries(
    OPTIONS.map(({ name, short, value }) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), ...(short && { short }) },
    ]),
  )
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true })
  return tokens.flatMap((token): unknown[] => {
    if (token.kind === 'option-terminator') return []
    if (token.kind === 'positional') return [{ kind: token.kind, value: token.value }]
    const { kind, name, rawName, value, inlineValue } = token
    return [{ kind, name, rawName, value, inlineValue }]
  })
}
