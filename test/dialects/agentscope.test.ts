import { AGENTSCOPE_DIALECT } from '../../src/dialects/agentscope/index.ts'
import { dialectContract } from './contract.ts'

type Rules = Readonly<Record<string, readonly (string | null)[]>>

const context = (allow: Rules, deny: Rules, ask: Rules, more: object = {}) => {
  const list = (rules: Rules, behavior: string) =>
    Object.fromEntries(
      Object.entries(rules).map(([tool_name, contents]) => [
        tool_name,
        contents.map((rule_content) => ({ tool_name, rule_content, behavior, source: 'userSettings' })),
      ]),
    )
  return {
    text: JSON.stringify(
      {
        mode: 'default',
        working_directories: {},
        allow_rules: list(allow, 'allow'),
        deny_rules: list(deny, 'deny'),
        ask_rules: list(ask, 'ask'),
        ...more,
      },
      undefined,
      2,
    ),
  }
}

dialectContract({
  dialect: AGENTSCOPE_DIALECT,
  samples: {
    seed: context(
      { Bash: ['npm run:*'], Write: ['src/**'], Read: ['src/**/*.py', 'config.json'] },
      { Bash: ['rm:*'], Read: ['**/.env'] },
      { Bash: ['git push:*'] },
    ),
    'texts anywhere': context(
      { Bash: ['ls', 'git *'] },
      { Bash: ['rm -rf', '* --force', 'curl*evil*'], Write: ['/etc/*', '*.key'] },
      { Edit: [null], Deploy: [null] },
    ),
    'whole tools': context(
      { Read: [null], Write: [''], Deploy: [null], mcp__github__get_me: [null] },
      { WebFetch: [null], Deploy: ['{"a":1}'] },
      {},
    ),
    explore: context({ Bash: ['npm test'] }, {}, {}, { mode: 'explore' }),
    'accepts edits': context(
      { Bash: ['npm test'] },
      { Write: ['src/locked/*'] },
      {},
      { mode: 'accept_edits', working_directories: { '/srv/shared': { path: '/srv/shared', source: 'x' } } },
    ),
    bypass: context({}, { Bash: ['rm:*'] }, { Write: ['*.lock'] }, { mode: 'bypass' }),
    'never asks': context(
      { Bash: ['npm test'], Read: ['src/*'] },
      {},
      {},
      { mode: 'dont_ask', working_directories: { '/srv/shared': { path: '/srv/shared', source: 'x' } } },
    ),
    'in a state': {
      text: JSON.stringify({
        permission_context: {
          mode: 'default',
          allow_rules: { Bash: [{ tool_name: 'Bash', rule_content: 'make:*', behavior: 'allow', source: 'session' }] },
        },
      }),
    },
  },
  malformed: {
    'no JSON': { text: '{ "mode": "default", // no comments\n}' },
    'another mode': { text: '{ "mode": "yolo", "deny_rules": [] }' },
    'in the wrong place': {
      text: '{ "deny_rules": { "Bash": [{ "tool_name": "Read", "rule_content": 3, "behavior": "allow" }] } }',
    },
  },
})
