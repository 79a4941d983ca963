import { QWEN_DIALECT } from '../../src/dialects/qwen/index.ts'
import { dialectContract } from './contract.ts'

const settings = (permissions: object) => ({ text: JSON.stringify({ permissions }, undefined, 2) })

dialectContract({
  dialect: QWEN_DIALECT,
  samples: {
    everyday: settings({
      allow: ['Bash(npm run test)', 'Bash(git diff *)', 'Read(src/**)', 'WebFetch(domain:docs.rs)'],
      ask: ['Bash(git push)'],
      deny: ['Bash(rm)', 'Read(./.env)', 'WebFetch(domain:evil.example)'],
    }),
    'folders by their own names': settings({
      allow: ['Read(src/)', 'Read(//)', 'Read(~)', 'Bash(timeout 5 npm test)', 'Bash(mv *)'],
      deny: ['Edit(//**)'],
    }),
    'whole tools': settings({ allow: ['Bash', 'Edit'], deny: ['mcp__other', 'Bash(sudo *)'] }),
  },
  malformed: {
    'no JSON': { text: '{ "permissions": ' },
    'a last comma, which Qwen Code does not read': { text: '{ "permissions": { "allow": ["Bash"] }, }' },
    'another type': { text: '{ "permissions": { "deny": "Bash" } }' },
  },
  existing: {
    path: '.qwen/settings.json',
    text: '{\n  "ui": { "theme": "x" }, // look\n  "permissions": { "deny": ["Bash(mine)"] }\n}\n',
    keeps: ['// look', '"Bash(mine)"', '"Bash(sudo *)"'],
  },
})
