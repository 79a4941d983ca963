/**
 * Part of the gate: failures of Countersign itself, and what the model is told about them.
 *
 * INVARIANT: every failure names the part that failed, so that a person who reads the denial knows what to repair.
 */

import { messageOf } from '../engine/thrown.ts'
import { StoreError } from '../store/error.ts'
import type { Patience } from './silence.ts'
import { Silence } from './silence.ts'
import { BadCall } from './snapshot.ts'

export type FailedPart = 'policy' | 'store' | 'audit'

export class GateFailure extends Error {
  override readonly name = 'GateFailure'
  readonly part: FailedPart

  constructor(part: FailedPart, cause: unknown) {
    super(messageOf(cause), { cause })
    this.part = part
  }

  /** The part did not fail but never answered: the next request to it would wait just as long. */
  get isSilent(): boolean {
    return this.cause instanceof Silence
  }

  /** Whether the operation may have succeeded: the part did not answer, or the connection was lost on the way. */
  get mayBeDone(): boolean {
    return this.isSilent || (this.cause instanceof StoreError && this.cause.code === 'unreachable')
  }
}

/**
 * The same port, but an error that one of its methods throws names the part it came from, and a method that does not
 * answer in time throws.
 */
export function attributed<T extends object>(part: FailedPart, port: T, patience: Patience): T {
  const made = new Map<string | symbol, unknown>()
  return new Proxy(port, {
    get(target, name) {
      if (made.has(name)) return made.get(name)
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      const method = async (...given: unknown[]) => {
        try {
          return await patience.guard(Promise.resolve(Reflect.apply(member, target, given) as unknown))
        } catch (error) {
          throw new GateFailure(part, error)
        }
      }
      made.set(name, method)
      return method
    },
  })
}

const WHAT: Readonly<Record<FailedPart, string>> = {
  policy: 'the policy could not be read',
  store: 'the store of approvals and grants failed',
  audit: 'it could not be put on record',
}

/** The code and the sentence of the denial that a failure leads to. */
export function describeFailure(error: unknown): { readonly code: string; readonly reason: string } {
  if (error instanceof BadCall)
    return { code: 'bad-call', reason: `Not allowed: this is not a call: ${error.message}.` }
  const what = error instanceof GateFailure ? WHAT[error.part] : 'deciding failed'
  const reason = `Not allowed: ${what} (${messageOf(error)}). Tell the person you work for; trying again will not help until it is fixed.`
  return { code: 'gate-failed', reason }
}
