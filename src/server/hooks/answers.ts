/**
 * Part of the server: from an agent's own hook payload to the output of its hook, by whatever way the payload came.
 *
 * INVARIANT: any failure is a denial in the agent's own format, with the exit code that blocks.
 */

import type { HookAnswer } from '../../adapters/hooks/format.ts'
import { intercept } from '../../adapters/interceptor.ts'
import { parseStrict } from '../../adapters/json-rpc/strict-json.ts'
import { Recall } from '../../adapters/recall.ts'
import type { House } from '../../gate/house.ts'
import { describe, HttpProblem } from '../problem.ts'
import { StartedSessions } from './started.ts'

export interface HookCall {
  readonly payload: string
  /** The folder in which the agent was started, if its hook tells it. */
  readonly project: string | undefined
  /** Aborted if nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

export class HookAnswers {
  readonly #house: Pick<House, 'gate'>
  readonly #onFailure: (error: unknown) => void
  readonly #recall = new Recall<string>()
  readonly #started = new StartedSessions()
  /** Loaded here because only `serve` needs it, and at once so that no hook waits for it. */
  readonly #loaded = Promise.all([import('../../adapters/hooks/respond.ts'), import('../../adapters/hooks/formats.ts')])

  constructor(house: Pick<House, 'gate'>, onFailure: (error: unknown) => void) {
    this.#house = house
    this.#onFailure = onFailure
  }

  /** Never rejects; an error of `receive` becomes the reason. */
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
  const { value, problem } = parseStrict(text)
  if (problem === undefined) return value
  const why = value === undefined ? 'is not JSON' : `cannot be relied on: ${problem}`
  throw new HttpProblem('bad-request', `its payload ${why}`)
}

/**
 * An answer for a reader that does not speak HTTP and must be able to tell that it is complete: the exit code and the
 * number of bytes that follow, the text to print (to standard error if the call is blocked), and an end mark.
 */
export function framed({ exitCode, stdout, stderr }: HookAnswer): string {
  const text = exitCode === 0 ? stdout : stderr
  return `${exitCode} ${Buffer.byteLength(text)}\n${text}\n.`
}
