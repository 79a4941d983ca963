/** An import, held against the source: what lets too much pass is taken out, and nothing else. */

import { expect, test } from 'vitest'
import { AGENTSCOPE_DIALECT } from '../../src/dialects/agentscope/index.ts'
import { CLAUDE_CODE_DIALECT } from '../../src/dialects/claude-code/index.ts'
import type { Dialect } from '../../src/dialects/dialect.ts'
import { importText } from '../../src/dialects/import.ts'
import { OPENCODE_DIALECT } from '../../src/dialects/opencode/index.ts'
import { decider, policyOf, WHERE } from './deciding.ts'

test.each([
  ['dontAsk', 'dontAsk'],
  ['plan', 'explore'],
])('a mode that only takes away stays (%s), however strict the source is', (mode, ours) => {
  const strict: Dialect = { ...CLAUDE_CODE_DIALECT, model: () => () => 'deny' }
  const text = JSON.stringify({ permissions: { defaultMode: mode, allow: ['Bash(npm test)'] } })
  const { document, findings } = importText(strict, text, WHERE, (one) => decider(policyOf(one)))
  expect(document?.mode?.value).toBe(ours)
  if (document === undefined) throw new Error('nothing was imported')
  const decide = decider(policyOf(document))
  for (const command of ['npm test', 'ls'])
    expect(decide({ tool: 'Bash', input: { command } }).behavior).not.toBe('allow')
  expect(findings.length).toBeGreaterThan(0)
})

test('accept_edits of AgentScope takes few programs: edits come in, and no command beside what only reads', () => {
  const folder = { path: '/srv/shared', source: 'x' }
  const text = JSON.stringify({
    mode: 'accept_edits',
    working_directories: { '/srv/shared': folder, '/srv/a*': folder },
  })
  const { document, findings } = importText(AGENTSCOPE_DIALECT, text, WHERE, (one) => decider(policyOf(one)))
  if (document === undefined) throw new Error('nothing was imported')
  const decide = decider(policyOf(document))
  const shell = (command: string) => decide({ tool: 'Bash', input: { command } }).behavior
  for (const command of ['chmod +x x', 'echo x | tee x', 'ln -s x y', 'echo x > y', 'gofmt -w x', 'rm x'])
    expect(shell(command), command).toBe('ask')
  expect(shell('ls')).toBe('allow')
  const write = (path: string) => decide({ tool: 'Write', input: { file_path: path, content: '' } }).behavior
  for (const path of ['x', 'src/x', '/srv/project/x', '/srv/shared/x']) expect(write(path), path).toBe('allow')
  for (const path of ['/srv/other/x', '../x', '/srv/ab/x', '.git/config']) expect(write(path), path).toBe('ask')
  expect(findings.map(({ made, message }) => `${made}: ${message}`).join('\n')).toMatch(
    /withheld: accept_edits: .* commands .* are asked about/,
  )
})

test.each([
  ['Claude Code', CLAUDE_CODE_DIALECT, { permissions: { allow: ['Bash(rm *)', 'Bash(cp:*)', 'Bash(mv *)'] } }],
  ['opencode', OPENCODE_DIALECT, { permission: { bash: { 'rm *': 'allow', 'cp *': 'allow', 'mv *': 'allow' } } }],
])('%s asks about files outside, however a permitted command names them', (_, dialect, settings) => {
  const { document } = importText(dialect, JSON.stringify(settings), WHERE, (one) => decider(policyOf(one)))
  if (document === undefined) throw new Error('nothing was imported')
  const decide = decider(policyOf(document))
  const shell = (command: string) => decide({ tool: 'Bash', input: { command } }).behavior
  for (const command of OUTSIDE) expect(shell(command), command).toBe('ask')
  for (const command of INSIDE) expect(shell(command), command).toBe('allow')
})

const OUTSIDE = [
  'rm /opt/x',
  "rm '/opt/x'",
  'rm a ~/x',
  'rm ../x',
  'rm a/../../x',
  'rm ./../x',
  'rm -r a/b/../..',
  'rm a/.. b',
  'cp --target-directory=/opt x',
  'cp -t/opt x',
  'cp -t ../x y',
  'mv --target-directory=../x y',
  'cd /opt && rm x',
]
const INSIDE = ['rm x', 'rm -r src/x lib/y', 'rm a..b', 'cp -r src/a lib/b', 'cp a x..y/z', 'mv src/a.ts src/b.ts']

test('a script of sed that writes, or lies elsewhere, is asked about', () => {
  const settings = JSON.stringify({ permissions: { allow: ['Bash(sed *)'] } })
  const { document } = importText(CLAUDE_CODE_DIALECT, settings, WHERE, (one) => decider(policyOf(one)))
  if (document === undefined) throw new Error('nothing was imported')
  const decide = decider(policyOf(document))
  const shell = (command: string) => decide({ tool: 'Bash', input: { command } }).behavior
  for (const command of ["sed -i 's/a/b/w /opt/y' x", "sed -n 'w/opt/y' x", 'sed -i -f/opt/s x', 'sed -i -f s x'])
    expect(shell(command), command).toBe('ask')
  for (const command of ['sed -i s/a/b/ x', "sed -n '/foo/p' x"]) expect(shell(command), command).toBe('allow')
})
