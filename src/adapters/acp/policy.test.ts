import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '../../engine/call.ts'
import type { Asker } from '../../gate/asker.ts'
import { World } from '../../gate/testing.ts'
import { allow, scriptedGate } from '../interceptor-contract.ts'
import type { Params } from '../json-rpc/message.ts'
import type { Replies } from '../json-rpc/testing.ts'
import { no, openReal, openStage, OPTIONS, select, shell, yes } from './testing.ts'

describe('what a request says', () => {
  const told = async (toolCall: Params, before?: Params): Promise<Call> => {
    const gate = scriptedGate(allow)
    const { agent, permission } = await openStage(gate)
    if (before !== undefined)
      agent.notify('session/update', {
        sessionId: 's1',
        update: { sessionUpdate: 'tool_call', toolCallId: 't1', ...before },
      })
    await permission(toolCall)
    return gate.calls[0]!
  }

  it('is completed by what was said of the call before', async () => {
    const { tool, input } = await told({ title: 'ls' }, { kind: 'execute', rawInput: { command: 'ls -la' } })
    expect([tool, input]).toEqual(['execute', { command: 'ls -la' }])
  })

  it('is read by the tool’s own name where an agent gives it', async () => {
    expect(await told({ ...shell('ls'), name: 'Bash' })).toMatchObject({ tool: 'Bash' })
    expect(await told({ ...shell('ls'), _meta: { claudeCode: { toolName: 'Bash' } } })).toMatchObject({ tool: 'Bash' })
  })

  it('takes no kind for the name of a tool', async () => {
    for (const kind of ['TodoWrite', 'Bash', 'mcp__a__b', '', undefined, 7])
      expect((await told({ kind, title: 'x', rawInput: { a: 1 } })).tool).toBe('other')
  })

  it('names every file an edit touches', async () => {
    const content = [
      { type: 'diff', path: '/srv/b', oldText: '', newText: 'x' },
      { type: 'diff', path: '/etc/c', newText: '' },
    ]
    const { tool, input } = await told({
      kind: 'edit',
      rawInput: { path: '/srv/a', changes: { '/srv/d': {} } },
      content,
      locations: [{ path: '/srv/e' }],
    })
    expect(tool).toBe('edit_files')
    expect(input['files']).toEqual(['/srv/a', '/srv/d', '/srv/b', '/etc/c', '/srv/e'])
  })
})

/** With a real gate: what the vocabulary makes of it. */
describe('by a policy', () => {
  let world: World
  beforeEach(() => (world = new World()))
  afterEach(() => world.end())

  const open = (policy: string, replies: Replies = {}, otherwise?: Asker) => openReal(world, policy, replies, otherwise)

  it.each([
    ['a command in its raw input', { kind: 'execute', rawInput: { command: 'rm -f a' } }],
    ['a command as words', { kind: 'execute', rawInput: { command: ['bash', '-lc', 'rm -f a'] } }],
    ['a command in its title only', { kind: 'execute', title: 'rm -f a', content: [] }],
    ['a file in a diff', { kind: 'edit', title: 'x', content: [{ type: 'diff', path: 'secret.txt', newText: '' }] }],
    ['a file among its locations only', { kind: 'edit', title: 'x', locations: [{ path: 'secret.txt' }] }],
    ['a file to delete', { kind: 'delete', title: 'x', locations: [{ path: 'secret.txt' }] }],
    ['a file to move', { kind: 'move', title: 'x', locations: [{ path: 'secret.txt' }] }],
    ['a file to read', { kind: 'read', title: 'x', locations: [{ path: 'secret.txt' }] }],
    ['a command without a kind', { title: 'x', rawInput: { command: 'rm -f a' } }],
    ['a command as words, of no known kind', { kind: 'other', title: 'x', rawInput: { command: ['rm', '-f', 'a'] } }],
    ['a command with its arguments, without a kind', { rawInput: { command: 'rm', args: ['-f', 'a'] } }],
    ['a file without a kind', { kind: 'Tool', title: 'x', rawInput: { path: 'secret.txt' } }],
    ['a location without a kind', { title: 'x', locations: [{ path: 'secret.txt' }] }],
    ['an address without a kind', { kind: 'other', title: 'x', rawInput: { url: 'https://evil.example/' } }],
    ['an address in its title', { kind: 'fetch', title: 'https://evil.example/x' }],
  ])('a restriction meets %s', async (_, toolCall) => {
    const { editor, permission } = await open(
      'mode: bypass\ndeny: ["shell(rm:*)", "write(secret.txt)", "read(secret.txt)", "url(evil.example)"]',
    )
    expect(await permission(toolCall)).toEqual(no)
    expect(editor.heard).toEqual([])
  })

  it.each([
    ['the command of', { ...shell('npm publish'), title: 'List files' }, 'npm publish \u2014 List files'],
    ['no more than', { ...shell('npm publish'), title: '`npm publish`' }, '`npm publish`'],
    ['the file of', { kind: 'edit', title: 'Fix it', rawInput: { path: '/etc/x' } }, '/etc/x \u2014 Fix it'],
    ['the server of', { title: 'Look', name: 'mcp__a__b', rawInput: {} }, 'mcp__a__b \u2014 Look'],
    ['hidden letters of', { ...shell('npm \u202epublish'), title: 'x' }, 'npm \\u{202e}publish \u2014 x'],
  ])('the person is told %s what is decided on, whatever its title says', async (_, toolCall, title) => {
    const { editor, permission } = await open('{}', { 'session/request_permission': () => select('cancel') })
    await permission(toolCall)
    expect(editor.heard).toMatchObject([{ params: { toolCall: { title } } }])
  })

  it('a yes is called a yes, whatever the agent calls it', async () => {
    const { editor, permission } = await open('{}', { 'session/request_permission': () => select('cancel') })
    const [, once, refuse] = OPTIONS
    const lying = [{ ...once, name: 'Reject' }, refuse]
    await permission(shell('npm publish'), lying)
    await permission(shell('npm publish'), [{ ...once, name: 'Reject', optionId: 'second' }, ...lying])
    const names = editor.heard.map(({ params }) =>
      (params as { options: { name: string }[] }).options.map((o) => o.name),
    )
    expect(names.map((all) => all.filter((name) => !name.includes('session')))).toEqual([
      ['Allow once', 'Reject'],
      ['Allow once: Reject', 'Allow once: Reject', 'Reject'],
    ])
  })

  it.each([
    ['a title', { kind: 'execute', title: 'ls' }],
    ['locations', { kind: 'edit', title: 'x', locations: [{ path: 'a.txt' }] }],
    ['an unknown kind', { kind: 'TodoWrite', title: 'x', rawInput: {} }],
    ['a command without a kind', { title: 'x', rawInput: { command: 'ls' } }],
    ['a file without a kind', { title: 'x', rawInput: { path: 'a.txt' } }],
    ['nothing', {}],
  ])('no permission goes by %s: the person is asked', async (_, toolCall) => {
    const { editor, permission } = await open('allow: ["shell(ls)", "write(./**)", "read(./**)"]', {
      'session/request_permission': () => select('cancel'),
    })
    expect(await permission(toolCall)).toEqual(no)
    expect(editor.methods()).toEqual(['session/request_permission'])
  })

  it('what is allowed passes without asking', async () => {
    const { editor, permission, root } = await open('allow: ["shell(npm test)", "write(./src/**)"]')
    expect(await permission(shell('npm test'))).toEqual(yes)
    expect(
      await permission({ kind: 'edit', content: [{ type: 'diff', path: `${root}/src/a.ts`, newText: 'x' }] }),
    ).toEqual(yes)
    expect(await permission({ kind: 'edit', rawInput: { filepath: `${root}/src/a.ts`, diff: '…' } })).toEqual(yes)
    expect(editor.heard).toEqual([])
  })

  it('the editor is asked with the agent’s request, without what would last in the agent', async () => {
    const { editor, permission } = await open('{}', { 'session/request_permission': () => select('proceed_once') })
    expect(await permission({ ...shell('npm publish'), content: [{ type: 'content' }] })).toEqual(yes)
    const asked = editor.heard[0]!['params'] as { toolCall: unknown; options: { optionId: string; kind: string }[] }
    expect(asked.toolCall).toMatchObject({ ...shell('npm publish'), toolCallId: 't1', content: [{ type: 'content' }] })
    expect(asked.options.map(({ optionId }) => optionId)).toEqual(['proceed_once', 'countersign:session', 'cancel'])
    expect(JSON.stringify(world.records)).toContain('the person at the editor')
  })

  it('an answer for the session is remembered here; the agent hears only once', async () => {
    const { editor, permission } = await open('{}', {
      'session/request_permission': () => select('countersign:session'),
    })
    expect(await permission(shell('npm publish'))).toEqual(yes)
    expect(await permission(shell('npm publish'))).toEqual(yes)
    expect(editor.heard).toHaveLength(1)
  })

  it.each([
    ['cancels', { outcome: { outcome: 'cancelled' } }, { outcome: 'cancelled' }],
    ['rejects', select('cancel'), no],
    ['chooses what was not offered', select('proceed_always'), no],
    ['chooses nothing', {}, no],
    ['says garbage', 'yes', no],
  ])('nothing is allowed when the editor %s', async (_, result, outcome) => {
    const { permission } = await open('{}', { 'session/request_permission': () => result })
    expect(await permission(shell('npm publish'))).toEqual(outcome)
  })

  it('options that share an id are none: a no must not be taken for a yes', async () => {
    const { editor, permission } = await open('{}', { 'session/request_permission': () => select('same') })
    const twins = [
      { optionId: 'same', name: 'Yes', kind: 'allow_once' },
      { optionId: 'same', name: 'No', kind: 'reject_once' },
    ]
    expect(await permission(shell('npm publish'), twins)).toEqual({ outcome: 'cancelled' })
    expect(await permission(shell('npm publish'), [...twins, ...OPTIONS])).toEqual(no)
    expect(JSON.stringify(editor.heard)).not.toContain('same')
  })

  it('an editor that cannot ask leaves it to the other face', async () => {
    const { editor, permission } = await open('{}', {}, { name: 'other', ask: async () => ({ behavior: 'allow' }) })
    const asking = permission(shell('npm publish'))
    const { id } = await editor.until(({ method }) => method === 'session/request_permission')
    editor.say({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } })
    expect(await asking).toEqual(yes)
  })

  it('a policy that only records leaves every question to the editor, as the agent asked it', async () => {
    const { editor, permission } = await open('enforce: false\ndeny: ["shell(rm:*)"]', {
      'session/request_permission': () => select('proceed_always'),
    })
    expect(await permission(shell('rm -rf x'))).toEqual({ outcome: 'selected', optionId: 'proceed_always' })
    expect((editor.heard[0]!['params'] as Params)['options']).toEqual(OPTIONS)
  })

  it('leaving plan mode is the person’s to decide, even where everything is allowed', async () => {
    const { editor, permission } = await open('mode: bypass', {
      'session/request_permission': () => select('cancel'),
    })
    expect(await permission({ kind: 'switch_mode', title: 'Ready to code?' })).toEqual(no)
    expect(editor.heard).toHaveLength(1)
  })

  it('leaving plan mode is denied where the policy denies it, and nobody is asked', async () => {
    const { editor, permission } = await open('deny: [ExitPlanMode]', {
      'session/request_permission': () => select('proceed_once'),
    })
    expect(await permission({ kind: 'switch_mode', title: 'Ready to code?' })).toEqual(no)
    expect(editor.heard).toEqual([])
  })

  it('a tool that is said to leave plan mode is decided as what it is', async () => {
    const { editor, permission } = await open('deny: ["shell(rm:*)"]', {
      'session/request_permission': () => select('proceed_once'),
    })
    const call = { kind: 'switch_mode', name: 'Bash', title: 'Ready to code?', rawInput: { command: 'rm -rf x' } }
    expect(await permission(call)).toEqual(no)
    expect(editor.heard).toEqual([])
  })
})
