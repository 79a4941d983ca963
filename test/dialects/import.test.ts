/** An import, held against the source: what lets too much pass is taken out, and nothing else. */

import { expect, test } from 'vitest'
import { CLAUDE_CODE_DIALECT } from '../../src/dialects/claude-code/index.ts'
import type { Dialect } from '../../src/dialects/dialect.ts'
import { importText } from '../../src/dialects/import.ts'
import { decider, policyOf, WHERE } from './deciding.ts'

test.each([
  ['dontAsk', 'dontAsk'],
  ['plan', 'explore'],
])('a mode that only takes away stays (%s), however strict the source is', (mode, ours) => {
  const strict: Dialect = { ...CLAUDE_CODE_DIALECT, model: () => () => 'deny' }
  const text = JSON.stringify({ permissions: { defaultMode: mode, allow: ['Bash(npm test)'] } })
  const { document, findings } = importText(strict, text, WHERE, (one) => decider(policyOf(one)))
  expect(document?.mode?.value).toBe(ours)
  if (document === undefined) throw new Error('nothing was imported')
  const decide = decider(policyOf(document))
  for (const command of ['npm test', 'ls'])
    expect(decide({ tool: 'Bash', input: { command } }).behavior).not.toBe('allow')
  expect(findings.length).toBeGreaterThan(0)
})
