/** `codex execpolicy check`, asked about the rule files we read and the ones we write. It takes words, not lines. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CODEX_DIALECT } from '../../../src/dialects/codex/index.ts'
import { callsFor } from '../../../src/dialects/proof/calls.ts'
import { decider, HERE, ourPolicy, policyOf, WHERE, writing } from '../../../test/dialects/deciding.ts'
import { CODEX_SAMPLES } from '../../../test/dialects/codex-samples.ts'
import { POLICIES } from '../../../test/dialects/policies.ts'

const CODEX = fileURLToPath(new URL('../node_modules/@openai/codex/bin/codex.js', import.meta.url))
const where = { ...WHERE, file: 'x.rules' }
let home = ''

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-codex-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const DECISIONS = { allow: 'allow', prompt: 'ask', forbidden: 'deny' }

/** Undefined when the rules are refused. */
function check(rules, words) {
  const file = join(home, 'x.rules')
  writeFileSync(file, rules)
  const env = { PATH: process.env.PATH, HOME: home, CODEX_HOME: home }
  const { stdout, status } = spawnSync(
    process.execPath,
    [CODEX, 'execpolicy', 'check', '--rules', file, '--', ...words],
    { env, encoding: 'utf8', timeout: 30_000 },
  )
  if (status !== 0) return undefined
  const { decision } = JSON.parse(stdout)
  return decision === undefined ? 'none' : DECISIONS[decision]
}

/** Plain word lists near the rules, a few of each: every one is a process. */
function wordLists(rules) {
  const lines = callsFor(rules, HERE).flatMap(({ tool, input }) =>
    tool === 'Bash' && /^[\w./:=@%+,-]+(?: [\w./:=@%+,-]+)*$/u.test(input.command) ? [input.command] : [],
  )
  const step = Math.max(1, Math.floor(lines.length / 25))
  return lines.filter((_, index) => index % step === 0).map((line) => line.split(' '))
}

describe('what is read', () => {
  for (const [name, { text, file }] of Object.entries(CODEX_SAMPLES)) {
    if (file.endsWith('.toml')) continue
    test(`${name}: our evaluator says what Codex says, and ours allows nothing more`, () => {
      const { document } = CODEX_DIALECT.read(text, where)
      const model = CODEX_DIALECT.model(text, where)
      const decide = decider(policyOf(document))
      let compared = 0
      for (const words of wordLists(document.rules)) {
        const call = { tool: 'Bash', input: { command: words.join(' ') } }
        const real = check(text, words)
        expect(real, words.join(' ')).toBe(model(call))
        const { behavior, code } = decide(call)
        if (behavior === 'allow' && code !== 'read-only' && real !== 'allow') {
          // Through a wrapper: what it runs is allowed by itself.
          expect(
            ['env', 'command', 'timeout', 'nohup', 'nice', 'time', 'xargs', 'find', '/bin/'].some((word) =>
              words[0].startsWith(word),
            ),
            words.join(' '),
          ).toBe(true)
        }
        compared++
      }
      console.log(`codex, real, import, ${name}: ${compared} compared`)
      expect(compared).toBeGreaterThan(10)
    })
  }
})

describe('what is written', () => {
  for (const name of ['a few commands', 'stars inside', 'exceptions', 'dangerous', 'hosts']) {
    test(`${name}: Codex reads it and allows nothing that the policy does not`, () => {
      const policy = ourPolicy(POLICIES[name])
      const judge = decider(policy)
      const [{ text }] = CODEX_DIALECT.write(policy, writing(policy)).files
      expect(check(text, ['true'])).toBeDefined()
      for (const words of wordLists(policy.rules)) {
        if (check(text, words) === 'allow')
          expect(judge({ tool: 'Bash', input: { command: words.join(' ') } }).behavior, words.join(' ')).toBe('allow')
      }
    })
  }
})
