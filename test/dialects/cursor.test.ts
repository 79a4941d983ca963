import { expect, test } from 'vitest'
import { CURSOR_DIALECT } from '../../src/dialects/cursor/index.ts'
import { dialectContract } from './contract.ts'
import { ourPolicy, WHERE, writing } from './deciding.ts'

const settings = (permissions: object) => ({ text: JSON.stringify({ version: 1, permissions }, undefined, 2) })

dialectContract({
  dialect: CURSOR_DIALECT,
  samples: {
    everyday: settings({
      allow: ['Shell(ls)', 'Shell(git)', 'Read(src/**)', 'Write(src/**)', 'Mcp(github:get_me)'],
      deny: ['Shell(rm)', 'Read(.env*)', 'Write(**/*.key)', 'WebFetch(evil.example)'],
    }),
    'folders by their own names': settings({ allow: ['Read(../x)', 'Write(src/)', 'Read(.)', 'Read(**/*.ts)'] }),
    wide: settings({
      allow: ['Shell(npm:*)', 'Shell(git status)', 'Mcp(docs:*)', 'Read(**)', 'WebFetch(docs.rs)'],
      deny: ['Mcp(*:delete_repo)', 'Shell(*)'],
    }),
  },
  malformed: {
    'no JSON': { text: '{' },
    'another type': settings({ allow: 'Shell(ls)', deny: [3] }),
    'no rule': settings({ deny: ['Shell(rm'] }),
  },
  existing: {
    path: '.cursor/cli.json',
    text: '{\n  "editor": { "vimMode": true }, // vim\n  "permissions": { "deny": ["Shell(mine)"] }\n}\n',
    keeps: ['// vim', '"Shell(mine)"', '"Shell(sudo)"'],
  },
})

test('what lies in a folder that may not be read may not be read there either', () => {
  const policy = ourPolicy({ deny: ['read(secrets)', 'write(conf/x)'] })
  const [file] = CURSOR_DIALECT.write(policy, writing(policy)).files
  const says = CURSOR_DIALECT.model(file?.text ?? '', WHERE)
  for (const file_path of ['secrets', 'secrets/a', 'a/secrets/b/c'])
    expect(says?.({ tool: 'Read', input: { file_path } }), file_path).toBe('deny')
  expect(says?.({ tool: 'Write', input: { file_path: 'conf/x/y', content: '' } })).toBe('deny')
})
