/** Part of the gate: a call in one line, whatever names the agent uses for its tools and fields. */

import type { Call } from '../engine/call.ts'
import { translate } from '../vocabulary/translate.ts'

const LONGEST = 300

/** For shells only the command; otherwise the tool with the path, the address or the input. */
export function callText(call: Call): string {
  const line = lineOf(call)
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)}…`
}

function lineOf({ tool, input, ...rest }: Call): string {
  try {
    const { command, paths, urls } = translate({ tool, input, ...rest })
    if (command !== undefined) return 'text' in command ? command.text : command.argv.join(' ')
    const named = paths[0]?.text ?? urls[0]?.text
    if (named !== undefined) return `${tool} ${named}`
  } catch {
    // Then the call is shown as it came.
  }
  const json = JSON.stringify(input)
  return json === '{}' ? tool : `${tool} ${json}`
}
