/** Part of the command line: makes a call from `TOOL INPUT`, or from just a command. */

import type { Call, Input } from '../engine/call.ts'
import { messageOf } from '../engine/thrown.ts'
import { suggestTool } from '../vocabulary/canonical.ts'
import { lookUp } from '../vocabulary/lookup.ts'
import { suggestAgent } from '../vocabulary/tables.ts'
import { BadUse } from './bad-use.ts'
import type { Invocation } from './command.ts'

export function callOf({ args, values }: Invocation): Call {
  const [first = '', second] = args
  const agent = agentOf(values)
  // Agents write their tools with a capital, and programs are written small.
  if (second === undefined && /^[A-Z]/u.test(first) && lookUp(first, agent, []) !== undefined)
    throw new BadUse(`${first} is a tool: say its input, too`, `For example: ${first} ${exampleFor(first, agent)}`)
  return callFrom(args, agent)
}

/** A custom name is accepted as it is; a known name that is mistyped would evade the rules for that agent. */
export function agentOf(values: Invocation['values']): string | undefined {
  const agent = values.get('agent')
  const near = agent === undefined ? undefined : suggestAgent(agent)
  if (near !== undefined) throw new BadUse(`${agent} is not an agent known here`, `Did you mean ${near}?`)
  return agent
}

function exampleFor(tool: string, agent: string | undefined): string {
  const field = mainField(tool, agent)
  return field === undefined ? "'{}'" : `'{"${field}": "…"}'`
}

export function callFrom([first, second]: readonly string[], agent: string | undefined): Call {
  const said = agent === undefined ? {} : { agent }
  if (first === undefined) throw new BadUse('there is nothing to decide: give a command, or a tool and its input')
  if (second === undefined) return { tool: 'Bash', input: { command: first }, ...said }
  return { tool: first, input: inputOf(first, second, agent), ...said }
}

/** A JSON object, or the text of the tool's main field. */
function inputOf(tool: string, text: string, agent: string | undefined): Input {
  if (text.trimStart().startsWith('{')) return jsonInput(text)
  const field = mainField(tool, agent)
  if (field !== undefined) return { [field]: text }
  const near = suggestTool(tool)
  const hint =
    near === undefined || near === tool
      ? `To decide on a command of several words, put it in quotes: '${tool} ${text}'`
      : `Did you mean ${near}?`
  throw new BadUse(`the input of ${tool} must be a JSON object`, hint)
}

function jsonInput(text: string): Input {
  try {
    return JSON.parse(text) as Input
  } catch (error) {
    throw new BadUse(`the input is not JSON: ${messageOf(error)}`)
  }
}

function mainField(tool: string, agent: string | undefined): string | undefined {
  const found = lookUp(tool, agent, [])
  if (found === undefined || found.mcp !== undefined) return undefined
  const { command, paths, glob, urls } = found.known.entry
  return command?.[0] ?? glob?.pattern[0] ?? paths?.[0]?.from[0] ?? urls?.[0]
}
