/** Part of the command line: every command, as data, in the order of the help. */

import type { CommandSpec } from './command.ts'
import { DECIDING_COMMANDS } from './specs/deciding.ts'
import { DIALECT_COMMANDS } from './specs/dialects.ts'
import { GATEWAY_COMMANDS } from './specs/gateways.ts'
import { MANAGING_COMMANDS } from './specs/managing.ts'
import { SERVING_COMMANDS } from './specs/serving.ts'
import { WIRING_COMMANDS } from './specs/wiring.ts'

/** The commands by topic. Those that agents call come first, so that nothing of the others is loaded for them. */
const TOPICS: readonly (() => readonly CommandSpec[])[] = [
  () => DECIDING_COMMANDS,
  () => WIRING_COMMANDS,
  () => SERVING_COMMANDS,
  () => MANAGING_COMMANDS,
  () => GATEWAY_COMMANDS,
  () => DIALECT_COMMANDS,
]

export function allCommands(): readonly CommandSpec[] {
  return TOPICS.flatMap((commands) => commands())
}

export function commandNamed(name: string | undefined): CommandSpec | undefined {
  for (const commands of TOPICS) {
    const found = commands().find((command) => command.name === name)
    if (found !== undefined) return found
  }
  return undefined
}
