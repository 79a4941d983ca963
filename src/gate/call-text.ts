/** Part of the gate: a call in one line, in whatever agent's words it came. */

import type { Call } from '../engine/call.ts'
import { translate } from '../vocabulary/translate.ts'

const LONGEST = 300

/** The command alone, for shells; else the tool and the path, the address or the input. */
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
    // Then as it is.
  }
  const json = JSON.stringify(input)
  return json === '{}' ? tool : `${tool} ${json}`
}
