/**
 * Part of the OpenAI Agents adapter: what asks the gate before a tool runs, and reports afterwards how it went.
 *
 * INVARIANT: neither guardrail throws, because that would end the run.
 */

import { callIn } from '../in-process.ts'
import type { InProcessOptions } from '../in-process.ts'
import { asGiven, toModel, unreadable } from '../interceptor.ts'
import type { Interceptor, Ruling } from '../interceptor.ts'
import { Recall } from '../recall.ts'
import type { GuardrailData, GuardrailOutput, InputGuardrail, OutputGuardrail } from './protocol.ts'

/** The name under which the gate knows a tool that the SDK calls; undefined if that cannot be told. */
export type NameOf = (called: string) => Promise<string | undefined>

const NAME = 'countersign'
const NAMELESS = 'its name does not say which of the server’s tools it is'
const ALLOW: GuardrailOutput = { behavior: { type: 'allow' } }

export class Guardrails {
  readonly #interceptor: Interceptor
  readonly #options: InProcessOptions
  readonly #running = new Recall<Ruling>()
  /** What was added to tools: two agents that share a tool may both have it guarded. */
  readonly #ours = new WeakSet<object>()

  constructor(interceptor: Interceptor, options: InProcessOptions) {
    this.#interceptor = interceptor
    this.#options = options
  }

  isOurs(one: object): boolean {
    return this.#ours.has(one)
  }

  /** Remembers what was put into a tool, and returns it. */
  own<T extends object>(made: T): T {
    this.#ours.add(made)
    return made
  }

  /**
   * Ours comes last: nobody is asked about what another guardrail rejects. Another guard is one more that must allow.
   */
  beside<T extends object>(known: readonly T[] = [], made: T): T[] {
    return known.some((one) => this.isOurs(one)) ? [...known] : [...known, this.own(made)]
  }

  before(nameOf: NameOf): InputGuardrail {
    const run = async (data: GuardrailData) => {
      try {
        const name = await nameOf(data.toolCall.name)
        return name === undefined ? rejection(unreadable(NAMELESS)) : await this.#decide(data, name)
      } catch {
        return rejection(unreadable('it cannot be read'))
      }
    }
    return { type: 'tool_input', name: NAME, run }
  }

  readonly after: OutputGuardrail = {
    type: 'tool_output',
    name: NAME,
    run: async (data) => {
      await this.#interceptor.outcome(this.#running.take(data?.toolCall?.callId)?.id, { ok: true })
      return ALLOW
    },
  }

  async #decide({ toolCall, agent: who }: GuardrailData, name: string): Promise<GuardrailOutput> {
    const call = callIn(this.#options, name, parsed(toolCall.arguments), toolCall.callId)
    const subagent = typeof who?.name === 'string' && who.name !== '' ? { subagent: who.name } : {}
    const ruling = asGiven(await this.#interceptor.authorize({ ...call, ...subagent }))
    if (ruling.behavior !== 'allow') return rejection(ruling)
    this.#running.set(toolCall.callId, ruling)
    return ALLOW
  }
}

function rejection(ruling: Ruling): GuardrailOutput {
  return { behavior: { type: 'rejectContent', message: toModel(ruling) } }
}

/** What is not JSON is passed on as it is: the gate reports that it is not an input. */
function parsed(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
