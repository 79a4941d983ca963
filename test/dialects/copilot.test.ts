import { expect, test } from 'vitest'
import { COPILOT_DIALECT } from '../../src/dialects/copilot/index.ts'
import { dialectContract } from './contract.ts'
import { COPILOT_SAMPLES, flags, json } from './copilot-samples.ts'
import { ourPolicy, writing } from './deciding.ts'

dialectContract({
  dialect: COPILOT_DIALECT,
  samples: COPILOT_SAMPLES,
  malformed: {
    'no such flag': flags('--allow-everything now'),
    'no value': flags('--allow-tool\n--deny-tool'),
    'no pattern': flags("--deny-tool='shell('"),
    'no JSON': { text: '{ "permissions": { "deny": [ }', file: 'settings.json' },
    'another kind': json({ permissions: { deny: ['Network(x)', 3] }, allowedUrls: 'x' }),
  },
  existing: {
    path: '.github/copilot/managed-settings.json',
    text: '{\n  // by the administrator\n  "deniedMcpServers": ["x"],\n  "permissions": { "deny": ["Shell(mine *)"] }\n}\n',
    keeps: ['// by the administrator', '"deniedMcpServers": ["x"]', '"Shell(mine *)"', '"Shell(sudo *)"'],
  },
})

test('a tool of a server that is called as one of Copilot’s own kinds is not said: the flag would be for that', () => {
  const policy = ourPolicy({ allow: ['mcp__url__a', 'mcp__Write', 'mcp__fine__look'], deny: ['mcp__shell__kill'] })
  const { files, findings } = COPILOT_DIALECT.write(policy, writing(policy))
  expect(files.find(({ path }) => path.endsWith('flags.txt'))?.text).toBe("--allow-tool='fine(look)'\n")
  expect(findings.map(({ message }) => message).join('\n')).toContain(
    'deny `mcp__shell__kill` cannot be said in Copilot',
  )
})
