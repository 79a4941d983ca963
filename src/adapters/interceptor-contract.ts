/**
 * What every adapter must do. Its tests call this with a way to play its client: it sends one shell command (or, for an
 * adapter that sees no shell, one tool call that carries the text) and reports what became of it.
 */

import { describe, expect, it } from 'vitest'
import { isObject } from '../engine/call.ts'
import type { Call, Input } from '../engine/call.ts'
import type { Outcome } from '../gate/events.ts'
import type { GateLike } from './interceptor.ts'

export interface Attempt {
  /** The command that the tool really ran; undefined if it did not run. */
  readonly ran: string | undefined
  /** Everything that the model got to read. */
  readonly told: string
  /** Whether the client asked its own person, and ran nothing. */
  readonly asked?: boolean
}

export interface AdapterStage {
  /** Behaves as the client would with what the adapter tells it. */
  attempt(command: string): Promise<Attempt>
  close?(): Promise<void> | void
}

export interface AdapterTraits {
  /** Who asks a person when the answer is `ask`: the gate, the client's own prompt, or nobody (then it denies). */
  readonly asks: 'gate' | 'client' | 'nobody'
  /** Whether this client can be made to run another input than the model gave. If not, such a call is denied. */
  readonly edits: boolean
  /** Whether the adapter learns how the tool went. */
  readonly reports: boolean
}

export interface Limits {
  readonly deadline: number
  readonly patience: number
}

type OpenStage = (gate: GateLike, limits: Limits) => AdapterStage | Promise<AdapterStage>

const LIMITS: Limits = { deadline: 60, patience: 60 }
/** For cases that must be answered: they must not depend on how busy the machine is. */
const AMPLE: Limits = { deadline: 30_000, patience: 30_000 }

export function adapterContract(name: string, traits: AdapterTraits, open: OpenStage): void {
  const attempt = async (gate: GateLike, command = 'npm publish', limits = AMPLE) => {
    const stage = await open(gate, limits)
    try {
      return await stage.attempt(command)
    } finally {
      await stage.close?.()
    }
  }

  describe(`as an adapter: ${name}`, () => {
    it('an allowed call runs as the model gave it', async () => {
      const gate = scriptedGate(allow)
      expect((await attempt(gate, 'git status')).ran).toBe('git status')
      expect(gate.calls.map(textOf)).toContain('git status')
    })

    it('the gate is told which agent calls', async () => {
      const gate = scriptedGate(allow)
      await attempt(gate)
      expect(gate.calls.length).toBeGreaterThan(0)
      for (const { agent } of gate.calls) expect(agent).toMatch(/^[a-z][a-z0-9-]*$/)
    })

    it('a denied call does not run and the model reads why', async () => {
      const { ran, told } = await attempt(scriptedGate((call) => deny(call, 'Pushes go through CI.')))
      expect(ran).toBeUndefined()
      expect(told).toContain('Pushes go through CI.')
    })

    it('the model reads what the person wrote', async () => {
      const said = (call: Call) => ({ ...deny(call, 'Denied by ann.'), words: 'use the staging registry' })
      const { ran, told } = await attempt(scriptedGate(said))
      expect(ran).toBeUndefined()
      expect(told).toContain('use the staging registry')
    })

    it('what must be asked runs only after a person has allowed it', async () => {
      const yes = scriptedGate(ask, allow)
      const no = scriptedGate(ask, (call) => deny(call, 'Denied by ann.'))
      const [allowed, denied] = [await attempt(yes), await attempt(no)]
      expect(denied.ran).toBeUndefined()
      expect(allowed.ran).toBe(traits.asks === 'gate' ? 'npm publish' : undefined)
      if (traits.asks === 'client') expect(allowed.asked).toBe(true)
      if (traits.asks === 'gate') expect(denied.told).toContain('Denied by ann.')
      if (traits.asks === 'nobody') expect(allowed.told).not.toBe('')
    })

    it('what a person has changed is what runs, or nothing does', async () => {
      const changed = (call: Call) => ({ ...allow(call), input: replaced(call.input, 'npm publish --dry-run') })
      const { ran } = await attempt(scriptedGate(traits.asks === 'gate' ? ask : changed, changed))
      expect(ran).toBe(traits.edits ? 'npm publish --dry-run' : undefined)
    })

    it('two calls at once are kept apart', async () => {
      const stage = await open(
        scriptedGate((call) => (textOf(call) === 'rm -rf build' ? deny(call, 'Not the build.') : allow(call))),
        AMPLE,
      )
      const [bad, good] = await Promise.all([stage.attempt('rm -rf build'), stage.attempt('git status')])
      await stage.close?.()
      expect(bad.ran).toBeUndefined()
      expect(good.ran).toBe('git status')
    })

    it('how the tool went is put on record', async () => {
      const gate = scriptedGate(allow)
      await attempt(gate)
      expect(gate.outcomes).toEqual(traits.reports ? [{ id: gate.lastId(), outcome: { ok: true } }] : [])
    })

    it('an outcome that cannot be recorded harms nothing', async () => {
      const gate = { ...scriptedGate(allow), outcome: () => Promise.reject(new Error('disk full')) }
      expect((await attempt(gate)).ran).toBe('npm publish')
    })

    for (const [failure, answer] of FAILURES)
      it(`the tool does not run when the gate ${failure}`, async () => {
        const { ran, told, asked } = await attempt(scriptedGate(answer), 'npm publish', LIMITS)
        expect(ran).toBeUndefined()
        expect(asked ?? false).toBe(false)
        expect(told).not.toBe('')
      })

    if (traits.asks === 'gate')
      for (const [failure, answer] of FAILURES)
        it(`the tool does not run when the gate ${failure} while it asks`, async () => {
          const { ran } = await attempt(scriptedGate(ask, answer), 'npm publish', LIMITS)
          expect(ran).toBeUndefined()
        })
  })
}

type Answer = (call: Call) => unknown

/** Answers `judge` with the first and `authorize` with the second, by default with the first too. */
export function scriptedGate(judged: Answer, authorized: Answer = judged): ScriptedGate {
  const calls: Call[] = []
  const outcomes: { id: string; outcome: Outcome }[] = []
  const answer = (by: Answer) => async (call: Call) => {
    const id = `d${calls.push(call)}`
    const given = await by(call)
    return isObject(given) && given['behavior'] !== undefined ? { id, ...given } : given
  }
  return {
    calls,
    outcomes,
    lastId: () => `d${calls.length}`,
    judge: answer(judged),
    // Nobody could answer an `ask` here, so a gate that returns one is faulty.
    authorize: answer(authorized),
    visible: (tools) => [...tools],
    outcome: async (id, outcome) => void outcomes.push({ id, outcome }),
  }
}

export interface ScriptedGate extends GateLike {
  readonly calls: Call[]
  readonly outcomes: { id: string; outcome: Outcome }[]
  readonly lastId: () => string
}

export const allow = ({ input }: Call) => ({ behavior: 'allow', reason: 'Allowed.', code: 'allow-rule', input })
export const deny = ({ input }: Call, reason: string) => ({ behavior: 'deny', reason, code: 'deny-rule', input })
export const ask = ({ input }: Call) => ({ behavior: 'ask', reason: 'No rule covers it.', code: 'no-rule', input })

const FAILURES: readonly (readonly [string, Answer])[] = [
  ['throws', thrower(new Error('kaboom'))],
  ['throws nothing at all', thrower(undefined)],
  ['hangs', () => new Promise(() => {})],
  ['answers with nothing', () => undefined],
  ['answers with null', () => null],
  ['answers with a word', () => 'allow'],
  ['answers with true', () => true],
  ['answers with a list', ({ input }) => [{ behavior: 'allow', input }]],
  ['allows in other words', ({ input }) => ({ behavior: 'ALLOW', reason: 'yes', input })],
  ['allows without saying what', () => ({ behavior: 'allow', reason: 'yes' })],
  ['allows a text instead of an input', () => ({ behavior: 'allow', reason: 'yes', input: 'npm publish' })],
  ['is closed', ({ input }) => ({ behavior: 'deny', reason: 'Not allowed: the gate is closed.', input })],
]

function thrower(error: unknown): Answer {
  return () => {
    throw error
  }
}

/** The command, in the field where the client keeps it. */
function textOf({ input }: Call): unknown {
  return Object.values(input).find((value) => typeof value === 'string')
}

function replaced(input: Input, text: string): Input {
  const field = Object.keys(input).find((name) => typeof input[name] === 'string')
  return field === undefined ? input : { ...input, [field]: text }
}
