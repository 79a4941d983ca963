/** One gate for many projects, and what a server shows about it. */

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryStore, Memory } from '../store/memory-store.ts'
import type { Question } from './asker.ts'
import { INBOX } from './askers/inbox.ts'
import { openHouse } from './house.ts'
import type { House, HouseOptions } from './house.ts'
import type { Happening } from './live-feed.ts'
import { bash, eventually, replies, World } from './testing.ts'

let world: World
let house: House
let memory: Memory

beforeEach(async () => {
  world = new World()
  memory = new Memory()
  house = await open()
})
afterEach(async () => {
  await house.close()
  await world.end()
})

function open(options: Partial<HouseOptions> = {}): Promise<House> {
  const store = createMemoryStore(memory)
  return openHouse({ home: world.home, managedDir: world.managedDir, store, by: 'test', asker: INBOX, ...options })
}

/** A project with a policy of its own. */
function project(name: string, policy: string): string {
  const root = join(world.base, name)
  mkdirSync(join(root, 'deep'), { recursive: true })
  writeFileSync(join(root, 'countersign.yaml'), policy)
  return root
}

describe('calls of several projects', () => {
  it('are each decided by the policy of the folder they run in', async () => {
    const a = project('a', 'deny: [ "shell(npm publish)" ]\n')
    const b = project('b', 'deny: [ "shell(npm test)" ]\n')
    const code = async (cwd: string, command: string) => (await house.gate.judge({ ...bash(command), cwd })).code
    expect([await code(a, 'npm publish'), await code(a, 'npm test')]).toEqual([
      'deny-rule',
      expect.not.stringMatching('deny-rule'),
    ])
    expect([await code(b, 'npm publish'), await code(b, 'npm test')]).toEqual([
      expect.not.stringMatching('deny-rule'),
      'deny-rule',
    ])
    expect(await code(join(a, 'deep'), 'npm publish')).toBe('deny-rule')
    expect(house.policyAt(join(a, 'deep'))).toBe(house.policyAt(a))
    writeFileSync(join(b, 'countersign.yaml'), 'deny: [ "shell(npm publish)" ]\n')
    expect(await code(b, 'npm publish')).toBe('deny-rule')
  })

  it('go by the names of a folder that was reached through a link', async () => {
    const [root, link] = [project('a', 'deny: [ "read(conf/**)" ]\n'), join(world.base, 'link')]
    world.write(world.user, 'allow: [ "Read(./**)" ]\n')
    symlinkSync(root, link)
    const read = async (cwd: string, path: string) =>
      (await house.gate.judge({ tool: 'Read', input: { file_path: path }, cwd })).behavior
    for (const cwd of [root, link, join(link, 'deep')]) {
      expect(await read(cwd, join(cwd, 'x')), cwd).toBe('allow')
      expect(await read(cwd, join(link, 'conf/x')), cwd).toBe('deny')
    }
    expect(await read(root, join(link, 'x')), 'a name by which nobody came').toBe('ask')
    expect(house.policyAt(link).root, 'it is one project all the same').toBe(root)
    mkdirSync(join(world.base, 'other'))
    rmSync(link)
    symlinkSync(join(world.base, 'other'), link)
    expect(await read(link, join(root, 'x')), 'the link leads elsewhere now').toBe('ask')
    expect(await read(root, join(link, 'x')), 'and that is another project').toBe('ask')
  })

  it('go by the policy of where a link leads now, however it led before', async () => {
    const [lax, strict] = [project('lax', 'mode: default\n'), project('strict', 'deny: [ "shell(npm test)" ]\n')]
    const link = join(world.base, 'current')
    world.write(world.user, 'allow: [ "shell(npm test)" ]\n')
    const test = async (cwd: string) => (await house.gate.judge({ ...bash('npm test'), cwd })).behavior
    symlinkSync(lax, link)
    expect([await test(link), await test(join(link, 'deep'))]).toEqual(['allow', 'allow'])
    rmSync(link)
    symlinkSync(strict, link)
    expect([await test(link), await test(join(link, 'deep'))]).toEqual(['deny', 'deny'])
    rmSync(link)
    mkdirSync(link)
    expect(await test(link)).toBe('allow')
    writeFileSync(join(link, 'countersign.yaml'), 'deny: [ "shell(npm test)" ]\n')
    expect(await test(link)).toBe('deny')
  })

  it('do not share answers', async () => {
    const [a, b] = [project('a', ''), project('b', '')]
    const other = await open({ asker: replies({ behavior: 'allow', lasts: 'session' }) })
    const call = { ...bash('npm publish'), session: 's' }
    expect(await other.gate.authorize({ ...call, cwd: a })).toMatchObject({ behavior: 'allow' })
    expect(await house.gate.judge({ ...call, cwd: a })).toMatchObject({ behavior: 'allow' })
    expect(await house.gate.judge({ ...call, cwd: b })).toMatchObject({ behavior: 'ask' })
    await other.close()
  })

  it('show the tools of their project', () => {
    const a = project('a', 'tools: { disallowed: [ WebSearch ] }\n')
    const tools = [{ name: 'WebSearch' }]
    expect(house.gate.visible(tools, { cwd: a })).toEqual([])
    expect(house.gate.visible(tools, { cwd: project('b', '') })).toEqual(tools)
  })

  it('may name any number of folders', async () => {
    const a = project('a', 'deny: [ "shell(npm publish)" ]\n')
    for (let n = 0; n < 1_100; n++) expect(house.gate.visible([], { cwd: join(a, 'deep', String(n)) })).toEqual([])
    expect(await house.gate.judge({ ...bash('npm publish'), cwd: join(a, '7') })).toMatchObject({ code: 'deny-rule' })
  })

  it('in a policy that cannot be read are denied, and the others are not', async () => {
    const [a, b] = [project('a', 'alow: []\n'), project('b', 'allow: [ "shell(npm test)" ]\n')]
    expect(await house.gate.judge({ ...bash('ls'), cwd: a })).toMatchObject({ behavior: 'deny', code: 'policy-broken' })
    expect(await house.gate.judge({ ...bash('ls'), cwd: b })).not.toMatchObject({ code: 'policy-broken' })
  })
})

describe('what happens is told live', () => {
  it('approvals, grants, records and policies, with what changed', async () => {
    const told: Happening[] = []
    const root = project('a', '')
    await house.gate.judge({ ...bash('ls'), cwd: root })
    const stop = house.feed((happening) => void told.push(happening))
    house.feed(() => {
      throw new Error('a page went away')
    })
    const deciding = house.gate.authorize({ ...bash('npm publish'), cwd: root })
    await eventually(() => told.some(({ type }) => type === 'approval'))
    const [asked] = await house.management.approvals.pending()
    await house.management.approvals.answer(asked!.id, {
      behavior: 'allow',
      lasts: 'session',
      digest: asked!.digest,
      by: 'ann',
    })
    expect(await deciding).toMatchObject({ behavior: 'allow' })
    writeFileSync(join(root, 'countersign.yaml'), 'deny: [ "shell(x)" ]\n')
    await eventually(() => told.some(({ type }) => type === 'policy'))
    const states = told.flatMap((one) => (one.type === 'approval' ? [one.approval.state] : []))
    expect([states[0], states.at(-1)]).toEqual(['pending', 'answered'])
    expect(told).toContainEqual(
      expect.objectContaining({ type: 'grant', grant: expect.objectContaining({ id: asked!.id }) }),
    )
    expect(told).toContainEqual(expect.objectContaining({ type: 'policy', root }))
    const kinds = told.flatMap((one) => (one.type === 'audit' ? one.records.map(({ kind }) => kind) : []))
    expect(kinds).toEqual(['answer', 'grant', 'decision'])
    stop()
    const before = told.length
    await house.gate.judge(bash('ls'))
    expect(told.length).toBe(before)
  })
})

describe('more time', () => {
  const ask = async (options: Partial<HouseOptions>) => {
    const asking = await open(options)
    let asked: Question | undefined
    asking.gate.on('asked', ({ question }) => void (asked = question))
    const deciding = asking.gate.authorize(bash('npm publish'))
    await eventually(() => asked !== undefined)
    return { asking, deciding, asked: asked! }
  }

  /** Extended before it was over: on a machine that is too slow for that, one that is open for longer. */
  const askAndExtend = async (ms: number) => {
    for (let timeout = 2_000; ; timeout *= 3) {
      const question = await ask({ timeout })
      try {
        const extended = await house.management.approvals.extend(question.asked.id, { ms, by: 'ann' })
        return { ...question, extended }
      } catch (error) {
        if ((error as { refusal?: string }).refusal !== 'expired' || timeout > 60_000) throw error
        await question.asking.close()
      }
    }
  }

  it('keeps a question open beyond its end, in whatever process it is given, and is on record', async () => {
    const { asking, deciding, asked, extended } = await askAndExtend(120_000)
    expect(extended.expiresAt).toBe(asked.expiresAt + 120_000)
    await eventually(() => Date.now() > asked.expiresAt + 300)
    expect(await house.management.approvals.get(asked.id)).toMatchObject({ state: 'pending' })
    await house.management.approvals.answer(asked.id, { behavior: 'allow', digest: asked.digest, by: 'ann' })
    expect(await deciding).toMatchObject({ behavior: 'allow' })
    const { records } = await house.management.audit.search({ kind: 'extend', limit: 5 })
    expect(records.map(({ body }) => JSON.parse(body))).toEqual([
      { approval: asked.id, by: 'ann', expiresAt: extended.expiresAt },
    ])
    await asking.close()
  })

  it('ends the question when it is over', async () => {
    const { asking, deciding, extended } = await askAndExtend(1_000)
    expect(await deciding).toMatchObject({ behavior: 'deny', code: 'no-answer' })
    expect(Date.now()).toBeGreaterThanOrEqual(extended.expiresAt)
    await asking.close()
  })

  it('is refused for what is over, unknown, or no time', async () => {
    const { asking, deciding, asked } = await ask({ timeout: 30 })
    await deciding
    const refusal = (id: string, ms: number, by = 'ann') =>
      house.management.approvals.extend(id, { ms, by }).then(
        () => 'given',
        (error: unknown) => (error as { refusal: string }).refusal,
      )
    expect(await refusal(asked.id, 5_000)).toBe('expired')
    expect(await refusal('nobody', 5_000)).toBe('unknown')
    for (const ms of [0, -1, Number.NaN, Infinity, 10, 10 ** 12]) expect(await refusal(asked.id, ms)).toBe('invalid')
    expect(await refusal(asked.id, 5_000, ' ')).toBe('invalid')
    await asking.close()
  })

  it('asked for at the very end is given or refused, and the question ends once', async () => {
    for (let round = 0; round < 10; round++) {
      const { asking, deciding, asked } = await ask({ timeout: 20 + round })
      await new Promise((resolve) => setTimeout(resolve, 15 + round))
      const given = await house.management.approvals.extend(asked.id, { ms: 60_000, by: 'ann' }).then(
        () => true,
        () => false,
      )
      const state = (await house.management.approvals.get(asked.id))?.state
      expect(state).toBe(given ? 'pending' : 'expired')
      await asking.close()
      expect((await deciding).behavior).toBe('deny')
    }
  })
})

describe('looking back', () => {
  it('finds records by what they say, page by page, and each once', async () => {
    for (let n = 0; n < 30; n++)
      await house.gate.judge({
        ...bash(n % 3 === 0 ? `npm publish ${n}` : 'ls'),
        agent: n % 2 === 0 ? 'claude-code' : 'codex',
      })
    const { audit } = house.management
    const all = await audit.search({ behavior: 'ask', limit: 100 })
    expect([all.records.length, all.next]).toEqual([10, undefined])
    const seen: number[] = []
    for (let before: number | undefined; ;) {
      const page = await audit.search({
        behavior: 'ask',
        agent: 'codex',
        limit: 2,
        ...(before === undefined ? {} : { before }),
      })
      seen.push(...page.records.map(({ seq }) => seq))
      before = page.next
      if (before === undefined) break
    }
    expect(seen).toEqual([28, 22, 16, 10, 4])
    expect((await audit.search({ text: 'NPM PUBLISH 2', limit: 100 })).records).toHaveLength(3)
    expect((await audit.search({ text: 'no such words', limit: 100 })).records).toEqual([])
    expect(await audit.get(5)).toMatchObject({ seq: 5 })
    expect(await audit.get(500)).toBeUndefined()
  })

  it('finds the decisions of one project, wherever in it they were made', async () => {
    const [a, b] = [project('a', ''), project('b', '')]
    for (const cwd of [a, b, join(a, 'deep')]) await house.gate.judge({ ...bash('ls'), cwd })
    const found = async (root: string) =>
      (await house.management.audit.search({ project: root, limit: 100 })).records.map(({ seq }) => seq)
    expect([await found(a), await found(b), await found(join(a, 'deep'))]).toEqual([[3, 1], [2], []])
  })

  it('counts questions by day, by what asked, by answer and by how long they took', async () => {
    let now = Date.UTC(2026, 0, 1, 12)
    const asker = replies(
      () => ((now += 4_000), { behavior: 'allow' }),
      () => ((now += 40_000), { behavior: 'deny' }),
      undefined as never,
    )
    const asking = await open({ asker, policy: { ask: ['shell(git push:*)'] }, now: () => now })
    await asking.gate.authorize(bash('git push'))
    now += 86_400_000
    await asking.gate.authorize(bash('git push origin'))
    await asking.gate.authorize(bash('npm publish'))
    const statistics = await house.management.statistics({ since: Date.UTC(2026, 0, 1) })
    expect(statistics).toMatchObject({ asked: 3, allowed: 1, denied: 1, unanswered: 1, pending: 0 })
    expect(statistics.days).toEqual([
      { day: '2026-01-01', asked: 1, allowed: 1, denied: 0, unanswered: 0 },
      { day: '2026-01-02', asked: 2, allowed: 0, denied: 1, unanswered: 1 },
    ])
    expect(statistics.byRule[0]).toMatchObject({ rule: expect.stringContaining('git push'), asked: 2 })
    expect(statistics.waits).toMatchObject({ median: 40_000, p90: 40_000 })
    expect(statistics.waits.spread.reduce((sum, { count }) => sum + count, 0)).toBe(2)
    expect((await house.management.statistics({ since: now + 1 })).asked).toBe(0)
    await asking.close()
  })

  it('counts many questions of one millisecond once each', async () => {
    const asker = replies(undefined as never)
    const asking = await open({ asker })
    await asking.gate.authorize(bash('npm publish'))
    const question = asker.questions[0] as Question
    for (let n = 0; n < 1_200; n++) await memory.approvals.ask({ ...question, id: `many-${n}`, askedAt: 1_000 })
    expect((await house.management.statistics({ since: 0 })).asked).toBe(1_201)
    await asking.close()
  })
})

describe('rules that a person wrote', () => {
  const ask = async (command: string, policy: HouseOptions['policy'] = {}) => {
    const asking = await open({ policy })
    const deciding = asking.gate.authorize({ ...bash(command), session: 's' })
    await eventually(async () => (await house.management.approvals.pending()).length === 1)
    const [asked] = await house.management.approvals.pending()
    return { asking, deciding, asked: asked! }
  }

  it('are taken as an answer when they are proven for the call, and only then', async () => {
    const { asking, deciding, asked } = await ask('npm publish --tag next')
    const rules = ['shell(npm publish --tag:*)']
    const proven = await asking.prove(asked, rules)
    expect(proven).toMatchObject({ rules, lasts: expect.arrayContaining(['session']) })
    for (const wrong of [['shell(npm test)'], ['shell('], []]) expect(await asking.prove(asked, wrong)).toBeUndefined()
    const said = { behavior: 'allow', lasts: 'session', digest: asked.digest, by: 'ann', rules } as const
    await expect(asking.management.approvals.answer(asked.id, said)).rejects.toMatchObject({ refusal: 'not-offered' })
    await asking.management.approvals.answer(asked.id, said, { offers: [proven!] })
    expect(await deciding).toMatchObject({ behavior: 'allow' })
    expect(await asking.gate.judge({ ...bash('npm publish --tag other'), session: 's' })).toMatchObject({
      behavior: 'allow',
    })
    await asking.close()
  })

  it('last no longer than what was on offer', async () => {
    const { asking, deciding, asked } = await ask('git push', { ask: ['shell(git push:*)'] })
    expect((await asking.prove(asked, ['shell(git push)']))?.lasts ?? []).not.toContain('always')
    await asking.close()
    await deciding
  })
})

describe('stopping', () => {
  it('leaves questions open where that is wanted: the same call, asked again, meets the answer', async () => {
    const asking = await open()
    const call = { ...bash('npm publish'), session: 's' }
    const deciding = asking.gate.authorize(call)
    await eventually(async () => (await house.management.approvals.pending()).length === 1)
    await asking.close({ leave: true })
    expect(await deciding).toMatchObject({ behavior: 'deny', code: 'stopping' })
    const [asked] = await house.management.approvals.pending()
    const again = house.gate.authorize(call)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await house.management.approvals.pending()).toHaveLength(1)
    await house.management.approvals.answer(asked!.id, { behavior: 'allow', digest: asked!.digest, by: 'ann' })
    expect(await again).toMatchObject({ behavior: 'allow', approval: asked!.id })
  })
})

describe('what was revoked', () => {
  it('is given back as a grant of its own, on record', async () => {
    const asking = await open({ asker: replies({ behavior: 'allow', lasts: 'session' }) })
    const call = { ...bash('npm publish'), session: 's' }
    await asking.gate.authorize(call)
    const { grants, audit } = asking.management
    const [grant] = await grants.list()
    expect(await grants.restore(grant!.id, 'ann')).toMatchObject({ ok: false })
    await grants.revoke(grant!.id, 'ann')
    expect(await asking.gate.judge(call)).toMatchObject({ behavior: 'ask' })
    const restored = await grants.restore(grant!.id, 'ann')
    expect(restored).toMatchObject({ ok: true, grant: { rules: grant!.rules, grantedBy: 'ann', revokedAt: null } })
    expect(await asking.gate.judge(call)).toMatchObject({ behavior: 'allow' })
    const { records } = await audit.search({ kind: 'grant', limit: 1 })
    expect(JSON.parse(records[0]!.body)).toMatchObject({ restored: grant!.id })
    await asking.close()
  })
})

describe('the project of a call', () => {
  it('counts by its policy, wherever the agent has moved', async () => {
    const [a, b] = [project('a', 'deny: [ "shell(npm publish)" ]\n'), project('b', '')]
    const call = bash('npm publish')
    expect(await house.gate.judge({ ...call, cwd: b, project: a })).toMatchObject({ code: 'deny-rule' })
    expect(await house.gate.judge({ ...call, cwd: b })).toMatchObject({ behavior: 'ask' })
    expect(await house.gate.judge({ ...call, cwd: b, project: 'a' })).toMatchObject({ code: 'bad-call' })
  })
})

describe('an outcome', () => {
  it('is put on record for what any gate on the store decided, and for nothing else', async () => {
    const { id } = await house.gate.judge({ ...bash('ls'), session: 'there' })
    const other = await open()
    expect(await other.gate.outcome(id, { ok: true })).toBe(true)
    const { records } = await house.management.audit.search({ kind: 'outcome', limit: 5 })
    expect(records).toMatchObject([{ session: 'there' }])
    const never = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
    for (const unknown of [never, 'x', '"', '%']) expect(await other.gate.outcome(unknown, { ok: true })).toBe(false)
    await other.close()
  })
})
