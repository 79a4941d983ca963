/**
 * The real Claude Code, asked about the settings we read and the settings we write.
 *
 * It lets some calls pass by itself, whatever its rules say: a client without rules tells which.
 */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLAUDE_CODE_DIALECT } from '../../../src/dialects/claude-code/index.ts'
import { callsFor } from '../../../src/dialects/proof/calls.ts'
import { CLAUDE_SAMPLES } from '../../../test/dialects/claude-code-samples.ts'
import { ourPolicy, writing } from '../../../test/dialects/deciding.ts'
import { POLICIES } from '../../../test/dialects/policies.ts'
import { claudeOracle } from '../../harness/claude-oracle.mjs'
import { atPlace, chosen, compareExported, compareImported, importedBeside, show, tame } from '../../harness/oracle.mjs'
import { newPlace } from '../../harness/place.mjs'

/** Calls for one configuration; what ours allows comes first. */
const MOST = 80
let place
let here
let oracle

beforeAll(() => {
  place = newPlace()
  here = { root: place.project, home: place.home }
  for (const name of ['docs', 'shared']) mkdirSync(join(place.root, name))
  oracle = claudeOracle(place)
})
afterAll(() => place.close())

test('a command that it allows is started in no shell but ours, which does nothing', async () => {
  const call = { tool: 'Bash', input: { command: 'touch marker' } }
  const settings = JSON.stringify({ permissions: { allow: ['Bash(touch:*)'] } })
  const answers = await oracle({ settings, calls: [call] })
  expect(answers.get(call)).toBe('allow')
  expect(place.has('marker')).toBe(false)
})

describe('what is read', () => {
  for (const [name, { text, layer = 'project' }] of Object.entries(CLAUDE_SAMPLES)) {
    test(`${name}: ours allows nothing that Claude Code does not`, async () => {
      const settings = atPlace(text, place)
      const where = { ...here, file: 'settings.json', layer }
      const { document } = CLAUDE_CODE_DIALECT.read(settings, where)
      const ours = importedBeside(document, here)
      const { lessSafe, wider, compared } = await compareImported(`claude-code, ${name}`, {
        calls: chosen(tame(callsFor(document.rules, here), place), ours, MOST),
        ask: (calls) => oracle({ settings, scope: layer, calls }),
        unruled: (calls) => oracle({ settings: '{}', calls }),
        model: CLAUDE_CODE_DIALECT.model(settings, where),
        ours,
        place,
      })
      expect(show(lessSafe, place)).toEqual([])
      // Our evaluator knows the client's shapes, not every corner of its parser.
      expect(wider.length, show(wider, place).join('\n')).toBeLessThan(compared / 20)
    })
  }

  test.each([
    '{ // a comment\n "permissions": { "allow": ["Bash(make:*)"] } }',
    '{ "permissions": { "allow": ["Bash(make:*)",] } }',
  ])('it reads nothing of %j, and neither do we', async (settings) => {
    const call = { tool: 'Bash', input: { command: 'make' } }
    expect((await oracle({ settings, calls: [call] })).get(call)).toBe('none')
    expect(
      CLAUDE_CODE_DIALECT.read(settings, { ...here, file: 'settings.json', layer: 'project' }).document,
    ).toBeUndefined()
  })
})

describe('what is written', () => {
  for (const [name, input] of Object.entries(POLICIES)) {
    test(`${name}: Claude Code allows nothing that the policy does not`, async () => {
      const policy = ourPolicy(JSON.parse(atPlace(JSON.stringify(input), place)), here)
      const [{ text: settings }] = CLAUDE_CODE_DIALECT.write(policy, writing(policy, {}, here)).files
      const lessSafe = await compareExported(`claude-code, ${name}`, {
        calls: tame(callsFor(policy.rules, here), place),
        most: MOST,
        ask: (calls) => oracle({ settings, calls }),
        unruled: (calls) => oracle({ settings: '{}', calls }),
        policy,
        here,
      })
      expect(show(lessSafe, place)).toEqual([])
    })
  }
})
