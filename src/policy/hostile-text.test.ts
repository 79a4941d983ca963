import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuNow } from '../../test/cpu.ts'
import { readPolicy } from './document.ts'
import { readPolicyObject } from './object.ts'
import { formatProblem } from './problem.ts'

const read = (text: string) => readPolicy(text, { file: 'p', layer: 'project' })
const MiB = 1024 * 1024

describe('nesting that would exhaust the stack is refused, not parsed', () => {
  test.each(['[', '{a: ', '- ', '? ', ': ', 'a: ', '[{'])('%j, over and over', (piece) => {
    const { document, problems } = read(piece.repeat(MiB / piece.length))
    expect(document).toBeUndefined()
    expect(problems.map(({ message }) => message)).toEqual(['is nested too deeply for a policy'])
  })

  test('by indentation', () => {
    const text = Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')
    expect(read(text).problems.map(({ message }) => message)).toEqual(['is nested too deeply for a policy'])
  })
})

describe('aliases', () => {
  test('that multiply are refused once, where the text has them', () => {
    const lists = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, i, all) => {
      const item = i === 0 ? 'x' : `*${all[i - 1]}`
      return `${name}: &${name} [${Array(10).fill(item).join(', ')}]`
    })
    const { document, problems } = read(lists.join('\n'))
    expect(document).toBeUndefined()
    expect(problems.map(formatProblem)).toEqual(['p:6:8 f[0]: this alias expands to too much'])
  })

  test('that hold themselves are refused', () => {
    expect(read('deny: &x [ *x ]').problems.map(formatProblem)).toEqual([
      'p:1:12 deny[0]: this alias expands to too much',
    ])
  })
})

test.each([']', '&a ', '---\n'])('a large file of nothing but %j ends soon', (piece) => {
  const started = cpuNow()
  read(piece.repeat(Math.floor(MiB / piece.length)))
  expect(cpuNow() - started).toBeLessThan(30_000)
})

test('a large file of wrong rules is told in a hundred problems', () => {
  const { problems } = read(`deny:\n${'  - Bsh\n'.repeat(20_000)}`)
  expect(problems).toHaveLength(101)
  expect(problems.at(-1)?.message).toBe('there are more errors than these 100')
})

test('a large file of unknown tools does not have each of them looked for', () => {
  const names = Array.from({ length: 20_000 }, (_, i) => `  - Frobnicate${i}\n`)
  const { problems } = read(`deny:\n${names.join('')}`)
  expect(problems.filter(({ severity }) => severity === 'warning')).toHaveLength(100)
  expect(problems.find(({ severity }) => severity === 'error')?.message).toBe(
    '`Frobnicate100` is not a tool known here, after 100 others',
  )
})

test('a large file of sound rules is read', () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `  - "shell(program-${i}:*)"`)
  expect(read(`deny:\n${lines.join('\n')}`).document?.rules).toHaveLength(20_000)
})

test.each([
  ['many rules with braces', (at: number) => `  - read({a,b}{a,b}{a,b}{a,b}{a,b}{a,b}${at}/**/x)`],
  ['many urls with braces', (at: number) => `  - url(a.example/{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}${at})`],
  [
    'many exceptions with braces',
    (at: number) => `  - { rule: read, except: "read({a,b}{a,b}{a,b}{a,b}{a,b}{a,b}${at})" }`,
  ],
  ['braces beyond measure', (at: number) => `  - read(${'{a,b}'.repeat(300)}${at})`],
  ['braces beyond measure, never closed', (at: number) => `  - read(${'{a,{b,c}'.repeat(200)}${at})`],
])('%s are refused soon', (_, line) => {
  const lines = Array.from({ length: 3000 }, (__, at) => line(at))
  const text = `deny:\n${lines.join('\n')}`.slice(0, MiB)
  const started = cpuNow()
  const { document, problems } = read(text.slice(0, text.lastIndexOf('\n')))
  expect(cpuNow() - started).toBeLessThan(5000)
  expect(document?.rules.length).toBeLessThan(64)
  expect(problems[0]?.message).toMatch(/braces/u)
})

test('protected paths count with the rules for what braces may stand for', () => {
  const add = Array.from({ length: 40 }, (_, at) => `{a,b}{a,b}{a,b}{a,b}{a,b}${at}`)
  const deny = add.map((text) => `read(${text})`)
  expect(readPolicyObject({ protectedPaths: { add } }, 'project').problems).toEqual([])
  expect(readPolicyObject({ deny, protectedPaths: { add } }, 'project').problems[0]).toMatchObject({
    path: 'protectedPaths.add[24]',
    message: 'the braces of this policy stand for more than 2048 patterns in all; use wildcards instead',
  })
})

test('what a stranger wrote cannot draw on the terminal', () => {
  const messages = read('"\\e[2J": 1\nmode: "\\e[31m\u202eabc"\ndeny: [ "B\\ash(\\0)", "Rea\u200bd" ]\n').problems.map(
    formatProblem,
  )
  expect(messages).toHaveLength(4)
  for (const message of messages) expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

const fragments = fc.constantFrom(
  'allow:',
  'deny:',
  '\n',
  '  ',
  '- ',
  'shell(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ': ',
  '"',
  "'",
  '*',
  '&a',
  '*a',
  '#',
  '\t',
  'rule',
  '|',
  '>',
  '!',
  '%',
  '\u0000',
  'é',
  '---',
  '<<',
)

test('no text throws, and a text without errors gives a document', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fragments, { maxLength: 30 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(texts, fc.constantFrom('p.yaml', 'p.json'), (text, file) => {
      const { document, problems } = readPolicy(text, { file, layer: 'user' })
      const errors = problems.filter(({ severity }) => severity === 'error')
      expect(errors.length === 0 ? document?.broken : (document?.broken ?? 'no document')).toEqual(
        errors.length === 0 ? undefined : expect.any(String),
      )
    }),
    { numRuns: 1000 },
  )
})

test('no object throws', () => {
  const values = fc.oneof(
    fc.anything(),
    fc.record({ allow: fc.anything(), deny: fc.array(fc.anything()), kinds: fc.anything(), tools: fc.anything() }),
    fc.record({ deny: fc.array(fc.record({ rule: fc.string(), where: fc.anything(), except: fc.anything() })) }),
  )
  fc.assert(
    fc.property(values, (value) => {
      expect(Array.isArray(readPolicyObject(value, 'session').problems)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('an object that throws when looked at is a problem', () => {
  const trap = {
    get mode(): never {
      throw new Error('boo')
    },
  }
  expect(readPolicyObject(trap, 'session')).toEqual({
    problems: [{ severity: 'error', file: 'policy', line: 0, col: 0, path: '', message: 'cannot be read: boo' }],
  })
})
