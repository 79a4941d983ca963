import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askBy } from './askers/callback.ts'
import { openGate } from './gate.ts'
import { altered, bash, replies, World } from './testing.ts'

let world: World
beforeEach(() => {
  world = new World()
})
afterEach(() => world.end())

describe('what needs no person', () => {
  it('is allowed or denied by the policy, and on record with its trace', async () => {
    world.write(world.user, 'allow: [ "shell(npm test)" ]\ndeny: [ "shell(sudo:*)" ]\n')
    const gate = await world.open({ agent: 'claude-code' })
    const allowed = await gate.authorize(bash('npm test'))
    const denied = await gate.authorize(bash('sudo ls'))
    expect(allowed).toMatchObject({ behavior: 'allow', code: 'allow-rule', input: { command: 'npm test' } })
    expect(denied).toMatchObject({ behavior: 'deny', code: 'deny-rule', rule: { rule: 'shell(sudo:*)' } })
    expect(world.records.map(({ kind, body }) => [kind, body['id'], body['behavior']])).toEqual([
      ['decision', allowed.id, 'allow'],
      ['decision', denied.id, 'deny'],
    ])
    expect(world.records[1]?.body).toMatchObject({
      call: { tool: 'Bash', agent: 'claude-code', session: 's1', cwd: world.root },
      rule: expect.stringContaining('shell(sudo:*)'),
      trace: expect.arrayContaining([expect.objectContaining({ question: 'deny rule', answer: 'yes' })]),
    })
  })

  it('is let through when the policy only records, and the verdict is kept', async () => {
    const asker = replies({ behavior: 'deny' })
    const gate = await world.open({ policy: { enforce: false, deny: ['shell(sudo:*)'] }, asker })
    for (const command of ['sudo ls', 'npm publish'])
      expect(await gate.authorize(bash(command))).toMatchObject({ behavior: 'allow' })
    expect(asker.questions).toEqual([])
    expect(world.records.map(({ body }) => [body['behavior'], body['verdict']])).toEqual([
      ['allow', 'deny'],
      ['allow', 'ask'],
    ])
  })

  it('is denied while a policy file is broken, also when it says it only records', async () => {
    world.write(world.user, 'enforce: false\nalow: []\n')
    const gate = await world.open()
    const { behavior, code, reason } = await gate.authorize(bash('ls'))
    expect({ behavior, code }).toEqual({ behavior: 'deny', code: 'policy-broken' })
    expect(reason).toMatch(/^Nothing is allowed until the policy is fixed: .*policy\.yaml:2:1 alow: /)
  })
})

describe('a policy file that changes', () => {
  it('counts for the very next call, whether it comes, changes or goes', async () => {
    const gate = await world.open({ asker: replies() })
    const behavior = async () => (await gate.authorize(bash('npm test'))).behavior
    expect(await behavior()).toBe('deny')
    world.write(world.user, 'allow: [ "shell(npm test)" ]\n')
    expect(await behavior()).toBe('allow')
    world.write(world.user, 'allow: [ "shell(npm tesu)" ]\n')
    expect(await behavior()).toBe('deny')
    await world.trust()
    world.write(world.local, 'allow: [ "shell(npm test)" ]\n')
    expect(await behavior()).toBe('allow')
  })

  it('decides which tools are visible', async () => {
    const gate = await world.open()
    const tools = [{ name: 'Bash' }, { name: 'WebSearch' }]
    expect(gate.visible(tools)).toEqual(tools)
    world.write(world.user, 'tools: { disallowed: [ WebSearch ] }\n')
    expect(gate.visible(tools)).toEqual([{ name: 'Bash' }])
    expect(await gate.authorize({ tool: 'WebSearch', input: { query: 'x' } })).toMatchObject({ code: 'tool-hidden' })
  })
})

describe('whatever fails is a deny with a reason', () => {
  const broken = () => Promise.reject(new Error('disk full'))

  it('the audit', async () => {
    const gate = await world.open({ audit: { append: broken }, policy: { allow: ['shell(npm test)'] } })
    expect(await gate.authorize(bash('npm test'))).toMatchObject({
      behavior: 'deny',
      code: 'gate-failed',
      reason: expect.stringMatching(/put on record.*disk full/),
    })
  })

  it('the audit, when a person allowed it and when nothing is enforced', async () => {
    const asked = await world.open({ audit: { append: broken }, asker: replies({ behavior: 'allow' }) })
    expect(await asked.authorize(bash('npm test'))).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
    const loose = await world.open({ audit: { append: broken }, policy: { enforce: false } })
    expect(await loose.authorize(bash('npm test'))).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
  })

  it.each(['live', 'claim', 'add'] as const)('the store, in grants.%s', async (method) => {
    const { store } = world
    const gate = await world.open({
      store: { ...store, grants: altered(store.grants, { [method]: broken }) },
      asker: replies({ behavior: 'allow' }),
    })
    expect(await gate.authorize(bash('npm test'))).toMatchObject({
      behavior: 'deny',
      reason: expect.stringMatching(/store.*disk full/),
    })
    expect(world.records.at(-1)?.body).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
  })

  it.each(['ask', 'pending', 'get', 'end'] as const)('the store, in approvals.%s', async (method) => {
    const { store } = world
    const gate = await world.open({
      store: { ...store, approvals: altered(store.approvals, { [method]: broken }) },
      asker: replies({ behavior: 'allow' }),
    })
    expect(await gate.authorize(bash('npm test'))).toMatchObject({ behavior: 'deny' })
  })

  it('the asker, whatever it throws or answers', async () => {
    const answers = [
      () => Promise.reject(new Error('no terminal')),
      () => {
        throw new Error('no terminal')
      },
      () => undefined,
      () => 'yes' as never,
      () => ({ behavior: 'ask' }) as never,
      () => ({ behavior: 'allow', lasts: 'ever' }) as never,
      () => ({ behavior: 'allow', input: [] }) as never,
      () => ({ behavior: 'allow', by: 7 }) as never,
      () => ({ behavior: 'allow', until: 1 }) as const,
      () => ({ behavior: 'allow', digest: 'another' }) as const,
    ]
    for (const answer of answers) {
      const gate = await world.open({ asker: askBy(answer) })
      expect(await gate.authorize(bash('npm publish'))).toMatchObject({
        behavior: 'deny',
        code: 'no-channel',
        reason: expect.stringMatching(/^Not allowed: no rule covers `npm publish`, so a person had to be asked\. /),
      })
    }
    expect(await world.store.approvals.pending()).toEqual([])
  })

  it('a store that contradicts itself', async () => {
    const { store } = world
    const gate = await world.open({ asker: replies({ behavior: 'allow', lasts: 'session' }) })
    await gate.authorize(bash('npm publish'))
    const grants = altered(store.grants, { claim: async () => false })
    const other = await world.open({ store: { ...store, grants } })
    expect(await other.authorize(bash('npm publish'))).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
  })

  it('the clock', async () => {
    let time = 1
    const gate = await world.open({ now: () => time })
    time = Number.NaN
    expect(await gate.authorize(bash('npm test'))).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
  })

  it.each([
    undefined,
    null,
    'Bash',
    {},
    { tool: 7, input: {} },
    { tool: 'Bash' },
    { tool: 'Bash', input: [] },
    { tool: 'Bash', input: { command: 1n } },
    { tool: 'Bash', input: {}, cwd: 'here' },
    { tool: 'Bash', input: {}, session: 7 },
    { tool: 'Bash', input: { command: 'ls' }, session: 's'.repeat(1_025) },
    { tool: 'Bash', input: { command: 'ls' }, agent: 'a'.repeat(1_025) },
    { tool: 'Bash', input: deep(101) },
    { tool: 'Bash', input: deep(20_000) },
    Object.defineProperty({ tool: 'Bash' }, 'input', { get: () => assertNever(), enumerable: true }),
  ])('what is not a valid call is denied: %#', async (call) => {
    const gate = await world.open({ policy: { mode: 'bypass' } })
    const { behavior, code } = await gate.authorize(call as never)
    expect([behavior, code === 'bad-call' || code === 'gate-failed']).toEqual(['deny', true])
  })

  it('options that make no sense throw when the gate is opened', async () => {
    await expect(world.open({ store: '/dev/null/x.db' })).rejects.toThrow()
    await expect(world.open({ timeout: 0 })).rejects.toThrow(/timeout/)
    for (const asker of [() => undefined, {}, [undefined], null] as never[])
      await expect(world.open({ asker })).rejects.toThrow(/askBy/)
    await expect(openGate({} as never)).rejects.toThrow(/cwd is missing/)
    await expect(openGate(undefined as never)).rejects.toThrow(/cwd is missing/)
    await expect(world.open({ policy: { mode: 'alles' as never } })).rejects.toThrow(/mode/)
  })
})

describe('moments', () => {
  it('before, asked, answered, decided, after, in this order; each also reaches onEvent', async () => {
    const seen: string[] = []
    const all: string[] = []
    const gate = await world.open({ asker: replies({ behavior: 'allow' }), onEvent: ({ type }) => all.push(type) })
    for (const name of ['before', 'asked', 'answered', 'decided', 'after'] as const)
      gate.on(name, () => void seen.push(name))
    const { id } = await gate.authorize(bash('npm publish'))
    expect(await gate.outcome(id, { ok: false, error: 'exit 1' })).toBe(true)
    expect(seen).toEqual(['before', 'asked', 'answered', 'decided', 'after'])
    expect(all).toEqual(seen)
    expect(world.records.at(-1)).toMatchObject({ kind: 'outcome', body: { decision: id, ok: false, error: 'exit 1' } })
  })

  it('a listener that throws or rejects changes nothing', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    const gate = await world.open({ policy: { allow: ['shell(npm test)'] } })
    gate.on('before', () => assertNever())
    gate.on('decided', () => Promise.reject(new Error('no')))
    expect(await gate.authorize(bash('npm test'))).toMatchObject({ behavior: 'allow' })
    await Promise.resolve()
    expect(warn).toHaveBeenCalledTimes(2)
    warn.mockRestore()
  })

  it('a listener that was removed hears nothing', async () => {
    const gate = await world.open()
    const listener = vi.fn()
    gate.on('decided', listener)()
    await gate.authorize(bash('ls'))
    expect(listener).not.toHaveBeenCalled()
  })

  it('an outcome goes to the session of its call', async () => {
    const gate = await world.open()
    const { id } = await gate.authorize({ ...bash('ls'), session: 's2' })
    await gate.outcome(id, { ok: true })
    expect(world.records.at(-1)).toMatchObject({ kind: 'outcome', session: 's2' })
  })

  it('an outcome that makes no sense is not recorded', async () => {
    const gate = await world.open()
    expect(await gate.outcome('', { ok: true })).toBe(false)
    expect(await gate.outcome('x', {} as never)).toBe(false)
    expect(world.records).toEqual([])
  })
})

describe('what is decided is what is handed back', () => {
  it('changing the input while a person thinks changes nothing', async () => {
    const input = { command: 'npm publish' }
    const asker = replies(() => {
      input.command = 'rm -rf /'
      return { behavior: 'allow' }
    })
    const gate = await world.open({ asker })
    expect(await gate.authorize({ tool: 'Bash', input })).toMatchObject({
      behavior: 'allow',
      input: { command: 'npm publish' },
    })
  })

  it('an asker cannot change it either', async () => {
    const asker = replies((question) => {
      ;(question.call.input as Record<string, unknown>)['command'] = 'rm -rf /'
      return { behavior: 'allow' }
    })
    const gate = await world.open({ asker })
    expect((await gate.authorize(bash('npm publish'))).input).toEqual({ command: 'npm publish' })
  })
})

it('the store of one process needs no asker, and then denies at once', async () => {
  const gate = await openGate({ cwd: world.root, home: world.home, store: 'memory' })
  expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'deny', code: 'no-channel' })
  await gate.close()
  expect(await gate.authorize(bash('ls'))).toMatchObject({
    behavior: 'deny',
    reason: expect.stringContaining('closed'),
  })
})

function deep(levels: number): Record<string, unknown> {
  let value: Record<string, unknown> = {}
  for (let level = 0; level < levels; level++) value = { value }
  return value
}

function assertNever(): never {
  throw new Error('looked at')
}

describe('calls that come in together', () => {
  it('are each decided as they would be alone, in the order they came', async () => {
    const gate = await world.open({ policy: { allow: ['shell(npm test)'], deny: ['shell(sudo:*)'] } })
    await gate.authorize(bash('npm test'))
    world.records.length = 0
    const commands = Array.from({ length: 600 }, (_, n) => (n % 3 === 0 ? `sudo ls ${n}` : 'npm test'))
    const decided = await Promise.all(commands.map((command) => gate.authorize(bash(command))))
    expect(decided.map(({ behavior }) => behavior)).toEqual(
      commands.map((command) => (command === 'npm test' ? 'allow' : 'deny')),
    )
    expect(world.records.map(({ body }) => body['id'])).toEqual(decided.map(({ id }) => id))
    expect(new Set(decided.map(({ id }) => id)).size).toBe(600)
  })

  it('that are no calls, or must be asked, hold up none of the others', async () => {
    const gate = await world.open({ policy: { allow: ['shell(npm test)'] }, timeout: 50, asker: replies() })
    await gate.authorize(bash('npm test'))
    const [none, asked, plain] = await Promise.all([
      gate.authorize({ tool: '', input: {} }),
      gate.authorize(bash('npm publish')),
      gate.authorize(bash('npm test')),
    ])
    expect([none.code, asked.behavior, plain.behavior]).toEqual(['bad-call', 'deny', 'allow'])
  })

  it('are decided and on record before closing has ended', async () => {
    const gate = await world.open({ policy: { allow: ['shell(npm test)'] } })
    const deciding = Promise.all(Array.from({ length: 300 }, () => gate.authorize(bash('npm test'))))
    await gate.close()
    expect(world.records).toHaveLength(300)
    expect((await deciding).every(({ behavior }) => behavior === 'allow')).toBe(true)
    expect(await gate.authorize(bash('npm test'))).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
  })

  it('see a policy that changed before they came, though they share the look', async () => {
    world.write(world.project, 'deny: ["shell(npm test)"]\n')
    const gate = await world.open({ policy: { allow: ['shell(npm test)'] } })
    expect(await gate.authorize(bash('npm test'))).toMatchObject({ behavior: 'deny' })
    world.write(world.project, 'deny: []\n')
    const decided = await Promise.all([gate.authorize(bash('npm test')), gate.judge(bash('npm test'))])
    expect(decided.map(({ behavior }) => behavior)).toEqual(['allow', 'allow'])
  })

  it('are all denied when their records cannot be kept', async () => {
    const audit = {
      append: () => Promise.reject(new Error('no room')),
      appendDecisions: () => Promise.reject(new Error('no room')),
    }
    const gate = await world.open({ policy: { allow: ['shell(npm test)'] }, audit })
    await gate.authorize(bash('npm test'))
    const decided = await Promise.all([1, 2, 3].map(() => gate.authorize(bash('npm test'))))
    expect(decided.map(({ behavior, code }) => `${behavior} ${code}`)).toEqual(Array(3).fill('deny gate-failed'))
  })
})

describe('what is run', () => {
  it.each([
    { a: 1, b: 'x', c: true, d: null },
    { zero: -0, huge: 1e300, nan: Number.NaN, gone: undefined },
    { toJSON: () => ({ command: 'other' }) },
    JSON.parse('{"__proto__":"x","a":1}'),
    { nested: { list: [1, { deep: true }] }, date: new Date(0) },
    Object.create({ inherited: 'no' }, { own: { value: 'yes', enumerable: true } }),
  ])('is what JSON has of the input: %j', async (input: Readonly<Record<string, unknown>>) => {
    const gate = await world.open({ policy: { enforce: false } })
    const decided = await gate.authorize({ tool: 'Own', input })
    expect(decided.input).toEqual(JSON.parse(JSON.stringify(input)))
    expect(Object.keys(decided.input)).toEqual(Object.keys(JSON.parse(JSON.stringify(input)) as object))
  })
})
