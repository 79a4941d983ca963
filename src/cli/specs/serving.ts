/** Part of the command line: the commands that serve people and agents, as data. */

import type { CommandSpec } from '../command.ts'

export const SERVING_COMMANDS: readonly CommandSpec[] = []
