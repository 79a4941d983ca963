/** Part of the command line: the user's home. */

import { homedir } from 'node:os'

/** As Node says it, which on these systems is HOME where that is set; but loading what Node says it with takes long. */
export function homeFolder(): string {
  const said = process.env['HOME']
  return process.platform !== 'win32' && said?.startsWith('/') === true ? said : homedir()
}
