/** The quick way to write a decision down gives the same text as the thorough one, including redacted secrets. */

import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../engine/call.ts'
import { MODES } from '../../engine/mode.ts'
import type { TraceStep } from '../../engine/verdict.ts'
import type { PolicyInput } from '../../policy/inline.ts'
import type { Decided } from '../decider.ts'
import { createEngine } from '../engine.ts'
import { decisionBody } from '../record.ts'
import type { Decision } from '../record.ts'
import { snapshot } from '../snapshot.ts'
import { bodyOf } from './body.ts'
import { decisionJson, thoroughJson } from './decision-json.ts'
import { withoutSecretsOf } from './derived-secrets.ts'
import { redactedJson } from './redact.ts'
import { redactText } from './redact-text.ts'
import { MAY_HOLD_SECRET, scanText } from './scan-text.ts'

const POLICY: PolicyInput = {
  allow: ['shell(npm run:*)', 'Read(src/**)'],
  deny: ['shell(sudo:*)', 'read(.env)'],
  ask: ['shell(git push:*)'],
}
const engine = createEngine({ policy: POLICY, cwd: '/srv/app', home: '/home/ann' })
const ENGINES = MODES.flatMap((mode) =>
  [true, false].map((enforce) =>
    createEngine({ policy: { ...POLICY, mode, enforce }, cwd: '/srv/app', home: '/home/ann' }),
  ),
)

function decisionOn(call: Call, by = engine): Decision {
  const full = snapshot(call, { cwd: '/srv/app', session: 's1', agent: 'claude-code' })
  const trace: TraceStep[] = []
  const verdict = by.decide(full, trace)
  const { behavior, reason, code, rule } = verdict
  const inForce = { version: '0123456789abcdef', root: '/srv/app' } as Decided['inForce']
  const decided = { verdict, trace, inForce } as unknown as Decided
  const authorization = { behavior, reason, code, input: full.input, id: '01a1dde1-0a79-76e5', verdict }
  return { call: full, authorization: rule === undefined ? authorization : { ...authorization, rule }, decided }
}

/** Texts that make secrets, and texts that only look like it. */
const FRAGMENTS = 'npm run build|sudo |cat |.env| --token |hunter2hunter2|API_KEY=|curl -u ann:|mysql -p|sk-ant-|ghp_'
  .concat('|abcdefghij0123456789|://ann:pw@host/|Authorization: Bearer |PATH=|"|\\|\n|\t|ü|🗝|\u0000| && |; ')
  .concat("|'| > out|$(|)|zip -P |eyJ|-----BEGIN PRIVATE KEY-----")
  .split('|')
const FRAGMENT = fc.constantFrom(...FRAGMENTS)
const TEXT = fc.oneof(
  fc.array(FRAGMENT, { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const CALL: fc.Arbitrary<Call> = fc.oneof(
  TEXT.map((command) => ({ tool: 'Bash', input: { command } })),
  TEXT.map((file_path) => ({ tool: 'Read', input: { file_path, limit: 10, all: true } })),
  fc.record({ tool: TEXT.map((text) => text || 'x'), input: fc.dictionary(TEXT, fc.oneof(TEXT, fc.jsonValue())) }),
  fc
    .dictionary(fc.constantFrom('token', 'value', 'name', 'key', 'url', 'cmd'), TEXT)
    .map((input) => ({ tool: 'T', input })),
)

/** The JSON of a decision with every field, as records once were. */
function fullJson(decision: Decision): string {
  const body = decisionBody(decision)
  const { reason, effects, dangers, trace } = body
  const made = withoutSecretsOf(decision.call?.input, { reason, effects, dangers, trace }) as typeof body
  return redactedJson({ ...body, ...made })
}

describe('what was taken out of the input', () => {
  const secret = 'hunter2correcthorse'

  it.each([
    `echo "-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----" > k`,
    `printf '%s' '-----BEGIN PRIVATE KEY-----\t${secret}' | deploy`,
    `deploy --token \\\n${secret}`,
    `deploy --token "${secret}"`,
  ])('is in nothing that was made of it: %j', (command) => {
    const json = decisionJson(decisionOn({ tool: 'Bash', input: { command } }, ENGINES[0]))
    expect(json).not.toContain(secret)
    expect(json).toContain('[redacted')
  })
})

describe('what a record leaves out', () => {
  const inFull = (json: string) => JSON.stringify(bodyOf(json))
  const asShownBefore = (decision: Decision) => JSON.stringify(JSON.parse(fullJson(decision)))

  it('is said again when it is read, to the letter', () => {
    fc.assert(
      fc.property(CALL, fc.nat(ENGINES.length - 1), (call, mode) => {
        const decision = decisionOn(call, ENGINES[mode])
        expect(inFull(decisionJson(decision))).toBe(asShownBefore(decision))
        expect(inFull(fullJson(decision))).toBe(asShownBefore(decision))
      }),
      { numRuns: 600 },
    )
  })

  it.each([
    'git status --short | head -1',
    'npm run build > out && sudo ls; git push',
    'cat .env',
    'deploy --token check --password otherwise && API_KEY=safety ./run rule, ask: deny',
    Array.from({ length: 90 }, (_, n) => `npm run part-${n}`).join(' && '),
    '(',
  ])('in every mode, elsewhere than at the root, overruled, or failed: %s', (command) => {
    for (const by of ENGINES) {
      const call = { tool: 'Bash', input: { command }, cwd: '/srv/app/src' }
      const decision = decisionOn(call, by)
      const { authorization } = decision
      const overruled = { ...decision, authorization: { ...authorization, behavior: 'deny', by: 'Ann' } } as Decision
      const { verdict: _, ...denial } = authorization
      const failed = { ...decision, authorization: denial, decided: undefined } as Decision
      for (const one of [decisionOn({ ...call, cwd: '/srv/app' }, by), decision, overruled, failed])
        expect(inFull(decisionJson(one))).toBe(asShownBefore(one))
    }
  })

  it('is never said of what was cut off: a cut record claims nothing that is not so', () => {
    const fullOf = (decision: Decision) => JSON.parse(JSON.stringify(decisionBody(decision))) as Record<string, unknown>
    const texts = Array.from({ length: 40 }, (_, n) => [`text${n}`, 'x '.repeat(20_000)])
    const calls: Call[] = [{ tool: 'Write', input: { file_path: '/etc/hosts', ...Object.fromEntries(texts) } }]
    for (let length = 49_940; length <= 50_000; length++)
      calls.push({ tool: 'T', input: { list: Array.from({ length }, () => 1) } })
    for (const call of calls) {
      const decision = decisionOn(call)
      const authorization = { ...decision.authorization, behavior: 'allow', by: 'Ann' }
      const overruled = { ...decision, authorization } as Decision
      const full = fullOf(overruled)
      const read = bodyOf(decisionJson(overruled))
      for (const name of ['verdict', 'enforced', 'project', 'dangers'].filter((one) => one in read))
        expect([full[name], '[too much]'], name).toContainEqual(read[name])
      for (const [index, effect] of ((read['effects'] ?? []) as Record<string, unknown>[]).entries())
        for (const name of ['certain', 'harmless'].filter((one) => typeof effect === 'object' && one in effect))
          expect([(full['effects'] as Record<string, unknown>[])[index]![name], '[too much]']).toContain(effect[name])
    }
  })

  it('makes it at least a quarter shorter', () => {
    const decision = decisionOn({ tool: 'Bash', input: { command: 'npm run build' } })
    expect(decisionJson(decision).length).toBeLessThan(0.75 * fullJson(decision).length)
  })

  it.each(['', 'x', '[]', '7', 'null', '{"trace":7}'])('a body like %s is no decision', (text) => {
    expect(JSON.stringify(bodyOf(text))).toBe(text === '{"trace":7}' ? text : '{}')
  })

  it('texts in a trace that are no list of noes stay as they are', () => {
    const trace = ['… (cut: 9 items in all)', '[too much]', 'x: y', '1: ', '7', null, ['1: check']]
    expect(bodyOf(JSON.stringify({ trace }))['trace']).toEqual(trace)
  })
})

describe('a decision as it is written down', () => {
  it('is the same by either way', () => {
    fc.assert(
      fc.property(CALL, (call) => {
        const decision = decisionOn(call)
        expect(decisionJson(decision)).toBe(thoroughJson(decision))
      }),
      { numRuns: 600 },
    )
  })

  it.each([
    { tool: 'Bash', input: { command: 'git status --short | head -1' } },
    { tool: 'Bash', input: { command: 'sudo systemctl restart web' }, subagent: 'helper', id: 'c1', project: '/srv' },
    { tool: 'Read', input: { file_path: 'src/a.ts' }, annotations: { readOnlyHint: true } },
    { tool: 'Bash', input: { command: `echo ${'x'.repeat(100_000)}` } },
    { tool: 'Bash', input: { command: Array.from({ length: 90 }, (_, n) => `npm run part-${n}`).join(' && ') } },
  ])('plain or not: $tool $input', (call) => {
    const decision = decisionOn(call)
    expect(decisionJson(decision)).toBe(thoroughJson(decision))
  })

  it.each([
    { tool: 'Bash', input: { command: `sudo deploy sk-ant-${'hunter22'.repeat(2)}` } },
    { tool: 'Bash', input: { command: 'sudo deploy --token hunter2-hunter2' } },
    { tool: 'Bash', input: { command: 'mysql -phunter2-hunter2 < dump.sql' } },
    { tool: 'Bash', input: { command: 'API_KEY=hunter2-hunter2 ./run' } },
    { tool: 'Deploy', input: { password: 'hunter2-hunter2', file_path: 'src/a.ts' } },
    { tool: 'Read', input: { file_path: 'https://ann:hunter2-hunter2@host/x' } },
  ])('holds no secret of the call, nor in what was made of it: $input', (call) => {
    const json = decisionJson(decisionOn(call))
    expect(json).not.toContain('hunter2')
    expect(json).toContain('[redacted')
  })

  it('takes out no more than that', () => {
    const json = decisionJson(
      decisionOn({ tool: 'Bash', input: { command: 'sudo deploy --token hunter2 --to staging' } }),
    )
    expect(JSON.parse(json)).toMatchObject({
      behavior: 'deny',
      call: { input: { command: 'sudo deploy --token [redacted] --to staging' } },
      reason: expect.stringContaining('`sudo deploy --token [redacted] --to staging`') as string,
    })
  })
})

describe('one look at a text', () => {
  // The first texts of a process always get a thorough check; these use up that allowance.
  beforeAll(() => {
    for (let n = 0; n < 100; n++) scanText('plain')
  })

  it('never calls a text free of secrets that has one', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        // The last word is not a secret by itself, but makes the text be checked thoroughly.
        const whole = `${text} end token`
        if (redactText(whole) !== whole) expect(scanText(`${text} end`) & MAY_HOLD_SECRET).toBe(MAY_HOLD_SECRET)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each(['token', 'TOKEN', 'xghP_', 'a://b', 'MySQL', 'AiZa', 'sk_live_', 'DOP_V1_', 'Sig', 'PAT'])(
    'sees %s',
    (word) => {
      expect(scanText(`before ${word} after`) & MAY_HOLD_SECRET).toBe(MAY_HOLD_SECRET)
    },
  )

  it.each(['sig=', 'my_pat\u2003', 'authPWD-1', 'x-sig:'])('sees that nothing goes on after %s', (text) => {
    expect(scanText(`${text} x`) & MAY_HOLD_SECRET).toBe(MAY_HOLD_SECRET)
  })

  it.each(['git status --short', 'npm run build', 'ls -la src', 'design/path/Pattern', ''])('lets %s go by', (text) => {
    expect(scanText(text)).toBe(0)
  })
})
