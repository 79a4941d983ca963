/** Part of the command line: the commands that stand between a client and what it speaks to, as data. */

import type { CommandSpec } from '../command.ts'

export const GATEWAY_COMMANDS: readonly CommandSpec[] = []
