import { RULESYNC_DIALECT } from '../../src/dialects/rulesync/index.ts'
import { dialectContract } from './contract.ts'

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
