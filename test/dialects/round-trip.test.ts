/** Random policies of ours, there and back: through every dialect nothing is won, on either side. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DIALECTS } from '../../src/dialects/dialects.ts'
import { callsFor } from '../../src/dialects/proof/calls.ts'
import type { PolicyInput } from '../../src/policy/inline.ts'
import { decider, HERE, ourPolicy, policyOf, someCorpusCalls, WHERE, writing } from './deciding.ts'

const RULES = [
  'shell(npm run:*)',
  'shell(npm test)',
  'shell(git:*)',
  'shell(git push:*)',
  'shell(make:*)',
  'shell(rm:*)',
  'shell(curl *)',
  'shell(git * --force)',
  'shell',
  'Bash',
  'read',
  'read(src/)',
  'read(~)',
  'write(/srv/project/src/**)',
  'url(https://x.example:8443/a/**)',
  'read(src/**)',
  'read(.env)',
  'read(/etc/**)',
  'read(~/.ssh/**)',
  'write(src/**)',
  'write(src/{a,b}/*.ts)',
  'write(*.lock)',
  'write',
  'WebFetch(domain:github.com)',
  'url(evil.example)',
  'mcp__github',
  'mcp__github__get_me',
  'mcp',
  'WebSearch',
  'Deploy',
]

const rule = fc.constantFrom(...RULES)
const policies: fc.Arbitrary<PolicyInput> = fc.record(
  {
    allow: fc.uniqueArray(rule, { maxLength: 4 }),
    ask: fc.uniqueArray(rule, { maxLength: 2 }),
    deny: fc.uniqueArray(rule, { maxLength: 2 }),
    mode: fc.constantFrom('default', 'acceptEdits', 'explore', 'bypass', 'dontAsk'),
    otherwise: fc.constantFrom('ask', 'deny', 'allow'),
  },
  { requiredKeys: ['allow', 'deny'] },
)

describe('there and back', () => {
  for (const [number, dialect] of DIALECTS.entries()) {
    test(`${dialect.name}: a random policy comes back no wider, and the target is no wider either`, () => {
      fc.assert(
        fc.property(policies, (input) => {
          const policy = ourPolicy(input)
          const judge = decider(policy)
          const calls = [...callsFor(policy.rules, HERE), ...someCorpusCalls(number, 12)]
          for (const { text, path } of dialect.write(policy, writing(policy)).files) {
            const where = { ...WHERE, file: path }
            const model = dialect.model(text, where)
            const { document, problems } = dialect.read(text, where)
            expect(problems).toEqual([])
            if (model === undefined || document === undefined)
              throw new Error(`what was written cannot be read: ${text}`)
            const back = decider(policyOf(document))
            for (const call of calls) {
              if (judge(call).behavior === 'allow') continue
              const verdict = back(call)
              const isNew = verdict.behavior === 'allow' && verdict.code !== 'read-only'
              if (isNew || model(call) === 'allow')
                throw new Error(`${isNew ? 'back' : dialect.title} allows ${JSON.stringify(call)} by\n${text}`)
            }
          }
        }),
        { numRuns: 6, seed: 8 },
      )
    })
  }
})
