/**
 * Part of the command hooks: the shape of an agent's hook format. The table of them is `formats.ts`.
 *
 * INVARIANT: everything here is pure, and total over anything an agent may send.
 */

import type { Call } from '../../engine/call.ts'
import type { Outcome } from '../../gate/events.ts'
import type { Ruling } from '../interceptor.ts'

/** Why an agent called its hook. */
export type HookEvent =
  | {
      readonly type: 'before'
      readonly event: string
      readonly call: Call
      /** Whether the client is in a mode in which it may run what it should ask about. */
      readonly unattended?: true | 'unless at its terminal'
    }
  | { readonly type: 'after'; readonly event: string; readonly call: Call; readonly outcome: Outcome }
  | { readonly type: 'refused'; readonly event: string; readonly why: string }

/**
 * What the hook prints, and its exit code. Over HTTP, `stdout` alone is the body: it says by itself what is decided.
 */
export interface HookAnswer {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
}

export interface HookFormat {
  readonly name: string
  readonly aliases: readonly string[]
  /** Whether the client asks its own person on `ask`; if not, it would run the tool or wait for ever. */
  readonly canAsk: boolean
  /** Environment variables in which the client names the project's folder. */
  readonly project: readonly string[]
  /** The environment variable, and its value, by which the client says that a person sits at its own terminal. */
  readonly terminal?: readonly [variable: string, value: string]
  /**
   * Tools by which the client itself asks its person something: an explicit allow would answer in the person's place.
   */
  readonly leaves: readonly string[]
  read(payload: unknown): HookEvent
  /** Writes `allow` and `deny`; and `ask` only if `canAsk`. */
  write(ruling: Ruling, event: HookEvent): string
  /**
   * The output that makes the client go on as it would without a hook. If it has no such output, undefined: it is told
   * to run.
   */
  readonly silence?: string
  /** Why a call that the policy would let pass must not run in this client. */
  forbid?(call: Call): string | undefined
}

/** Blocks in every client that heeds exit codes. */
export const DENYING_EXIT = 2
