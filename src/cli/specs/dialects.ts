/** Part of the command line: the commands that carry policies to and from other systems, as data. */

import type { CommandSpec } from '../command.ts'

export const DIALECT_COMMANDS: readonly CommandSpec[] = []
