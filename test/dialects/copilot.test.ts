import { COPILOT_DIALECT } from '../../src/dialects/copilot/index.ts'
import { dialectContract } from './contract.ts'
import { COPILOT_SAMPLES, flags, json } from './copilot-samples.ts'

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
