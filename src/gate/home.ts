/** Part of opening a gate: the home whose policy, store and keys count unless the caller names another one. */

import { homedir, userInfo } from 'node:os'
import { isAbsolute } from 'node:path'

/** If `HOME` were empty or relative, the home would be a folder of the project, where an agent can write. */
export function ownHome(): string {
  const said = homedir()
  return isAbsolute(said) ? said : userInfo().homedir
}
