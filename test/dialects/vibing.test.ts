import { VIBING_DIALECT } from '../../src/dialects/vibing/index.ts'
import { dialectContract } from './contract.ts'

const chat = (front: string) => ({
  text: `---\nvibing.nvim: true\n${front}---\n\n# A chat\n\npermissions_allow: not this\n`,
})

dialectContract({
  dialect: VIBING_DIALECT,
  samples: {
    'use case 1': chat(
      'permissions_allow:\n  - Bash\npermissions_ask:\n  - Bash(rm:*)\n  - Bash(sudo:*)\n  - Bash(dd:*)\n',
    ),
    'use case 2': chat(
      'permission_mode: acceptEdits # edits\npermissions_allow:\n  - Read\n  - Glob\n  - Grep\n  - Bash\npermissions_ask:\n  - Bash(npm install:*)\n  - Bash(git push:*)\n',
    ),
    strict: chat(
      'permissions_allow: [Read, "Bash(npm:*)", "Bash(git status)", "Read(src/*)", "WebFetch(github.com)", "mcp__vibing-nvim__*"]\npermissions_deny: [WebSearch, "Read(*.secret)"]\n',
    ),
    'no list': chat('permissions_deny: [Bash]\npermissions_ask: ["WebFetch(*.example.org)"]\n'),
    granular: chat(
      'permissions_allow: [Bash, Read]\npermissions_rules:\n  - tools: [Bash]\n    commands: [rm]\n    patterns: ["curl .*evil"]\n    action: deny\n    message: no\n  - tools: [Read]\n    paths: ["*.key"]\n    action: deny\n',
    ),
    'only planning': chat('permission_mode: plan\npermissions_allow: [Read, Grep, "Write(src/*)"]\n'),
    'planning without reading': chat('permission_mode: plan\npermissions_allow: [Task, "Read(src/*)"]\n'),
    'never asks': chat('permission_mode: dontAsk\npermissions_allow: ["Bash(npm test)"]\n'),
    bypass: chat('permission_mode: bypassPermissions\npermissions_deny: ["Bash(rm:*)"]\n'),
  },
  malformed: {
    'no front matter': { text: '# A chat\n' },
    'no YAML': { text: '---\npermissions_allow: [\n---\n' },
    'another type': chat('permissions_allow: Bash\npermission_mode: fast\npermissions_deny: [3, "Bash(rm"]\n'),
  },
  existing: {
    path: '.vibing/permissions.md',
    text: '---\n# how\nmodel: x # best\npermissions_deny:\n  - Bash(mine:*)\n---\n\n# A chat\n',
    keeps: ['# how', 'model: x # best', 'Bash(mine:*)', '# A chat', 'Bash(sudo:*)'],
  },
})
