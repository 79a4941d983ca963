import { CLAUDE_CODE_DIALECT } from '../../src/dialects/claude-code/index.ts'
import { CLAUDE_SAMPLES } from './claude-code-samples.ts'
import { dialectContract } from './contract.ts'

dialectContract({
  dialect: CLAUDE_CODE_DIALECT,
  samples: CLAUDE_SAMPLES,
  malformed: {
    'no JSON': { text: '{ "permissions": { "allow": ["Bash(ls)" }' },
    'another type': { text: '{\n "permissions": { "allow": "Bash", "deny": [1, {}], "defaultMode": "fast" } }' },
    'no rule': { text: '{ "permissions": { "deny": ["Bash(rm", "", "(x)", "Bash()"] } }' },
    'comments, with which Claude Code drops it whole': {
      text: '{\n  // mine\n  "permissions": { "allow": ["Bash(ls:*)",], },\n}\n',
    },
    'a list': { text: '[1]' },
    'a key twice': { text: '{ "permissions": { "deny": ["Bash"], "deny": [] } }' },
  },
  existing: {
    path: '.claude/settings.json',
    text: '{\n    "theme": "dark",\n    "permissions": {\n        "allow": [\n            "Bash(old:*)"\n        ],\n        "deny": ["Bash(mine:*)"]\n    },\n    "hooks": { "PreToolUse": [] }\n}\n',
    keeps: ['"theme": "dark"', '"Bash(mine:*)"', '"PreToolUse": []', '"Bash(npm test)"', '"Bash(sudo *)"'],
  },
})
