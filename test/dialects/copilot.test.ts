import { COPILOT_DIALECT } from '../../src/dialects/copilot/index.ts'
import { dialectContract } from './contract.ts'

const flags = (text: string) => ({ text, file: 'flags.txt' })
const json = (value: object) => ({ text: JSON.stringify(value, undefined, 2), file: 'settings.json' })

dialectContract({
  dialect: COPILOT_DIALECT,
  samples: {
    'seed 001': flags(
      '--allow shell(git)\n--allow shell(npm test)\n--allow write(/srv/project/notes.md)\n--allow read\n--allow MCP_filesystem(read_file)\n',
    ),
    today: flags(
      `--allow-tool='shell(git:*), write, github(get_me)' --allow-tool "docs" --deny-tool='shell(rm), shell(git push)' --deny-tool 'write(.env)' --allow-url=github.com --deny-url=https://evil.example # done\n`,
    ),
    everything: flags('--allow-all-tools --deny-tool shell(rm) --add-dir /srv/shared --excluded-tools WebSearch'),
    yolo: flags('--yolo --deny-tool=shell(git push)'),
    saved: json({
      locations: {
        '/srv/project': {
          tool_approvals: [
            { kind: 'commands', commandIdentifiers: ['git:*', 'npm test'] },
            { kind: 'write' },
            { kind: 'mcp', serverName: 'github', toolName: 'get_me' },
            { kind: 'mcp', serverName: 'docs', toolName: null },
            { kind: 'memory' },
            { kind: 'extension-management', operation: 'x' },
          ],
          allowed_directories: ['/srv/shared'],
        },
        '/elsewhere': { tool_approvals: [{ kind: 'read' }] },
      },
    }),
    urls: json({
      allowedUrls: ['https://docs.rs', 'github.com'],
      deniedUrls: ['https://*.evil.example', 'evil.example'],
    }),
    managed: json({
      permissions: {
        allow: ['Shell(npm run *)', 'Read(/src/**)', 'Edit(./docs/**)', 'Domain(docs.rs)'],
        ask: ['Shell(git push *)'],
        deny: ['Shell(sudo *)', 'Read(//etc/**)', 'Write(~/.ssh/**)', 'Domain(*.evil.example)'],
        disableBypassPermissionsMode: 'disable',
      },
    }),
  },
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
