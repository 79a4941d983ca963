/** Part of the command line: the user's home. */

import { homedir } from 'node:os'

/**
 * The same folder that Node's `homedir` returns, which on these systems is HOME if it is set. Loading Node's module for
 * it takes long.
 */
export function homeFolder(): string {
  const said = process.env['HOME']
  return process.platform !== 'win32' && said?.startsWith('/') === true ? said : homedir()
}
