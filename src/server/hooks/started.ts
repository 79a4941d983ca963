/**
 * Part of the server: the folder in which an agent was started, for hooks.
 *
 * INVARIANT: a call that runs elsewhere does not escape the rules of the project it belongs to. The folder that the
 * hook reports counts; if it reports none, the folder of the session's first call counts.
 */

import type { HookEvent } from '../../adapters/hooks/format.ts'
import { Recall } from '../../adapters/recall.ts'
import { HttpProblem } from '../problem.ts'

export class StartedSessions {
  readonly #first = new Recall<string>()

  /** Throws `HttpProblem` for a call that does not say where it runs: rules on files could not be applied to it. */
  projectOf(agent: string, event: HookEvent | undefined, told: string | undefined): { readonly project?: string } {
    if (event?.type !== 'before') return {}
    const { cwd, session } = event.call
    if (cwd === undefined)
      throw new HttpProblem('bad-request', 'its payload does not say in which folder the call runs')
    if (told !== undefined) return { project: told }
    if (session === undefined) return { project: cwd }
    const key = JSON.stringify([agent, session])
    const project = this.#first.get(key) ?? cwd
    this.#first.set(key, project)
    return { project }
  }
}
