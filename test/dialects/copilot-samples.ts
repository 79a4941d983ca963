/** Part of the tests of dialects: permissions of Copilot as people have them. */

import type { Sample } from './contract.ts'

export const flags = (text: string): Sample => ({ text, file: 'flags.txt' })
export const json = (value: object): Sample => ({ text: JSON.stringify(value, undefined, 2), file: 'settings.json' })

export const COPILOT_SAMPLES: Readonly<Record<string, Sample>> = {
  'seed 001': flags(
    '--allow shell(git)\n--allow shell(npm test)\n--allow write(/srv/project/notes.md)\n--allow read\n--allow MCP_filesystem(read_file)\n',
  ),
  today: flags(
    `--allow-tool='shell(git:*), write, github(get_me)' --allow-tool "docs" --deny-tool='shell(rm), shell(git push)' --deny-tool 'write(.env)' --allow-url=github.com --deny-url=https://evil.example # done\n`,
  ),
  everything: flags('--allow-all-tools --deny-tool shell(rm) --add-dir /srv/shared --excluded-tools WebSearch'),
  'what commands go by': flags(
    `--allow-tool='shell(make), shell(npm), shell(npm test), shell(cargo build:*), shell(mk x), shell(npm run build:*), write(notes.md), read' --allow-tool='write(/etc/hosts)'\n`,
  ),
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
  'servers that are switched off': json({
    disabledMcpServers: ['github', 'odd name'],
    deniedMcpServers: [{ serverName: 'files' }, 'other', { serverCommand: ['npx', 'x'] }],
    locations: { '/srv/project': { tool_approvals: [{ kind: 'mcp', serverName: 'github', toolName: null }] } },
  }),
  managed: json({
    permissions: {
      allow: ['Shell(npm run *)', 'Read(/src/**)', 'Edit(./docs/**)', 'Domain(docs.rs)'],
      ask: ['Shell(git push *)'],
      deny: ['Shell(sudo *)', 'Read(//etc/**)', 'Write(~/.ssh/**)', 'Domain(*.evil.example)'],
      disableBypassPermissionsMode: 'disable',
    },
  }),
}
