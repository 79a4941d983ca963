/** Part of running Copilot: its output as JSON lines (`--output-format json`), read event by event. */

import { isObject } from '../../engine/call.ts'
import type { Call } from '../../engine/call.ts'
import { objectIn } from '../../vocabulary/json-object.ts'
import { isUnasked } from './denial.ts'
import type { Denial } from './denial.ts'

export type OutputEvent =
  | { readonly type: 'says'; readonly text: string }
  | { readonly type: 'starts'; readonly call: Call; readonly title: string }
  | { readonly type: 'denied'; readonly denial: Denial }
  | { readonly type: 'ended'; readonly call: Call; readonly ok: boolean }

type Fields = Readonly<Record<string, unknown>>

const MOST_OPEN = 1_000

export class JsonOutput {
  /** Calls that have started, by their id. */
  readonly #open = new Map<string, Call>()

  /** What a line reports; undefined if it does not matter here. */
  read(line: string): OutputEvent | undefined {
    const event = line.startsWith('{') ? objectIn(line) : undefined
    const data = event?.['data']
    if (!isObject(data)) return undefined
    switch (event?.['type']) {
      case 'assistant.message':
        return typeof data['content'] === 'string' && data['content'] !== ''
          ? { type: 'says', text: data['content'] }
          : undefined
      case 'tool.execution_start':
        return this.#start(data)
      case 'tool.execution_complete':
        return this.#end(data)
      default:
        return undefined
    }
  }

  #start(data: Fields): OutputEvent | undefined {
    const { toolCallId: id, toolName: tool, arguments: input, toolTitle } = data
    if (typeof id !== 'string' || typeof tool !== 'string' || this.#open.size >= MOST_OPEN) return undefined
    const call: Call = { tool: mcpName(data) ?? tool, input: isObject(input) ? input : {}, agent: 'copilot' }
    this.#open.set(id, call)
    return { type: 'starts', call, title: typeof toolTitle === 'string' ? toolTitle : tool }
  }

  #end(data: Fields): OutputEvent | undefined {
    const { toolCallId: id, success, error } = data
    const call = typeof id === 'string' ? this.#open.get(id) : undefined
    if (call === undefined) return undefined
    this.#open.delete(id as string)
    const { message, code } = isObject(error) ? error : {}
    if (success === true || (code !== 'denied' && code !== 'rejected'))
      return { type: 'ended', call, ok: success === true }
    const text = typeof message === 'string' ? message : ''
    return { type: 'denied', denial: { call, message: text, askable: isUnasked(text) } }
  }
}

/** The event itself names server and tool, so that no server's name has to be guessed. */
function mcpName({ mcpServerName: server, mcpToolName: tool }: Fields): string | undefined {
  return typeof server === 'string' && typeof tool === 'string' ? `mcp__${server}__${tool}` : undefined
}
