import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromJSONSchema } from 'zod'
import { readPolicyObject } from './object.ts'
import { POLICY, policySchema } from './schema.ts'
import { check } from './shape.ts'
import { readTime } from './time.ts'

const isSound = (value: unknown) => {
  let sound = true
  check(POLICY, value, '', () => (sound = false))
  return sound
}

describe('the published schema', () => {
  const published = fromJSONSchema(policySchema() as never)

  test('is closed and explains every field', () => {
    const schema = policySchema() as {
      additionalProperties: boolean
      properties: Record<string, { description: string }>
    }
    expect(schema.additionalProperties).toBe(false)
    expect(Object.keys(schema.properties)).toEqual(
      '$schema mode allow ask deny kinds tools workingDirectories otherwise enforce locked protectedPaths mcp'.split(
        ' ',
      ),
    )
    for (const { description } of Object.values(schema.properties)) expect(description).toMatch(/\.$/)
  })

  test('agrees with the reader, as another validator reads it', () => {
    const texts = fc.constantFrom(
      'Read',
      '',
      ' ',
      'shell(ls)',
      'allow',
      'default',
      'bypass',
      '2027-01-01',
      '2027-13-01x',
      'mode',
    )
    const leaf = fc.oneof(texts, texts, fc.constantFrom(true, false, null, 0, 1.5))
    const list = fc.array(leaf, { maxLength: 2 })
    // A few fields at a time, or hardly any policy would be sound.
    const some = (fields: Record<string, fc.Arbitrary<unknown>>) =>
      fc
        .subarray(Object.keys(fields), { maxLength: 2 })
        .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, fields[name] ?? leaf]))))
    const options = { except: fc.oneof(leaf, list), reason: leaf, expires: leaf, agents: list, match: list, rul: leaf }
    const where = fc.oneof(leaf, fc.constant({ a: 1 }))
    const rule = some({ rule: leaf, where, 'not-match': leaf, ...options })
    const ruled = some({ where, 'not-match': leaf, ...options }).map((fields) => ({ ...fields, rule: 'Read' }))
    const rules = fc.oneof(leaf, list, fc.array(rule, { maxLength: 2 }), fc.array(ruled, { maxLength: 2 }))
    const policies = some({
      $schema: leaf,
      mode: leaf,
      allow: rules,
      ask: rules,
      deny: rules,
      alow: leaf,
      enforce: leaf,
      otherwise: leaf,
      locked: fc.oneof(list, leaf),
      kinds: fc.oneof(leaf, some({ shell: leaf, mcp: leaf, x: leaf })),
      tools: fc.oneof(leaf, some({ allowed: fc.oneof(list, leaf), disallowed: list, other: leaf })),
      workingDirectories: fc.oneof(list, leaf),
      protectedPaths: fc.oneof(leaf, some({ add: list, remove: fc.oneof(list, leaf) })),
    })
    let sound = 0
    fc.assert(
      fc.property(policies, (policy) => {
        sound += isSound(policy) ? 1 : 0
        expect(published.safeParse(policy).success).toBe(isSound(policy))
      }),
      { numRuns: 3000 },
    )
    expect(sound).toBeGreaterThan(100)
  })
})

describe('when a rule expires', () => {
  test.each([
    ['2027-01-01', '2027-01-01T00:00:00.000Z'],
    ['2027-1-1', '2027-01-01T00:00:00.000Z'],
    ['2027-01-01T18:30', '2027-01-01T18:30:00.000Z'],
    ['2027-01-01 18:30:15', '2027-01-01T18:30:15.000Z'],
    ['2027-01-01t18:30:15.25z', '2027-01-01T18:30:15.250Z'],
    ['2027-01-01T18:30:00+02:00', '2027-01-01T16:30:00.000Z'],
    ['2027-01-01 18:30:00 -5', '2027-01-01T23:30:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(new Date(readTime(text) ?? Number.NaN).toISOString()).toBe(iso)
  })

  test.each([
    '2027',
    '2027-02-29',
    '2027-13-01',
    '2027-01-01T25:00',
    'tomorrow',
    '01/02/2027',
    '2027-01-01T',
    '',
    20270101,
    null,
    new Date('x'),
  ])('%j is not a time', (value) => expect(readTime(value)).toBeUndefined())

  test('may be a date object in a policy given by a program', () => {
    const { document, problems } = readPolicyObject({ deny: [{ rule: 'Read', expires: new Date(5) }] }, 'session')
    expect(problems).toEqual([])
    expect(document?.rules[0]?.expires).toBe(5)
  })
})
