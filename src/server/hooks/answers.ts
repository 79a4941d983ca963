/**
 * Part of the server: an agent's own hook payload in, what its hook says out; the same whichever way it came.
 *
 * INVARIANT: whatever fails is a denial in the agent's own words, with the exit code that blocks beside it.
 */

import type { HookAnswer } from '../../adapters/hooks/format.ts'
import { intercept } from '../../adapters/interceptor.ts'
import { Recall } from '../../adapters/recall.ts'
import type { House } from '../../gate/house.ts'
import { describe, HttpProblem } from '../problem.ts'
import { StartedSessions } from './started.ts'

export interface HookCall {
  readonly payload: string
  /** Where the agent was started, if its hook tells. */
  readonly project: string | undefined
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

export class HookAnswers {
  readonly #house: Pick<House, 'gate'>
  readonly #onFailure: (error: unknown) => void
  readonly #recall = new Recall<string>()
  readonly #started = new StartedSessions()
  /** No command but `serve` should load it, and no hook should wait for it. */
  readonly #loaded = Promise.all([import('../../adapters/hooks/respond.ts'), import('../../adapters/hooks/formats.ts')])

  constructor(house: Pick<House, 'gate'>, onFailure: (error: unknown) => void) {
    this.#house = house
    this.#onFailure = onFailure
  }

  /** Never rejects; what `receive` throws becomes the reason. */
  async answer(agent: string, receive: () => Promise<HookCall>): Promise<HookAnswer> {
    const [{ refusal, respond }, { hookFormat }] = await this.#loaded
    try {
      const { payload: text, project, signal } = await receive()
      const payload = parsed(text)
      return await respond(agent, payload, intercept(this.#house.gate, { agent }), {
        recall: this.#recall,
        signal,
        ...this.#started.projectOf(agent, hookFormat(agent)?.read(payload), project),
      })
    } catch (error) {
      const { code, detail } = describe(error)
      if (code === 'failed') this.#onFailure(error)
      return refusal(agent, detail)
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new HttpProblem('bad-request', 'its payload is no JSON')
  }
}

/**
 * An answer for a reader that knows nothing of HTTP and must see that it has all of it: the exit code and how many bytes follow,
 * what is to be printed (to the standard error where the call is blocked), and the end.
 */
export function framed({ exitCode, stdout, stderr }: HookAnswer): string {
  const text = exitCode === 0 ? stdout : stderr
  return `${exitCode} ${Buffer.byteLength(text)}\n${text}\n.`
}
