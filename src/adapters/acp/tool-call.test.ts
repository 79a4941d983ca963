/** What agents call what they ask permission for, and what it is. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { World } from '../../gate/testing.ts'
import type { Params } from '../json-rpc/message.ts'
import { no, openReal, select, yes } from './testing.ts'

let world: World
beforeEach(() => {
  world = new World()
})
afterEach(() => world.end())

/** Whether the person was asked, who says no, and what the agent is told. */
async function decided(policy: string, toolCall: Params, meta?: Params) {
  let wasAsked = false
  const refuse = () => ((wasAsked = true), select('cancel'))
  const stage = await openReal(world, policy, { 'session/request_permission': refuse })
  const outcome = await stage.permission(toolCall, undefined, undefined, meta)
  await stage.close()
  return { wasAsked, outcome }
}

const ASKED = { wasAsked: true, outcome: no }
const DENIED = { wasAsked: false, outcome: no }
const ALLOWED = { wasAsked: false, outcome: yes }

const diff = (path: string) => [{ type: 'diff', path, oldText: '', newText: 'x' }]

describe('a command under the name of what it is for (Codex)', () => {
  const line = (kind: string, command: string) => ({
    kind,
    title: 'Search x in .',
    rawInput: { command: ['bash', '-lc', command], parsed_cmd: [{ type: kind, cmd: command, path: '.' }] },
  })

  it.each(['search', 'read'])('of the kind %s is a command', async (kind) => {
    const policy = 'allow: ["read(./**)"]'
    expect(await decided(policy, line(kind, 'find . -name x -delete'))).toEqual(ASKED)
    expect(await decided('mode: explore', line(kind, 'find . -name x -delete'))).toEqual(DENIED)
    expect(await decided('mode: bypass\ndeny: ["shell(sed:*)"]', line(kind, 'sed -n 1,9p x'))).toEqual(DENIED)
    expect(await decided(policy, { kind, rawInput: { command: ['rg', 'x', 'src'] } })).toEqual(ALLOWED)
  })

  it('what an editor for all purposes is to do with a file is none', async () => {
    const rawInput = { command: 'view', path: 'a.txt' }
    expect(await decided('allow: ["read(./**)"]', { kind: 'read', rawInput })).toEqual(ALLOWED)
  })
})

it('a host that a permitted command wants to reach is asked about by itself (Codex)', async () => {
  const toolCall = { kind: 'execute', rawInput: { command: 'npm test' } }
  const meta = { codex: { params: { networkApprovalContext: { host: 'h.example', protocol: 'https' } } } }
  expect(await decided('allow: ["shell(npm test)"]', toolCall)).toEqual(ALLOWED)
  expect(await decided('allow: ["shell(npm test)"]', toolCall, meta)).toEqual(ASKED)
  expect(await decided('mode: bypass\ndeny: ["url(h.example)"]', toolCall, meta)).toEqual(DENIED)
  expect(await decided('allow: ["url(h.example)"]', toolCall, meta)).toEqual(ALLOWED)
  const odd = { codex: { params: { networkApprovalContext: { host: 7 } } } }
  expect(await decided('allow: [shell, url]', toolCall, odd)).toEqual(ASKED)
})

it('a tool of a server, under the name of what is executed (Codex), is that', async () => {
  const rawInput = { server: 'git hub', tool: 'push', arguments: { force: true } }
  const toolCall = { kind: 'execute', title: 'mcp.git hub.push', rawInput }
  expect(await decided('mode: bypass\ndeny: ["mcp__git_hub__push"]', toolCall)).toEqual(DENIED)
  expect(await decided('allow: ["mcp__git_hub__push"]', toolCall)).toEqual(ALLOWED)
  expect(await decided('allow: ["mcp__git_hub__pull", "shell"]', toolCall)).toEqual(ASKED)
  const more = { ...toolCall, rawInput: { ...rawInput, cwd: '/' } }
  expect(await decided('allow: ["mcp__git_hub__push"]', more)).toEqual(ASKED)
})

describe('where a file is moved by an edit', () => {
  it.each([
    ['a list', { changes: [{ path: 'a.txt', kind: { type: 'update', move_path: '/srv/b.txt' }, diff: '' }] }],
    ['a mapping', { changes: { 'a.txt': { type: 'update', unified_diff: '', move_path: '/srv/b.txt' } } }],
  ])('is written, as %s tells', async (_, rawInput) => {
    const toolCall = { kind: 'edit', locations: [{ path: 'a.txt' }], content: diff('a.txt'), rawInput }
    expect(await decided('allow: ["write(./**)"]', toolCall)).toEqual(ASKED)
    expect(await decided('mode: bypass\ndeny: ["write(/srv/**)"]', toolCall)).toEqual(DENIED)
  })
})

describe('what is called a thought', () => {
  it('is the file in which it is kept (Gemini)', async () => {
    const toolCall = { kind: 'think', title: 'Save', content: diff('/srv/GEMINI.md') }
    expect(await decided('{}', toolCall)).toEqual(ASKED)
    expect(await decided('deny: ["write(GEMINI.md)"]', toolCall)).toEqual(DENIED)
    expect(await decided('allow: ["write(/srv/**)"]', toolCall)).toEqual(ALLOWED)
  })

  it('may be another agent that is started', async () => {
    expect(await decided('{}', { kind: 'think', title: 'Investigate' })).toEqual(ASKED)
  })
})

it('a search that says neither where nor for what may be a question to a server (opencode)', async () => {
  const policy = 'allow: ["read(./**)"]'
  expect(await decided(policy, { kind: 'search', title: 'context7_get_library_docs', rawInput: {} })).toEqual(ASKED)
  expect(await decided(policy, { kind: 'search', title: 'x', rawInput: { query: 'x' } })).toEqual(ASKED)
  expect(await decided(policy, { kind: 'search', title: 'x', rawInput: { pattern: 'x' } })).toEqual(ALLOWED)
})

it('what shows how a file would change writes that file, whatever it is called', async () => {
  const toolCall = { kind: 'other', title: 'x', content: diff('.env') }
  expect(await decided('mode: bypass\ndeny: ["write(.env)"]', toolCall)).toEqual(DENIED)
  expect(await decided('allow: ["write(./**)"]', toolCall)).toEqual(ASKED)
})
