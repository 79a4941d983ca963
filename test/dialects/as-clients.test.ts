/** What the real clients were seen to do otherwise than their documentation reads (`compat/dialects`), as imports and exports. */

import { describe, expect, test } from 'vitest'
import type { Call } from '../../src/engine/call.ts'
import type { Layer } from '../../src/engine/rule.ts'
import { CLAUDE_CODE_DIALECT } from '../../src/dialects/claude-code/index.ts'
import { COPILOT_DIALECT } from '../../src/dialects/copilot/index.ts'
import type { Dialect } from '../../src/dialects/dialect.ts'
import type { PolicyInput } from '../../src/policy/inline.ts'
import { decider, HERE, ourPolicy, policyOf, WHERE, writing } from './deciding.ts'

const bash = (command: string): Call => ({ tool: 'Bash', input: { command } })
const write = (file_path: string): Call => ({ tool: 'Write', input: { file_path, content: 'x' } })
const fetch = (url: string): Call => ({ tool: 'WebFetch', input: { url, prompt: 'x' } })

/** Ours, imported. */
function imported(dialect: Dialect, text: string, layer: Layer = 'project') {
  const { document, findings } = dialect.read(text, { ...WHERE, layer, file: 'flags.txt' })
  if (document === undefined) throw new Error('it was not read')
  const decide = decider(policyOf(document))
  return { says: (call: Call) => decide(call).behavior, made: findings.map(({ made }) => made) }
}

const claude = (permissions: object, layer?: Layer) =>
  imported(CLAUDE_CODE_DIALECT, JSON.stringify({ permissions }), layer)
const copilot = (text: string) => imported(COPILOT_DIALECT, text)

function written(dialect: Dialect, input: PolicyInput, file: string): string {
  const policy = ourPolicy(input)
  return dialect.write(policy, writing(policy)).files.find(({ path }) => path.endsWith(file))?.text ?? ''
}

describe('Claude Code', () => {
  test('bypassPermissions of a checkout switches nothing on', () => {
    const checkout = claude({ defaultMode: 'bypassPermissions' })
    expect(checkout.says(bash('make'))).toBe('ask')
    expect(checkout.made).toContain('inert')
    expect(claude({ defaultMode: 'bypassPermissions' }, 'local').says(bash('make'))).toBe('ask')
    expect(claude({ defaultMode: 'bypassPermissions' }, 'user').says(bash('make'))).toBe('allow')
  })

  test('a permission that leads out of the folder permits nothing', () => {
    const { says, made } = claude({ allow: ['Edit(../docs/**)'] })
    expect(says(write('../docs/x'))).toBe('ask')
    expect(made).toContain('inert')
  })

  test.each(['./private/**', 'private/**', './private/'])('a deny of %s is one at any depth', (pattern) => {
    const { says } = claude({ deny: [`Read(${pattern})`] })
    for (const path of ['private/x', 'sub/private/x']) {
      expect(says({ tool: 'Read', input: { file_path: path } })).toBe('deny')
      expect(says(bash(`cat ${path}`))).toBe('deny')
    }
  })

  test('Edit alone permits the one tool', () => {
    const { says } = claude({ allow: ['Edit'] })
    expect(says({ tool: 'Edit', input: { file_path: 'a', old_string: 'a', new_string: 'b' } })).toBe('allow')
    expect(says(write('a'))).toBe('ask')
    expect(says(bash('make > a'))).toBe('ask')
  })

  test('blanks count in a command that is permitted', () => {
    expect(claude({ allow: ['Bash(npm  test)'] }).says(bash('npm test'))).toBe('ask')
  })

  test('its plan mode would run what a rule permits, so none is written beside it', () => {
    const text = written(CLAUDE_CODE_DIALECT, { mode: 'explore', allow: ['shell(npm run:*)'] }, 'settings.json')
    const says = CLAUDE_CODE_DIALECT.model(text, WHERE)
    expect(says?.(bash('npm run x'))).not.toBe('allow')
  })

  test('asks on files are not consulted for what a command is fed with: secrets are denied instead', () => {
    const text = written(CLAUDE_CODE_DIALECT, { allow: ['shell(npm test)'] }, 'settings.json')
    expect(JSON.parse(text)).toMatchObject({
      permissions: { allow: ['Bash(npm test)'], deny: expect.arrayContaining(['Read(//**/.env)']) as unknown },
    })
  })
})

describe('Copilot', () => {
  test('a program that has commands is permitted by its name alone, its commands are not', () => {
    const { says } = copilot(`--allow-tool='shell(npm), shell(make), shell(cargo:*)'`)
    expect(says(bash('npm'))).toBe('allow')
    expect(says(bash('npm test'))).toBe('ask')
    expect(says(bash('make x'))).toBe('allow')
    expect(says(bash('cargo build'))).toBe('allow')
  })

  test('what no command goes by permits nothing', () => {
    const { says, made } = copilot(`--allow-tool='shell(mk x), shell(npm run build:*)'`)
    expect(says(bash('mk x'))).toBe('ask')
    expect(says(bash('npm run build'))).toBe('ask')
    expect(made).toEqual(['inert', 'inert'])
  })

  test.each(['/etc/hosts', '../x', 'a /etc/hosts'])('a permitted command asks about %s', (file) => {
    expect(copilot('--allow-tool=shell(make)').says(bash(`make ${file}`))).toBe('ask')
  })

  test('a permission to write ends where the project does', () => {
    const { says } = copilot(`--allow-tool='write, write(/elsewhere/x)'`)
    expect(says(write(`${HERE.root}/x`))).toBe('allow')
    expect(says(write('/elsewhere/x'))).toBe('ask')
  })

  test('a host without a scheme is one over https', () => {
    const { says } = copilot('--allow-url=docs.example')
    expect(says(fetch('https://docs.example/x'))).toBe('allow')
    expect(says(fetch('http://docs.example/x'))).toBe('ask')
    expect(written(COPILOT_DIALECT, { deny: ['url(evil.example)'] }, 'flags.txt')).toContain('url(http://evil.example)')
  })

  test('exactly one command cannot be permitted, and variables before a permitted one are not looked at', () => {
    expect(written(COPILOT_DIALECT, { allow: ['shell(npm test)', 'shell(make:*)'] }, 'flags.txt')).not.toContain(
      'allow',
    )
  })
})
