/**
 * An environment in which no command runs: a shell that only says that it was started, and no other program.
 *
 * It shows how a client itself judges a line, whatever that line would do.
 */

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the shell says instead. */
export const RAN = 'started-and-did-nothing'

/** Nobody listens there: what is sent to it reaches nothing. */
const NOWHERE = 'http://127.0.0.1:9'

/** @param {ReturnType<import('./place.mjs').newPlace>} place */
export function inertIn(place) {
  const bin = join(place.root, 'bin')
  mkdirSync(bin)
  const shell = join(bin, 'bash')
  writeFileSync(shell, `#!/bin/sh\necho ${RAN}\nexit 0\n`)
  chmodSync(shell, 0o755)
  // A client that insists on its own shell can be told to read this first: the shell ends before it looks at the line.
  const startup = join(place.root, 'startup.sh')
  writeFileSync(startup, `echo ${RAN}\nexit 0\n`)
  return {
    shell,
    startup,
    env: { ...place.env, PATH: bin, SHELL: shell, HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE, NO_PROXY: '127.0.0.1' },
  }
}
