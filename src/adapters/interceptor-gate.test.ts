/** A real gate behind the port: what an adapter does is decided, asked and on record as the policy and the people have it. */

import { afterEach, beforeEach, expect, it } from 'vitest'
import { replies, World } from '../gate/testing.ts'
import { countersign as claude } from './claude-agent-sdk/index.ts'
import { playClient } from './claude-agent-sdk/testing.ts'
import { countersign as copilot } from './copilot-sdk/index.ts'
import { intercept } from './interceptor.ts'

let world: World
beforeEach(() => {
  world = new World()
})
afterEach(() => world.end())

const decisions = () =>
  world.records.flatMap(({ kind, body }) => (kind === 'decision' ? [[body['behavior'], body['call']]] : []))

it('a sub-agent’s call is asked about under its name, answered, run and put on record', async () => {
  const asker = replies({ behavior: 'allow', words: 'only this once' })
  const gate = await world.open({ asker, policy: { deny: ['shell(sudo:*)'] } })
  const more = { agent_id: 'a77', session_id: 'chat', cwd: world.root }
  const { ran, told } = await playClient(claude(gate), 'npm publish', more)
  expect(ran).toBe('npm publish')
  expect(told).toContain('only this once')
  const call = { tool: 'Bash', agent: 'claude-agent-sdk', session: 'chat', subagent: 'a77', cwd: world.root }
  expect(asker.questions).toMatchObject([{ session: 'chat', call }])
  expect(decisions()).toMatchObject([['allow', call]])
  expect(world.records.at(-1)).toMatchObject({ kind: 'outcome', session: 'chat', body: { ok: true } })
})

it('an answer for the session holds for its sub-agents, and for no other session', async () => {
  const asker = replies({ behavior: 'allow', lasts: 'session' }, { behavior: 'deny' })
  const guard = claude(await world.open({ asker }))
  const play = (more: object) => playClient(guard, 'npm publish', { cwd: world.root, session_id: 'chat', ...more })
  expect((await play({})).ran).toBe('npm publish')
  expect((await play({ agent_id: 'a77' })).ran).toBe('npm publish')
  expect(asker.questions).toHaveLength(1)
  expect((await play({ session_id: 'other' })).ran).toBeUndefined()
})

it('what a person changes is decided again before it runs', async () => {
  const change = (command: string) => ({ behavior: 'allow' as const, input: { command } })
  const gate = await world.open({ asker: replies(change('sudo ls')), policy: { deny: ['shell(sudo:*)'] } })
  const { ran, told } = await playClient(claude(gate), 'npm publish', { cwd: world.root })
  expect(ran).toBeUndefined()
  expect(told).toContain('sudo')
})

it('a gate that closes while a person thinks, and one that is closed, deny', async () => {
  const gate = await world.open({ asker: { name: 'slow', ask: () => new Promise(() => {}) } })
  const guard = copilot(gate)
  const input = { sessionId: 's', workingDirectory: world.root, toolName: 'bash', toolArgs: { command: 'npm publish' } }
  const asking = guard.hooks.onPreToolUse(input, { sessionId: 's' })
  await new Promise((resolve) => setTimeout(resolve, 20))
  await gate.close()
  expect(await asking).toMatchObject({ permissionDecision: 'deny' })
  expect(await guard.hooks.onPreToolUse(input, { sessionId: 's' })).toMatchObject({
    permissionDecision: 'deny',
    permissionDecisionReason: expect.stringContaining('closed'),
  })
})

it('a call that is given up takes its question back', async () => {
  const gate = await world.open({ asker: { name: 'slow', ask: () => new Promise(() => {}) } })
  const cancelling = new AbortController()
  const call = { tool: 'Bash', input: { command: 'npm publish' } }
  const asking = intercept(gate, { agent: 'claude-code' }).authorize(call, { signal: cancelling.signal })
  await expect.poll(async () => (await gate.approvals.pending()).length).toBe(1)
  cancelling.abort()
  expect(await asking).toMatchObject({ behavior: 'deny', code: 'cancelled' })
  await expect.poll(async () => (await gate.approvals.pending()).length).toBe(0)
})

it('what a person has to answer is asked although the policy allows it, and not again when a person did', async () => {
  const asker = replies({ behavior: 'allow' }, { behavior: 'deny' })
  const gate = await world.open({ asker, policy: { allow: ['shell'] } })
  const { onPermissionRequest } = copilot(gate)
  const command = { fullCommandText: 'npm publish', managedApprovalRequired: true }
  const request = (toolCallId: string) => ({ kind: 'shell', toolCallId, ...command })
  expect(await onPermissionRequest(request('a'), { sessionId: 's' })).toEqual({ kind: 'approve-once' })
  expect(await onPermissionRequest(request('b'), { sessionId: 's' })).toMatchObject({ kind: 'reject' })
  expect(asker.questions).toHaveLength(2)
})

it('a policy that only records says so, and lets through', async () => {
  const gate = await world.open({ policy: { enforce: false, deny: ['shell'] } })
  const ruling = await intercept(gate, { agent: 'claude-code' }).judge({ tool: 'Bash', input: { command: 'ls' } })
  expect(ruling).toMatchObject({ behavior: 'allow', enforced: false })
})
