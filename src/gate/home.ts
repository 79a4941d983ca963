/** Part of opening a gate: whose policy, store and keys count unless the caller says so. */

import { homedir, userInfo } from 'node:os'
import { isAbsolute } from 'node:path'

/** Where `HOME` is empty or relative it would be a folder of the project's, into which an agent writes. */
export function ownHome(): string {
  const said = homedir()
  return isAbsolute(said) ? said : userInfo().homedir
}
