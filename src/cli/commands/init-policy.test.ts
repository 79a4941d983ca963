import { expect, test } from 'vitest'
import { createEngine } from '../../gate/engine.ts'
import { textWith } from '../../policy/amend-text.ts'
import { readPolicy } from '../../policy/document.ts'
import { mergeLayers } from '../../policy/layers.ts'
import { STARTER_POLICY } from './init-policy.ts'

const read = (text: string) => readPolicy(text, { file: 'policy.yaml', layer: 'user' })

test('the policy to begin with is in order, and so it is with its examples taken up', () => {
  const uncommented = STARTER_POLICY.replaceAll(/^ {2}# - /gm, '  - ')
  expect(uncommented).not.toBe(STARTER_POLICY)
  const [before, after] = [read(STARTER_POLICY), read(uncommented)]
  expect([before.problems, after.problems]).toEqual([[], []])
  expect(after.document?.rules.length).toBe((before.document?.rules.length ?? 0) + 6)
})

test('with it agents look around in a project unasked, and neither outside nor at secrets', () => {
  const { document } = read(STARTER_POLICY)
  if (document === undefined) throw new Error('it was not read')
  const here = { cwd: '/srv/project', root: '/srv/project', home: '/home/user' }
  const engine = createEngine({ ...here, policy: mergeLayers([document], { trusted: true, ...here }).policy })
  const decided = (tool: string, input: Readonly<Record<string, unknown>>, agent = 'claude-code') =>
    engine.decide({ tool, input, agent }).behavior
  expect(decided('Read', { file_path: 'src/a.ts' })).toBe('allow')
  expect(decided('Grep', { pattern: 'x' })).toBe('allow')
  expect(decided('Glob', { pattern: '**/*.ts' })).toBe('allow')
  expect(decided('view', { path: '/srv/project/src/a.ts' }, 'copilot')).toBe('allow')
  expect(decided('read_file', { absolute_path: '/srv/project/src/a.ts' }, 'gemini')).toBe('allow')
  expect(decided('BashOutput', { bash_id: 'x' })).toBe('allow')
  expect(decided('read_bash', { sessionId: 'x' }, 'copilot')).toBe('allow')
  expect(decided('Task', { description: 'x', prompt: 'x', subagent_type: 'x' })).toBe('allow')
  expect(decided('Task', { description: 'x', prompt: 'x' }, 'a-stranger')).toBe('ask')
  expect(decided('Read', { file_path: '.env' })).toBe('ask')
  expect(decided('Read', { file_path: 'deploy/id_ed25519' })).toBe('ask')
  expect(decided('Read', { file_path: '../other/a.ts' })).toBe('ask')
  expect(decided('Read', { file_path: '~/.ssh/id_ed25519' })).toBe('ask')
  expect(decided('Bash', { command: 'cat ~/.aws/credentials' })).toBe('ask')
  expect(decided('Bash', { command: "find . -name '*.go' | xargs wc -l" })).toBe('allow')
  expect(decided('Bash', { command: 'for f in $(git ls-files); do head -3 "$f"; done' })).toBe('allow')
  expect(decided('Bash', { command: 'sudo ls' })).toBe('deny')
  expect(decided('Edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' })).toBe('ask')
})

test('an answer can be added to it', () => {
  const entry = { behavior: 'allow', rule: 'shell(npm test)' } as const
  const { document, problems } = read(textWith(STARTER_POLICY, [entry], { format: 'yaml', careful: true }))
  expect(problems).toEqual([])
  expect(document?.rules).toContainEqual(expect.objectContaining(entry))
})
