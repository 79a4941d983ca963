/** Part of the command line: the commands that put the gate in front of an agent, as data. */

import type { CommandSpec } from '../command.ts'

export const WIRING_COMMANDS: readonly CommandSpec[] = []
