import { RULESYNC_DIALECT } from '../../src/dialects/rulesync/index.ts'
import { expect, test } from 'vitest'
import { dialectContract } from './contract.ts'
import { WHERE } from './deciding.ts'

const file = (permission: unknown) => ({ text: JSON.stringify({ permission }, undefined, 2) })

dialectContract({
  dialect: RULESYNC_DIALECT,
  samples: {
    everyday: file({
      bash: { 'git status': 'allow', 'npm run *': 'allow', 'rm *': 'deny', 'git push *': 'ask' },
      read: { 'src/**': 'allow', '.env': 'deny' },
      edit: { 'src/**': 'allow' },
      webfetch: { 'domain:docs.rs': 'allow' },
    }),
    'whole tools': file({
      bash: { '*': 'ask' },
      websearch: { '*': 'deny' },
      mcp__github: { '*': 'allow' },
      mcp__other: { '*': 'deny' },
    }),
    'single tools are told more': {
      text: JSON.stringify({
        $schema: 'x',
        permission: { bash: { 'git *': 'allow' } },
        claudecode: { permission: { bash: { 'git push *': 'deny', 'npm *': 'allow' } }, mode: 'auto' },
        codexcli: { permission: { read: { '.env': 'ask' } } },
      }),
    },
  },
  malformed: {
    'no JSON': { text: '{ permission' },
    'another action': file({ bash: { 'rm *': 'never' }, read: 'allow' }),
    'no rule': file({ bash: { '': 'deny' } }),
  },
  existing: {
    path: '.rulesync/permissions.jsonc',
    text: '{\n  // ours\n  "permission": { "bash": { "mine *": "deny" } },\n  "claudecode": { "x": 1 }\n}\n',
    keeps: ['// ours', '"mine *": "deny"', '"claudecode"', '"sudo *": "deny"'],
  },
})

test('what single tools are told is said, and kept away from all of them', () => {
  const text = JSON.stringify({
    permission: {},
    claudecode: { permission: { bash: { 'git push *': 'deny', 'npm *': 'allow' } }, mode: 'auto' },
  })
  const { document, findings } = RULESYNC_DIALECT.read(text, WHERE)
  expect(document?.rules.map(({ behavior, rule }) => `${behavior} ${rule}`)).toEqual(['deny Bash(git push *)'])
  expect(findings.map(({ made }) => made)).toEqual(['widened', 'withheld', 'left out'])
})
