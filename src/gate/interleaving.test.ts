/**
 * The state machine under random interleavings: several gates and faces on one store, each step of which takes time.
 */

import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import type { Approval } from '../store/approval.ts'
import { createMemoryStore } from '../store/memory-store.ts'
import type { Store } from '../store/port.ts'
import { INBOX } from './askers/inbox.ts'
import type { Authorization } from './authorization.ts'
import type { Gate } from './gate.ts'
import { Refused } from './questions/answer.ts'
import type { Shown } from './shown.ts'
import { bash, World } from './testing.ts'

const world = new World()
afterAll(() => world.end())

const number = (max: number) => fc.nat({ max })
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('call' as const), gate: number(2), command: number(2), session: number(1) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      gate: number(2),
      which: number(1),
      behavior: fc.constantFrom('allow', 'deny'),
      lasts: fc.constantFrom('once', 'session'),
      uses: fc.constantFrom(undefined, 1, 2),
      wrong: fc.constantFrom(false, false, false, true),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('give up' as const), which: number(5) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), milliseconds: fc.constantFrom(-500, 100, 1_000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('revoke' as const), which: number(3) }) },
)

it('every question ends once, every call is answered, and nothing is allowed that nobody allowed', async () => {
  const met = new Map<string, number>()
  const meet = (what: string) => met.set(what, (met.get(what) ?? 0) + 1)
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 1, maxLength: 30, size: 'max' }),
      fc.integer(),
      async (actions, seed) => {
        let time = 1_000_000
        const wins = new Map<string, number>()
        const memory = createMemoryStore()
        const store = hesitant(memory, seed, wins)
        const gates: Gate[] = []
        const open = { store, asker: INBOX, timeout: 800, now: () => time }
        for (let gate = 0; gate < 3; gate++) gates.push(await world.open(open))
        const asked = new Set<string>()
        const off = memory.watch(({ what, id }) => what === 'approval' && asked.add(id))
        const calls: { deciding: Promise<Authorization>; giving: AbortController }[] = []
        const work: Promise<unknown>[] = []
        for (const step of actions) {
          if (step.do === 'call') {
            const giving = new AbortController()
            const call = { ...bash(`npm run job --n ${step.command}`), session: `s${step.session}` }
            calls.push({ giving, deciding: gates[step.gate]!.authorize(call, { signal: giving.signal }) })
          } else if (step.do === 'answer') work.push(answer(gates[step.gate]!, memory, step))
          else if (step.do === 'give up') calls[step.which]?.giving.abort()
          else if (step.do === 'wait') time += step.milliseconds
          else work.push(revoke(gates[0]!, memory, step.which))
          await turns(Math.abs(seed + step.do.length * 7) % 40)
        }
        await Promise.all(work)
        await Promise.all(gates.map((gate) => gate.close()))
        const done = await Promise.all(calls.map(({ deciding }) => deciding))
        off()

        const ended = await Promise.all([...asked].map((id) => memory.approvals.get(id) as Promise<Approval>))
        for (const { state, endedAt } of ended) expect([state === 'pending', endedAt === null]).toEqual([false, false])
        for (const { state } of ended) meet(state)
        for (const { behavior } of done) meet(behavior)
        for (const { id } of ended) expect(wins.get(id)).toBe(1)
        const grants = new Map((await memory.grants.list()).map((grant) => [grant.id, grant]))
        const allowed = done.filter(({ behavior }) => behavior === 'allow')
        for (const { approval, code } of allowed) {
          expect(code).toBe('answered')
          if (approval !== undefined) expect(grants.get(approval)?.behavior).toBe('allow')
        }
        const uses = [...grants.values()].filter(({ behavior }) => behavior === 'allow')
        expect(allowed.length).toBeLessThanOrEqual(uses.reduce((sum, { useCount }) => sum + useCount, 0))
        for (const { lasts, useCount } of uses) if (lasts === 'once') expect(useCount).toBeLessThanOrEqual(1)
      },
    ),
    { numRuns: 100 },
  )
  // Every ending must have occurred: a run in which nothing happens proves nothing.
  for (const what of ['answered', 'expired', 'cancelled', 'superseded', 'allow', 'deny'])
    expect([what, (met.get(what) ?? 0) > 0]).toEqual([what, true])
})

it('who denied a call is not overtaken by who allowed what covers it, nor a denial for the session by what was allowed before', async () => {
  const met = new Map<string, number>()
  const meet = (what: string) => met.set(what, (met.get(what) ?? 0) + 1)
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 4, maxLength: 30, size: 'max' }),
      fc.integer(),
      async (actions, seed) => {
        const memory = createMemoryStore()
        const store = hesitant(memory, seed, new Map())
        const gates: Gate[] = []
        for (let gate = 0; gate < 3; gate++) gates.push(await world.open({ store, asker: INBOX, session: 's' }))
        const asked = new Set<string>()
        const off = memory.watch(({ what, id }) => what === 'approval' && asked.add(id))
        const calls = new Map<string, Promise<Authorization>>()
        const begun = new Map<string, boolean>()
        const work: Promise<unknown>[] = []
        for (const step of actions) {
          if (step.do === 'call') {
            const command = `npm run job --n ${calls.size}`
            const grants = await memory.grants.list()
            begun.set(
              command,
              grants.some(({ behavior, lasts }) => behavior === 'deny' && lasts === 'session'),
            )
            calls.set(command, gates[step.gate]!.authorize(bash(command)))
          } else if (step.do === 'answer') work.push(answer(gates[step.gate]!, memory, { ...step, uses: undefined }))
          await turns(Math.abs(seed + step.do.length * 7) % 12)
        }
        await Promise.all(work)
        await Promise.all(gates.map((gate) => gate.close()))
        off()
        for (const id of asked) {
          const { state, answer, call } = (await memory.approvals.get(id))!
          if (state !== 'answered' || answer?.behavior !== 'deny') continue
          meet('denied')
          expect((await calls.get(String(call.input['command'])))?.behavior).toBe('deny')
        }
        for (const [command, isDenied] of begun) {
          const { behavior } = (await calls.get(command))!
          meet(isDenied ? 'denied before' : behavior)
          if (isDenied) expect(behavior).toBe('deny')
        }
      },
    ),
    { numRuns: 150 },
  )
  for (const what of ['denied', 'denied before', 'allow'])
    expect([what, (met.get(what) ?? 0) > 0]).toEqual([what, true])
})

async function answer(
  gate: Gate,
  store: Store,
  step: {
    which: number
    behavior: 'allow' | 'deny'
    lasts: 'once' | 'session'
    uses: number | undefined
    wrong: boolean
  },
) {
  const asked = (await store.approvals.pending())[step.which]
  if (asked === undefined) return
  const { behavior, lasts } = step
  const digest = step.wrong ? 'another' : asked.digest
  const uses = lasts === 'session' ? step.uses : undefined
  // The broadest offer, which covers the other commands, too.
  const rules = lasts === 'session' ? (asked.shown as Shown).suggestions.at(-1)?.rules : []
  try {
    await gate.approvals.answer(asked.id, { behavior, lasts, uses, rules, digest, by: 'ann' })
    expect(step.wrong).toBe(false)
  } catch (error) {
    expect(error).toBeInstanceOf(Refused)
  }
}

async function revoke(gate: Gate, store: Store, which: number) {
  const grant = (await store.grants.list())[which]
  if (grant !== undefined) await gate.grants.revoke(grant.id, 'ann')
}

/** Each step of the store takes some turns, before and after; counts which ending won. */
function hesitant(store: Store, seed: number, wins: Map<string, number>): Store {
  let state = seed >>> 0
  const some = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 30
  }
  const slow = <T extends object>(port: T): T =>
    new Proxy(port, {
      get:
        (target, name) =>
        async (...given: unknown[]) => {
          await turns(some())
          const result: unknown = await (Reflect.get(target, name) as (...all: unknown[]) => unknown).apply(
            target,
            given,
          )
          if (name === 'end' && (result as { won: boolean }).won) count(given[0] as string)
          if (name === 'expire') for (const { id } of result as Approval[]) count(id)
          await turns(some())
          return result
        },
    })
  const count = (id: string) => wins.set(id, (wins.get(id) ?? 0) + 1)
  return { ...store, approvals: slow(store.approvals), grants: slow(store.grants) }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}
