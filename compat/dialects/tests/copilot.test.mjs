/**
 * The real Copilot CLI, asked about the flags and approvals we read and the flags we write.
 *
 * Managed settings lie where only an administrator writes, pages are not fetched offline, and the flags of seed 001 are of
 * another time: none of those is tried here.
 */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFlags } from '../../../src/dialects/copilot/flags.ts'
import { COPILOT_DIALECT } from '../../../src/dialects/copilot/index.ts'
import { callsFor } from '../../../src/dialects/proof/calls.ts'
import { COPILOT_SAMPLES } from '../../../test/dialects/copilot-samples.ts'
import { ourPolicy, writing } from '../../../test/dialects/deciding.ts'
import { POLICIES } from '../../../test/dialects/policies.ts'
import { copilotOracle } from '../../harness/copilot-oracle.mjs'
import { atPlace, chosen, compareExported, compareImported, importedBeside, show, tame } from '../../harness/oracle.mjs'
import { newPlace } from '../../harness/place.mjs'

const MOST = 80
/** The tools it has, offline. */
const ASKABLE = /^(?:Bash|Read|Write|mcp__[\w-]+)$/u
let place
let here
let oracle

beforeAll(() => {
  place = newPlace()
  here = { root: place.project, home: place.home }
  mkdirSync(join(place.root, 'shared'))
  oracle = copilotOracle(place)
})
afterAll(() => place.close())

const callsNear = (rules) => tame(callsFor(rules, here), place).filter(({ tool }) => ASKABLE.test(tool))
const wordsOf = (text) =>
  readFlags(text, { ...here, file: 'flags.txt', layer: 'project' }).flags.map(({ name, value }) =>
    value === undefined ? `--${name}` : `--${name}=${value}`,
  )

test('a command that it allows ends before it begins', async () => {
  const call = { tool: 'Bash', input: { command: 'touch marker' } }
  const answers = await oracle({ flags: ['--allow-tool=shell(touch)'], calls: [call] })
  expect(answers.get(call)).toBe('allow')
  expect(place.has('marker')).toBe(false)
})

describe('what is read', () => {
  for (const name of ['today', 'everything', 'yolo', 'saved', 'what commands go by']) {
    const { text, file } = COPILOT_SAMPLES[name]
    test(`${name}: ours allows nothing that Copilot does not`, async () => {
      const settings = atPlace(text, place)
      const where = { ...here, file, layer: 'project' }
      const { document } = COPILOT_DIALECT.read(settings, where)
      const ours = importedBeside(document, here)
      const question =
        file === 'flags.txt' ? { flags: wordsOf(settings) } : { files: { 'permissions-config.json': settings } }
      const { lessSafe, wider, compared } = await compareImported(`copilot, ${name}`, {
        calls: chosen(callsNear(document.rules), ours, MOST),
        ask: (calls) => oracle({ ...question, calls }),
        unruled: (calls) => oracle({ calls }),
        model: COPILOT_DIALECT.model(settings, where),
        ours,
        place,
      })
      expect(show(lessSafe, place)).toEqual([])
      // Our evaluator knows the client's shapes, not every corner of its parser.
      expect(wider.length, show(wider, place).join('\n')).toBeLessThan(compared / 20)
    })
  }
})

describe('what is written', () => {
  for (const [name, input] of Object.entries(POLICIES)) {
    test(`${name}: Copilot allows nothing that the policy does not`, async () => {
      const policy = ourPolicy(JSON.parse(atPlace(JSON.stringify(input), place)), here)
      const { files } = COPILOT_DIALECT.write(policy, writing(policy, {}, here))
      const flags = wordsOf(files.find(({ path }) => path.endsWith('flags.txt')).text)
      const lessSafe = await compareExported(`copilot, ${name}`, {
        calls: callsNear(policy.rules),
        most: MOST,
        ask: (calls) => oracle({ flags, calls }),
        unruled: (calls) => oracle({ calls }),
        policy,
        here,
      })
      expect(show(lessSafe, place)).toEqual([])
    })
  }
})
