/**
 * What every dialect must keep, whatever it is a dialect of. Each runs this suite with configurations of its own.
 *
 * Prints for both directions how many calls were compared and how they came out; "less safe" must be none.
 */

import { afterAll, describe, expect, test } from 'vitest'
import type { Call } from '../../src/engine/call.ts'
import type { Behavior } from '../../src/engine/rule.ts'
import type { Dialect, Where, Written } from '../../src/dialects/dialect.ts'
import { policyText } from '../../src/dialects/policy-text.ts'
import { callsFor } from '../../src/dialects/proof/calls.ts'
import { compareExport, compareImport } from '../../src/dialects/proof/compare.ts'
import type { Comparison } from '../../src/dialects/proof/compare.ts'
import { readPolicy } from '../../src/policy/document.ts'
import {
  corpusCalls,
  decider,
  HERE,
  numbers,
  ourPolicy,
  policyOf,
  someCorpusCalls,
  WHERE,
  writing,
} from './deciding.ts'
import { mutated } from './mutate.ts'
import { POLICIES } from './policies.ts'

export interface Sample {
  readonly text: string
  readonly file?: string
  readonly layer?: Where['layer']
}

export interface DialectSuite {
  readonly dialect: Dialect
  /** Configurations as people have them. */
  readonly samples: Readonly<Record<string, Sample>>
  /** Texts that are none. */
  readonly malformed: Readonly<Record<string, Sample>>
  /** A file with settings and comments that have nothing to do with permissions, and what must still be in it afterwards. */
  readonly existing?: { readonly path: string; readonly text: string; readonly keeps: readonly string[] }
}

const MUTATIONS = 1000
const show = (calls: readonly Call[]) => calls.slice(0, 5).map(({ tool, input }) => `${tool} ${JSON.stringify(input)}`)

export function dialectContract({ dialect, samples, malformed, existing }: DialectSuite): void {
  const whereOf = ({ file, layer }: Sample): Where => ({
    ...WHERE,
    file: file ?? WHERE.file,
    layer: layer ?? WHERE.layer,
  })
  const totals = { import: new Map<string, number>(), export: new Map<string, number>() }
  const count = (way: 'import' | 'export', { lessSafe, ...numbers }: Comparison) => {
    for (const [name, value] of [...Object.entries(numbers), ['less safe', lessSafe.length] as const])
      totals[way].set(name, (totals[way].get(name) ?? 0) + value)
  }
  afterAll(() => {
    for (const way of ['import', 'export'] as const) {
      const told = [...totals[way]].map(([name, value]) => `${value} ${name}`).join(', ')
      console.log(`${dialect.name}, ${way}: ${told}`)
    }
  })

  describe(`${dialect.name}: what it reads`, () => {
    for (const [number, [name, sample]] of Object.entries(samples).entries()) {
      test(`${name}: never allows what ${dialect.title} would not`, () => {
        const { document, problems } = dialect.read(sample.text, whereOf(sample))
        expect(problems).toEqual([])
        const model = dialect.model(sample.text, whereOf(sample))
        if (document === undefined || model === undefined) throw new Error('the sample was not read')
        const calls = [...callsFor(document.rules, HERE), ...someCorpusCalls(number)]
        const compared = compareImport(calls, model, decider(policyOf(document)), HERE.root)
        count('import', compared)
        expect(show(compared.lessSafe)).toEqual([])
      })
    }

    test('what it reads can be written down as a policy of ours', () => {
      for (const sample of Object.values(samples)) {
        const { document } = dialect.read(sample.text, whereOf(sample))
        if (document === undefined) throw new Error('the sample was not read')
        const written = policyText([document])
        const { problems } = readPolicy(written, { file: 'x', layer: 'project', format: 'yaml' })
        expect(
          problems.filter(({ severity }) => severity === 'error'),
          written,
        ).toEqual([])
      }
    })

    for (const [name, sample] of Object.entries(malformed)) {
      test(`malformed (${name}): every problem has its place, and nothing is imported`, () => {
        const { document, problems } = dialect.read(sample.text, whereOf(sample))
        expect(document).toBeUndefined()
        expect(problems.length).toBeGreaterThan(0)
        for (const { line, col, message } of problems) {
          expect(line, message).toBeGreaterThan(0)
          expect(col, message).toBeGreaterThan(0)
        }
      })
    }

    test(`${MUTATIONS} mutated configurations crash nothing and widen nothing`, () => {
      const random = numbers(8)
      const all = Object.values(samples)
      const corpus = corpusCalls()
      const known = new Map(
        all.map((sample) => {
          const rules = dialect.read(sample.text, whereOf(sample)).document?.rules ?? []
          return [sample, { texts: new Set(rules.map(({ rule }) => rule)), calls: callsFor(rules, HERE) }] as const
        }),
      )
      for (let number = 0; number < MUTATIONS; number++) {
        const sample = all[number % all.length] as Sample
        const text = mutated(sample.text, random)
        const { document } = dialect.read(text, whereOf(sample))
        if (document === undefined) continue
        const model = dialect.model(text, whereOf(sample))
        if (model === undefined) throw new Error(`read although ${dialect.title} would refuse it: ${text}`)
        const before = known.get(sample)
        const near = before?.calls ?? []
        const changed = document.rules.filter(({ rule }) => before?.texts.has(rule) === false).slice(0, 2)
        const calls = [
          ...(changed.length === 0 ? [] : callsFor(changed, HERE).slice(-80)),
          ...Array.from({ length: 30 }, (_, index) => {
            const from = index % 3 === 0 ? corpus : near
            return from[Math.floor(random() * from.length)] as Call
          }),
        ]
        const { lessSafe } = compareImport(calls, model, decider(policyOf(document)), HERE.root)
        if (lessSafe.length > 0) throw new Error(`less safe: ${show(lessSafe).join(' ')} by\n${text}`)
      }
    })
  })

  describe(`${dialect.name}: what it writes`, () => {
    for (const [number, [name, input]] of Object.entries(POLICIES).entries()) {
      const policy = ourPolicy(input)
      const decide = decider(policy)
      let written: Written | undefined
      const write = () => (written ??= dialect.write(policy, writing(policy)))
      let asked: Map<Call, Behavior> | undefined
      /** Each call with what the policy says of it: both tests ask that. There are enough policies to share the corpora among them. */
      const judged = () => {
        const calls = () => [...callsFor(policy.rules, HERE), ...someCorpusCalls(number, 8)]
        return (asked ??= new Map(calls().map((call) => [call, decide(call).behavior])))
      }
      const judge = (call: Call) => judged().get(call) as Behavior

      test(`${name}: ${dialect.title} never allows what the policy does not`, () => {
        const { files, problems } = write()
        expect(problems).toEqual([])
        for (const { text, path } of files) {
          const model = dialect.model(text, { ...WHERE, file: path })
          if (model === undefined) throw new Error(`${dialect.title} would not read ${path}:\n${text}`)
          const compared = compareExport([...judged().keys()], model, judge)
          count('export', compared)
          expect(show(compared.lessSafe), text).toEqual([])
        }
      })

      test(`${name}: there and back allows nothing new, and what is lost is told`, () => {
        const { files, findings } = write()
        for (const { text, path } of files) {
          const { document, problems } = dialect.read(text, { ...WHERE, file: path })
          expect(problems, text).toEqual([])
          if (document === undefined) throw new Error('what was written cannot be read')
          const back = decider(policyOf(document))
          const lost = backAndForth(judged(), back)
          expect(show(lost.wider), text).toEqual([])
          if (lost.narrower > 0 && files.length === 1)
            expect(findings.length, 'losses that were told').toBeGreaterThan(0)
        }
      })
    }

    test('twice is once', () => {
      const policy = ourPolicy(POLICIES['files'] ?? {})
      const first = dialect.write(policy, writing(policy))
      const again = dialect.write(
        policy,
        writing(policy, Object.fromEntries(first.files.map(({ path, text }) => [path, text]))),
      )
      expect(again.files).toEqual(first.files)
    })

    if (existing !== undefined) {
      test('comments and unrelated settings stay', () => {
        const policy = ourPolicy({ allow: ['shell(npm test)'], deny: ['shell(sudo:*)'] })
        const { files } = dialect.write(policy, writing(policy, { [existing.path]: existing.text }))
        const written = files.find(({ path }) => path === existing.path)?.text ?? ''
        for (const kept of existing.keeps) expect(written).toContain(kept)
        expect(written).not.toBe(existing.text)
      })

      test('a malformed file that is there is not touched', () => {
        const policy = ourPolicy({ allow: ['shell(npm test)'] })
        const broken = Object.values(malformed)[0]?.text ?? ''
        const { files, problems } = dialect.write(policy, writing(policy, { [existing.path]: broken }))
        expect(files.filter(({ path }) => path === existing.path)).toEqual([])
        expect(problems.length).toBeGreaterThan(0)
      })
    }
  })
}

/** Our policy, and what comes back of it after a journey. */
function backAndForth(before: ReadonlyMap<Call, Behavior>, after: ReturnType<typeof decider>) {
  const wider: Call[] = []
  let narrower = 0
  for (const [call, had] of before) {
    const { behavior: has, code } = after(call)
    if (has === 'allow' && had !== 'allow' && code !== 'read-only') wider.push(call)
    if (had === 'allow' && has !== 'allow') narrower++
  }
  return { wider, narrower }
}
