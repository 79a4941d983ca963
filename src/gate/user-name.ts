/** Part of the gate: the name of whoever runs this process, for answers and for the record. */

import { userInfo } from 'node:os'

/** In a container there may be none. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'somebody'
  }
}
