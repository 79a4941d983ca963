/** Part of the command line: every command, as data, in the order of the help. */

import type { CommandSpec } from './command.ts'
import { DECIDING_COMMANDS } from './specs/deciding.ts'
import { DIALECT_COMMANDS } from './specs/dialects.ts'
import { GATEWAY_COMMANDS } from './specs/gateways.ts'
import { MANAGING_COMMANDS } from './specs/managing.ts'
import { SERVING_COMMANDS } from './specs/serving.ts'
import { WIRING_COMMANDS } from './specs/wiring.ts'

export const COMMANDS: readonly CommandSpec[] = [
  ...DECIDING_COMMANDS,
  ...WIRING_COMMANDS,
  ...SERVING_COMMANDS,
  ...MANAGING_COMMANDS,
  ...GATEWAY_COMMANDS,
  ...DIALECT_COMMANDS,
]
