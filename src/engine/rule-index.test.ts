import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileProtected } from '../effects/paths/protected.ts'
import type { ReadContext } from '../effects/context.ts'
import { NO_DISK } from '../effects/paths/file-system.ts'
import { readCall } from '../effects/read.ts'
import { canonicalTool } from '../vocabulary/canonical.ts'
import { compile } from './compile.ts'
import { compileRule, permits, restricts } from './compiled-rule.ts'
import type { CompiledRule } from './compiled-rule.ts'
import type { Effect, FileAccess, Reading } from './effect.ts'
import { Lookup } from './lookup.ts'
import { EMPTY_POLICY } from './policy.ts'
import { RuleBook } from './rule-book.ts'
import type { Behavior, Rule } from './rule.ts'
import type { World } from './subject.ts'

const root = '/srv/project'
const home = '/home/user'
const CONTEXT: ReadContext = {
  cwd: root,
  root,
  home,
  fs: NO_DISK,
  mode: 'default',
  workingDirectories: [{ path: root, real: root }],
  protectedPaths: compileProtected(),
  tools: new Map(),
}
const one = <T>(values: readonly T[]) => fc.constantFrom(...values)
const words = (text: string) => text.split(' ')

/** Few names, so that rules and calls meet in every way. */
const segment = one(
  words(
    'a b A ab .env x.ts y.ts * ** *.ts *b.ts ?.ts [ab] a* a*b [!a] [^a]*.ts é É *É ß ss x.tar.gz *.tar.* .* a. *. a** {a,b}.ts ..',
  ),
)
const path = fc
  .tuple(
    one(['', './', '/', '~/', '**/', '/srv/project/', '/srv/', '../', '/**/', 'a/**/']),
    fc.array(segment, { minLength: 1, maxLength: 4 }),
  )
  .map(([from, names]) => from + names.join('/'))
const shell = fc
  .tuple(
    one(words('git npm rm tool yarn sudo * g*')),
    fc.array(one(words('push pull run a -f --force -rf -C -D --to=a --f* -- * a*')), { maxLength: 3 }),
    one(['', ':*', ' *']),
  )
  .map(([program, rest, end]) => [program, ...rest].join(' ') + end)
const host = one(words('example.com *.example.com a.example.com *.com a.* * https://example.com/a/** evil.test'))
const text = fc.oneof(
  { weight: 5, arbitrary: shell.map((specifier) => `shell(${specifier})`) },
  {
    weight: 5,
    arbitrary: fc.tuple(one(['read', 'write', 'Grep']), path).map(([tool, specifier]) => `${tool}(${specifier})`),
  },
  { weight: 1, arbitrary: host.map((specifier) => `url(${specifier})`) },
  { weight: 1, arbitrary: one(words('Bash Read write url mcp mcp__a mcp__a__b mcp__a__b* mcp__* Ot* Other')) },
)

function isRule(rule: string): boolean {
  try {
    compileRule({ behavior: 'deny', rule, source: { layer: 'user' } }, 0, world(false))
    return true
  } catch {
    return false
  }
}

const ruleTexts = fc.array(text.filter(isRule), { maxLength: 300 })
const line = fc
  .array(
    fc
      .tuple(
        one(words('git npm rm cp cat ls rg grep tool yarn sudo $X')),
        fc.array(
          one(
            words('push pull a b/x.ts *.ts ~/a $Y -r -f -rf --force --to a -C /srv . -- run branch +a -d -[f] --to=$Y'),
          ),
        ),
      )
      .map(([program, rest]) => [program, ...rest].join(' ')),
    { minLength: 1, maxLength: 3 },
  )
  .map((commands) => commands.join(' && '))
const shellReading = line.map((command) => readCall({ tool: 'Bash', input: { command } }, CONTEXT))
const toolReading = one(words('mcp__a__b mcp__a__c mcp__a__b__c Other Otter')).map((tool) =>
  readCall({ tool, input: {} }, CONTEXT),
)
const name = one(
  words(
    'a b A ab .env x.ts Y.TS *.ts a* ? ?.ts .e* *b a*b [ab] [a x?ts ** * a\\* *.* [!a] é É É* *é ß SS x.tar.gz *.GZ a. .? a**',
  ),
)
const absolute = fc
  .tuple(one([root, home, '', '/srv']), fc.array(name, { maxLength: 4 }))
  .map(([from, names]) => [from, ...names].join('/') || '/')
const file = fc
  .record({
    type: one(['read', 'write'] as const),
    path: absolute,
    elsewhere: fc.option(absolute, { freq: 4, nil: undefined }),
    reach: one(['exact', 'tree'] as const),
    /** A folder that is searched is looked at as a pattern without a wildcard. */
    searched: fc.boolean(),
    mayWrite: fc.boolean(),
  })
  .map(({ elsewhere, searched, ...access }): FileAccess => ({
    ...access,
    real: elsewhere ?? access.path,
    glob: searched || /[*?[\\]/.test(access.path),
    certain: true,
    harmless: false,
    of: 0,
  }))
const fileReading = file.map((access): Reading => ({
  call: { tool: 'Read', input: {} },
  tool: 'Read',
  kind: 'read',
  effects: [{ type: 'use', tool: 'Read', kind: 'read', certain: true, harmless: true, of: 0 }, access],
  readOnly: false,
  dangers: [],
}))
const connected = one(words('example.com a.example.com b.a.example.com evil.test com')).map((to) =>
  readCall({ tool: 'WebFetch', input: { url: `https://${to}/a/b` } }, CONTEXT),
)
const readings = fc.oneof(
  { weight: 4, arbitrary: shellReading },
  { weight: 4, arbitrary: fileReading },
  { weight: 1, arbitrary: toolReading },
  { weight: 1, arbitrary: connected },
)

function world(caseInsensitive: boolean): World {
  return { root, home, caseInsensitive, tool: canonicalTool }
}

const NOW = 0

/** What surely denies, surely asks, might deny, might ask; then the earliest, by trying them all. */
function tried(rules: readonly CompiledRule[], reading: Reading, at: number): readonly [number, number] {
  let best: readonly [number, number] = [0, -1]
  let heaviest = 0
  const effect = reading.effects[at] as Effect
  for (const rule of rules) {
    const could = effect.type === 'unknown' ? effect.could : []
    const hides = rule.subject.slots.some(({ type }) =>
      (could as readonly string[]).includes(type === 'program' ? 'run' : type),
    )
    const match = effect.type === 'unknown' ? (hides ? 1 : 0) : restricts(rule, effect, reading, NOW)
    const weight = match === 0 ? 0 : 2 * match + (rule.rule.behavior === 'deny' ? 1 : 0)
    if (weight <= heaviest) continue
    heaviest = weight
    best = [match, rule.order]
  }
  return best
}

/** For a path through a link: the rule for the path as spelled, if there is also one for where it leads. */
function permittingBoth(rules: readonly CompiledRule[], effect: Effect, reading: Reading): CompiledRule | undefined {
  if (effect.type !== 'read' && effect.type !== 'write') return undefined
  const [spelled, led] = [effect.path, effect.real].map((only) =>
    rules.find((rule) => permits(rule, { ...effect, path: only, real: only }, reading, NOW)),
  )
  return led && spelled
}

/** Denials and asks, mixed. */
function fate(order: number): Behavior {
  return order % 3 === 1 ? 'deny' : 'ask'
}

function compiledAs(behavior: Behavior, texts: readonly string[], where: World): readonly CompiledRule[] {
  return texts.map((rule, order) => compileRule(written(behavior, rule), order, where))
}

function written(behavior: Behavior, rule: string): Rule {
  return { behavior, rule, source: { layer: 'user' } }
}

describe.each([false, true])('the index, on a disk that ignores case: %s,', (caseInsensitive) => {
  const where = world(caseInsensitive)

  test('finds the very restriction that trying all rules finds', () => {
    fc.assert(
      fc.property(ruleTexts, fc.array(readings, { minLength: 1, maxLength: 5 }), (texts, drawn) => {
        const rules = texts.map((rule, order) => compileRule(written(fate(order), rule), order, where))
        const policy = { ...EMPTY_POLICY, rules: rules.map(({ rule }) => rule) }
        const compiled = compile(policy, where)
        for (const reading of drawn) {
          const lookup = new Lookup(reading, compiled, { now: NOW })
          reading.effects.forEach((_, at) => {
            const hit = lookup.restricting({ root: 0, effects: [at] })
            const wanted = tried(rules, reading, at)
            expect([hit?.match ?? 0, hit?.rule.order ?? -1]).toEqual(wanted)
          })
        }
      }),
      { numRuns: 600, seed: 20261117 },
    )
  })

  test('finds the very permission that trying all rules finds', () => {
    fc.assert(
      fc.property(ruleTexts, fc.array(readings, { minLength: 1, maxLength: 5 }), (texts, drawn) => {
        const rules = compiledAs('allow', texts, where)
        const compiled = compile({ ...EMPTY_POLICY, rules: rules.map(({ rule }) => rule) }, where)
        for (const reading of drawn) {
          const lookup = new Lookup(reading, compiled, { now: NOW })
          reading.effects.forEach((effect, at) => {
            const own = rules.find((rule) => permits(rule, effect, reading, NOW))
            const named = rules.find((rule) => rule.subject.names(effect) && permits(rule, effect, reading, NOW))
            const both = own ?? permittingBoth(rules, effect, reading)
            if (both !== undefined) expect(lookup.covering(at)?.order).toBe(both.order)
            expect(lookup.naming(at)?.order).toBe(named?.order)
          })
        }
      }),
      { numRuns: 600, seed: 20261117 },
    )
  })
})

test('rules that come and go leave the index as if they had never been there', () => {
  fc.assert(
    fc.property(ruleTexts, ruleTexts, fc.array(readings, { minLength: 1, maxLength: 3 }), (kept, passing, drawn) => {
      const where = world(false)
      const rules = kept.map((rule, order) => written(fate(order), rule))
      const plain = compile({ ...EMPTY_POLICY, rules }, where)
      const book = new RuleBook([], where)
      const others = passing.map((rule, order) => written(fate(order + 1), rule))
      rules.forEach((rule, at) => {
        const other = others[at]
        if (other !== undefined) book.add(other)
        book.add(rule)
      })
      for (const rule of others) book.remove(rule)
      expect(book.restrictions.size).toBe(rules.length)
      for (const reading of drawn) {
        reading.effects.forEach((_, at) => {
          const part = { root: 0, effects: [at] }
          const hit = new Lookup(reading, plain, { now: NOW }).restricting(part)
          const other = new Lookup(reading, { ...plain, rules: book }, { now: NOW }).restricting(part)
          expect(other?.rule.rule).toBe(hit?.rule.rule)
        })
      }
    }),
    { numRuns: 60, seed: 20261115 },
  )
})

test('a rule that cannot be compiled changes nothing', () => {
  const book = new RuleBook([written('deny', 'shell(rm:*)')], world(false))
  expect(() => book.add(written('deny', 'shell("rm)'))).toThrow('deny rule')
  expect(book.restrictions.size).toBe(1)
  expect(book.remove(written('deny', 'shell(rm:*)'))).toBe(false)
})
