/**
 * Part of the danger catalogue, data: destructive acts that can be recognised by program, subcommand and flags.
 *
 * INVARIANT: `critical` becomes a question that no rule can silence, so it is reserved for what cannot be undone and is
 * hardly ever meant. Rows see parsed words only: text that mentions a command is no command.
 */

import { ACCESS } from './rows/access.ts'
import { CLOUDS } from './rows/clouds.ts'
import { CONTAINERS } from './rows/containers.ts'
import { DATABASES } from './rows/databases.ts'
import { MACHINE } from './rows/machine.ts'
import { SUPPLY } from './rows/supply.ts'
import { TASKS } from './rows/tasks.ts'
import { VERSION_CONTROL } from './rows/version-control.ts'
import type { Family } from './table.ts'

export const FAMILIES: readonly Family[] = [
  ...VERSION_CONTROL,
  ...DATABASES,
  ...CONTAINERS,
  ...CLOUDS,
  ...MACHINE,
  ...ACCESS,
  ...SUPPLY,
  ...TASKS,
]
