/** A store or a log that never answers: calls are denied in time, with a reason, and nothing grows or hangs. */

import { afterEach, beforeEach, expect, it } from 'vitest'
import { StoreError } from '../store/error.ts'
import { Patience, Silence } from './silence.ts'
import { altered, bash, replies, World } from './testing.ts'

let world: World
beforeEach(() => {
  world = new World()
})
afterEach(() => world.end())

const never = () => new Promise<never>(() => undefined)

it('settles what answers as it is, and what does not in time, in the order it came', async () => {
  const patience = new Patience(30)
  expect(await patience.guard(Promise.resolve(1))).toBe(1)
  await expect(patience.guard(Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  const order: number[] = []
  const first = patience.guard(never()).catch((error: unknown) => (order.push(1), error))
  await new Promise((resolve) => setTimeout(resolve, 15))
  const second = patience.guard(never()).catch(() => order.push(2))
  expect(await first).toBeInstanceOf(Silence)
  await second
  expect(order).toEqual([1, 2])
})

it.each(['live', 'claim'] as const)('a store whose %s never answers is a deny', async (method) => {
  const willing = await world.open({ asker: replies({ behavior: 'allow', lasts: 'session' }) })
  await willing.authorize(bash('npm publish'))
  const grants = altered(world.store.grants, { [method]: never })
  const gate = await world.open({ store: { ...world.store, grants }, patience: 50 })
  for (const decide of [gate.authorize.bind(gate), gate.judge.bind(gate)])
    expect(await decide(bash('npm publish'))).toMatchObject({
      behavior: 'deny',
      code: 'gate-failed',
      reason: expect.stringContaining('no answer within 50 ms'),
    })
})

it.each(['ask', 'pending', 'end'] as const)('approvals whose %s never answers are a deny', async (method) => {
  const approvals = altered(world.store.approvals, { [method]: never })
  const asker = replies({ behavior: 'allow' })
  const gate = await world.open({ store: { ...world.store, approvals }, patience: 50, timeout: 100, asker })
  expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'deny' })
})

it('a log that never answers is a deny, and closing ends', async () => {
  const gate = await world.open({ audit: { append: never }, patience: 50, policy: { allow: ['shell(ls)'] } })
  expect(await gate.authorize(bash('ls'))).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
  expect(await gate.outcome('x', { ok: true })).toBe(false)
})

it('a record that is kept too late is followed by the denial that was given', async () => {
  let keep = () => undefined as void
  const late = new Promise<void>((resolve) => (keep = resolve))
  const bodies: unknown[] = []
  const append = async ({ body }: { readonly body: unknown }) => {
    if (bodies.length === 0) await late
    bodies.push((body as { behavior: string }).behavior)
  }
  const gate = await world.open({ audit: { append }, patience: 30, policy: { allow: ['shell(ls)'] } })
  expect(await gate.authorize(bash('ls'))).toMatchObject({ behavior: 'deny' })
  keep()
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(bodies.at(-1)).toBe('deny')
})

it('a record that may have been kept when the connection was lost is followed by the denial that was given', async () => {
  const bodies: unknown[] = []
  const append = async ({ body }: { readonly body: unknown }) => {
    bodies.push((body as { behavior: string }).behavior)
    if (bodies.length === 1) throw new StoreError('unreachable', 'the connection was lost')
  }
  const gate = await world.open({ audit: { append }, policy: { allow: ['shell(ls)'] } })
  expect(await gate.authorize(bash('ls'))).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
  expect(bodies).toEqual(['allow', 'deny'])
})

it('keeps no process alive once everything is answered', async () => {
  const patience = new Patience(60_000)
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  for (let n = 0; n < 3; n++) await patience.guard(Promise.resolve(n))
  await new Promise((resolve) => setImmediate(resolve))
  const idle = timers()
  expect(idle).toBeLessThanOrEqual(before)
  void patience.guard(never()).catch(() => undefined)
  expect(timers()).toBe(idle + 1)
})
