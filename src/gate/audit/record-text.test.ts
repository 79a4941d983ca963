import { expect, test } from 'vitest'
import { recordText } from './record-text.ts'

const by = 'ann'
test.each([
  ['decision', { call: { tool: 'Bash', input: { command: 'npm test' } }, reason: 'x' }, 'npm test'],
  ['decision', { call: { tool: 'Read', input: { file_path: 'a' } } }, 'Read a'],
  ['decision', { reason: 'The gate is closed.' }, 'The gate is closed.'],
  ['answer', { behavior: 'allow', lasts: 'session', by, words: 'go on' }, 'session, by ann: go on'],
  ['answer', { behavior: 'deny', lasts: 'once', by }, 'once, by ann'],
  ['grant', { rules: ['Bash(a)', 'Bash(b)'], lasts: 'always', grantedBy: by }, 'Bash(a)  +  Bash(b), always, by ann'],
  ['grant', { rules: [], digest: 'abc', lasts: 'once', grantedBy: by }, 'exactly one call, once, by ann'],
  ['revoke', { grant: 'g1', by }, 'grant g1, by ann'],
  ['outcome', { decision: 'd1', ok: true }, 'done, decision d1'],
  ['outcome', { decision: 'd1', ok: false, error: 'no such file' }, 'failed, decision d1: no such file'],
  ['policy', { add: { behavior: 'deny', rule: 'shell(x)' }, file: '/p', by }, 'deny shell(x) into /p, by ann'],
  ['policy', { remove: { behavior: 'ask', rule: 'shell(x)' }, file: '/p', by }, 'ask shell(x) out of /p, by ann'],
  ['policy', { saved: '/p', by }, '/p saved, by ann'],
  ['profile', { saved: 'work', by }, 'work saved, by ann'],
  ['profile', { removed: 'work', by }, 'work removed, by ann'],
  ['profile', { takenUp: 'work', how: 'merge', by }, 'work taken up (merge), by ann'],
  ['retention', { before: '2026-01-01T00:00:00.000Z', by }, 'records before 2026-01-01T00:00:00.000Z, by ann'],
  ['extend', { approval: 'q1', expiresAt: 0, by }, 'question q1 until 1970-01-01T00:00:00.000Z, by ann'],
])('%s %j in one line', (kind, body, text) => {
  expect(recordText(kind, body)).toBe(text)
})

test.each([
  ['something new', { a: 1 }],
  ['grant', { rules: 'x' }],
  ['policy', {}],
  ['extend', { expiresAt: 'soon' }],
  ['outcome', {}],
])('%s %j that is not known is told as it is', (kind, body) => {
  expect(recordText(kind, body)).toBe(JSON.stringify(body))
})
