/** The laws of `spec/decide.md`, tried on random policies and calls. `COUNTERSIGN_RUNS` says how often. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEngine } from '../src/index.ts'
import type { Behavior, Call, Engine, Layer, Policy, Rule, Verdict } from '../src/index.ts'
import { compile } from '../src/engine/compile.ts'
import { compileRule, restricts } from '../src/engine/compiled-rule.ts'
import { decide } from '../src/engine/decide.ts'
import type { Reading } from '../src/engine/effect.ts'
import { MODES } from '../src/engine/mode.ts'
import type { World } from '../src/engine/subject.ts'
import type { TraceStep } from '../src/engine/verdict.ts'
import { mergeLayers } from '../src/policy/layers.ts'
import { readPolicyObject } from '../src/policy/object.ts'
import type { PolicyDocument } from '../src/policy/object.ts'
import * as any from './arbitrary.ts'
import { reading as anyReading } from './arbitrary-reading.ts'
import { decideNaively } from './model.ts'

const RUNS = Number(process.env['COUNTERSIGN_RUNS'] ?? 300)
const WORLD: World = { root: any.PLACE.root, home: any.PLACE.home, caseInsensitive: false, tool: any.toolNamed }

function engineFor(policy: Policy): Engine {
  return createEngine({ ...any.PLACE, policy, tools: [any.ship], now: () => any.NOW })
}

function law<T extends [unknown, ...unknown[]]>(
  name: string,
  arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> },
  holds: (...drawn: T) => void,
): void {
  test(name, () => {
    fc.assert(fc.property<T>(...arbitraries, holds), { numRuns: RUNS, seed: 20261115, endOnFailure: RUNS > 300 })
  })
}

const told = ({ behavior, code, reason }: Verdict) => `${behavior} (${code}): ${reason}`

function withRule(policy: Policy, rule: Rule): Policy {
  return { ...policy, rules: [...policy.rules, rule] }
}

describe('a: the engine and the naive model agree on behaviour and code', () => {
  const agree = (policy: Policy, call: Call) => {
    const verdict = engineFor(policy).decide(call)
    const { behavior, code } = decideNaively(verdict.reading, policy, WORLD, any.NOW)
    expect({ behavior: verdict.behavior, code: verdict.code }, told(verdict)).toEqual({ behavior, code })
  }
  law<[Policy, Call]>('with rules', [any.policy, any.call], agree)
  law<[Policy, readonly Rule[], Call]>(
    'with rules and earlier answers',
    [any.policy, any.answers, any.call],
    (policy, answers, call) => agree({ ...policy, answers }, call),
  )
  law<[Policy, readonly Rule[], Reading]>(
    'on readings no reader produces',
    [any.policy, any.answers, anyReading],
    (policy, answers, reading) => {
      for (const tried of [policy, { ...policy, answers }]) {
        const { behavior, code, reason } = decide(reading, compile(tried, WORLD), { now: any.NOW })
        const expected = decideNaively(reading, tried, WORLD, any.NOW)
        expect({ behavior, code }, reason).toEqual({ behavior: expected.behavior, code: expected.code })
      }
    },
  )
})

law<[Policy, Rule, Call]>(
  'b: a deny rule that certainly matches denies in every mode',
  [any.policy, any.ruleOf(['deny']), any.call],
  (policy, rule, call) => {
    const compiled = compileRule(rule, 0, WORLD)
    for (const mode of MODES) {
      const verdict = engineFor({ ...withRule(policy, rule), mode }).decide(call)
      const { effects } = verdict.reading
      const matches = effects.some(
        (effect) => effect.type !== 'unknown' && restricts(compiled, effect, verdict.reading, any.NOW) === 2,
      )
      if (matches) expect(verdict.behavior, told(verdict)).toBe('deny')
    }
  },
)

describe('c: adding a deny or ask rule never turns anything into allow', () => {
  const neverAllows = (policy: Policy, rule: Rule, call: Call, from: readonly Behavior[]) => {
    if (!from.includes(engineFor(policy).decide(call).behavior)) return
    const after = engineFor(withRule(policy, rule)).decide(call)
    expect(after.behavior, told(after)).not.toBe('allow')
  }
  const restriction = any.ruleOf(['deny', 'ask'])
  law<[Policy, Rule, Call]>('with rules', [any.policy, restriction, any.call], (policy, rule, call) =>
    neverAllows(policy, rule, call, ['ask', 'deny']),
  )
  // Step 3 comes before the denies of 4 and 9, so there an ask rule lets a person say yes: from ask only.
  law<[Policy, readonly Rule[], Rule, Call]>(
    'with earlier answers too',
    [any.policy, any.answers, restriction, any.call],
    (policy, answers, rule, call) => neverAllows({ ...policy, answers }, rule, call, ['ask']),
  )
})

law<[Policy, readonly Rule[], Call]>(
  'where nothing asks, no earlier answer changes the verdict or its trace: a hook need not read any',
  [any.policy, any.answers, any.call],
  (policy, answers, call) => {
    const [alone, answered]: TraceStep[][] = [[], []]
    const said = (verdict: Verdict) => ({ ...verdict, reading: undefined, reason: verdict.reason })
    const verdict = engineFor({ ...policy, answers: [] }).decide(call, alone)
    if (verdict.behavior === 'ask' || alone?.some(({ behavior }) => behavior === 'ask')) return
    const same = engineFor({ ...policy, answers }).decide(call, answered)
    expect([said(same), answered]).toEqual([said(verdict), alone])
  },
)

describe('a verdict is the same whether or not its steps are asked for', () => {
  const isSame = (policy: Policy, reading: Reading) => {
    for (const mode of MODES) {
      const compiled = compile({ ...policy, mode }, WORLD)
      const steps: TraceStep[] = []
      const [verdict, traced] = [undefined, steps].map((trace) => decide(reading, compiled, { now: any.NOW }, trace))
      expect(JSON.stringify(verdict)).toBe(JSON.stringify(traced))
    }
  }
  law<[Policy, readonly Rule[], Reading]>(
    'on any reading',
    [any.policy, any.answers, anyReading],
    (policy, answers, reading) => isSame({ ...policy, answers }, reading),
  )
  law<[Policy, readonly Rule[], Reading]>(
    'of a shell line that only reads',
    [any.policy, any.answers, anyReading],
    (policy, answers, { effects, ...reading }) => {
      const [use, ...others] = effects
      const reads = others.map((effect) => ({ ...effect, harmless: true, finding: undefined }))
      const shell = { ...use, tool: 'Bash', kind: 'shell' as const, harmless: true, finding: undefined }
      isSame({ ...policy, answers }, { ...reading, tool: 'Bash', kind: 'shell', effects: [shell, ...reads] })
    },
  )
})

describe('d: the order of rules is irrelevant', () => {
  const isIrrelevant = (policy: Policy, call: Call) => {
    const forth = engineFor(policy).decide(call)
    const back = engineFor({ ...policy, rules: policy.rules.toReversed(), answers: policy.answers.toReversed() })
    const { behavior, code } = back.decide(call)
    expect({ behavior, code }, told(forth)).toEqual({ behavior: forth.behavior, code: forth.code })
  }
  law<[Policy, Call]>('with rules', [any.policy, any.call], isIrrelevant)
  law<[Policy, readonly Rule[], Call]>(
    'with earlier answers too',
    [any.policy, any.answers, any.call],
    (policy, answers, call) => isIrrelevant({ ...policy, answers }, call),
  )
})

law<[Policy, Rule, Call]>(
  'e: bypass passes no deny rule and no ask rule',
  [any.policy, any.ruleOf(['deny', 'ask']), any.call],
  (policy, rule, call) => {
    const compiled = compileRule(rule, 0, WORLD)
    const verdict = engineFor({ ...withRule(policy, rule), mode: 'bypass' }).decide(call)
    const { effects } = verdict.reading
    const matches = effects.some((effect) => restricts(compiled, effect, verdict.reading, any.NOW) > 0)
    if (matches) expect(verdict.behavior, told(verdict)).not.toBe('allow')
  },
)

law<[Policy, Call]>(
  'f: without the rule it names, the verdict or its reason is another',
  [any.policy, any.call],
  (policy, call) => {
    const verdict = engineFor(policy).decide(call)
    if (verdict.rule === undefined) return
    const rest = policy.rules.filter((rule) => rule !== verdict.rule)
    expect(rest.length, 'the named rule is one of the policy').toBe(policy.rules.length - 1)
    const after = engineFor({ ...policy, rules: rest }).decide(call)
    expect(`${after.behavior} ${after.reason}`).not.toBe(`${verdict.behavior} ${verdict.reason}`)
  },
)

describe('g: adding text to a command wins no permission', () => {
  const wins = (policy: Policy, before: string, after: string) => {
    const engine = engineFor(policy)
    if (engine.decide(bash(before)).behavior === 'allow') return
    const verdict = engine.decide(bash(after))
    expect(verdict.behavior, `${after}\n${told(verdict)}`).not.toBe('allow')
  }
  const closed = any.simple
  law<[Policy, string, string, string]>(
    'a further command',
    [any.policy, closed, any.joint, any.command],
    (policy, text, joint, more) => {
      wins(policy, text, text + joint + more)
      wins(policy, text, more + joint + text)
    },
  )
  law<[Policy, string, string]>('a redirection', [any.policy, closed, any.redirection], (policy, text, more) =>
    wins(policy, text, text + more),
  )
  law<[Policy, string, string]>(
    'a wrapper or environment prefix',
    [any.policy, closed.filter((text) => text !== 'X=1'), any.prefix], // what follows a wrapper is no assignment
    (policy, text, more) => {
      // A rule may name the wrapper itself, or begin with `*` and so name every program there is.
      const named = more === 'sudo ' ? /\((?:sudo:|\* )/ : /\(\* /
      const isNamed = policy.rules.some(({ behavior, rule }) => behavior === 'allow' && named.test(rule))
      if (!isNamed) wins(policy, text, more + text)
    },
  )
  law<[Policy, string]>('a shell around it', [any.policy, closed], (policy, text) => {
    wins(policy, text, `bash -c '${text.replaceAll("'", `'\\''`)}'`)
    wins(policy, text, `(${text})`)
    wins(policy, text, `echo $(${text})`)
    wins(policy, text, `if true; then ${text}; fi`)
  })
})

law<[Policy, Call]>(
  'h: a suggestion is proven: with its rules in the policy, the call passes',
  [any.policy, any.call],
  (policy, call) => {
    const engine = engineFor(policy)
    for (const { rules: texts, lasts } of engine.suggest(engine.decide(call))) {
      const granted = texts.map((rule): Rule => ({ behavior: 'allow', rule, source: { layer: 'session' } }))
      const isLasting = lasts.includes('always')
      const after = engineFor(
        isLasting ? { ...policy, rules: [...policy.rules, ...granted] } : { ...policy, answers: granted },
      ).decide(call)
      expect(after.behavior, `${texts.join(' + ')}: ${told(after)}`).toBe('allow')
    }
  },
)

describe('i: nothing throws, whatever the input', () => {
  const verdictOf = (policy: Policy, call: Call) => {
    const engine = engineFor(policy)
    const verdict = engine.decide(call)
    expect(['allow', 'ask', 'deny']).toContain(verdict.behavior)
    engine.suggest(verdict)
    return verdict
  }
  law<[Policy, string, unknown]>(
    'any tool name, any JSON',
    [any.policy, fc.string(), fc.jsonValue()],
    (policy, tool, input) => {
      verdictOf(policy, { tool, input: input as Call['input'] })
    },
  )
  law<[Policy, string, string]>(
    'any text in any known field',
    [any.policy, fc.constantFrom('Bash', 'Read', 'Write', 'Edit', 'Grep', 'WebFetch'), fc.string({ unit: 'binary' })],
    (policy, tool, text) => {
      verdictOf(policy, { tool, input: { command: text, file_path: text, path: text, url: text, pattern: text } })
    },
  )
  law<[Policy]>('an input that fails when it is looked at is never allowed', [any.policy], (policy) => {
    const input = new Proxy({}, { get: fail, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail })
    expect(verdictOf(policy, { tool: 'Bash', input }).behavior).not.toBe('allow')
  })
})

describe('j: an untrusted checkout only takes permissions away', () => {
  const document = (value: object, layer: Layer) =>
    readPolicyObject(value, layer, { tools: new Set(['Ship']) }).document
  const merged = (documents: readonly (PolicyDocument | undefined)[]) =>
    mergeLayers(
      documents.filter((one) => one !== undefined),
      { ...any.PLACE, trusted: false },
    ).policy
  law<[object, object, 'project' | 'local', Call]>(
    'whatever it says',
    [any.document, any.document, fc.constantFrom('project', 'local'), any.call],
    (own, theirs, layer, call) => {
      const user = document(own, 'user')
      const checkout = document(theirs, layer)
      expect([user, checkout]).not.toContain(undefined)
      if (engineFor(merged([user])).decide(call).behavior === 'allow') return
      const after = engineFor(merged([user, checkout])).decide(call)
      expect(after.behavior, told(after)).not.toBe('allow')
      if (merged([user]).enforce) expect(after.enforced).toBe(true)
    },
  )
})

function fail(): never {
  throw new Error('made to fail')
}

function bash(command: string): Call {
  return { tool: 'Bash', input: { command } }
}
