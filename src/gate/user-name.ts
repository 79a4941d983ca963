/** Part of the gate: the name of the user who runs this process, for answers and for the record. */

import { userInfo } from 'node:os'

/** In a container the user may have no name. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'somebody'
  }
}
