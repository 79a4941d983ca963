import { expect, test } from 'vitest'
import { CLAUDE_CODE_DIALECT } from '../../src/dialects/claude-code/index.ts'
import { CLAUDE_SAMPLES } from './claude-code-samples.ts'
import { dialectContract } from './contract.ts'
import { ourPolicy, WHERE, writing } from './deciding.ts'

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

test('where edits are accepted, a folder in which something may not be written is neither removed, moved nor copied into', () => {
  const policy = ourPolicy({ mode: 'acceptEdits', deny: ['write(dist/**)'] })
  const [file] = CLAUDE_CODE_DIALECT.write(policy, writing(policy)).files
  const model = CLAUDE_CODE_DIALECT.model(file?.text ?? '', { ...WHERE, file: file?.path ?? '' })
  const said = (command: string) => model?.({ tool: 'Bash', input: { command } })
  expect(file?.text).toContain('"defaultMode": "acceptEdits"')
  for (const command of ['rm -rf dist', 'rm -rf dist build', 'rm -rf /srv/project', 'mv dist y', 'cp -r x dist'])
    expect(said(command), command).not.toBe('allow')
  for (const command of ['mkdir src/new', 'touch src/new/a']) expect(said(command), command).toBe('allow')
})

test('where edits are accepted, a call without a command is none', () => {
  const text = JSON.stringify({ permissions: { defaultMode: 'acceptEdits' } })
  const model = CLAUDE_CODE_DIALECT.model(text, { ...WHERE, layer: 'user' })
  for (const command of ['', '# nothing', ['npm run build', '; ./evil.sh']])
    expect(model?.({ tool: 'Bash', input: { command } })).toBe('none')
})
