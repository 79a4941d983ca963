/** Part of the command line: where readings of policy files are kept from one start to the next. */

import { join } from 'node:path'
import type { Keeping } from '../policy/kept.ts'
import { stateFolder } from '../policy/own-folders.ts'

declare const COUNTERSIGN_BUILD: string

export function keepingOf(home: string): Keeping {
  return { folder: join(stateFolder(home), 'read'), build: COUNTERSIGN_BUILD }
}
