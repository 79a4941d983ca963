/** Part of the tests against a real bash: whether there is one. */

import { spawnSync } from 'node:child_process'

export const hasBash = spawnSync('timeout', ['5', 'bash', '-c', '((BASH_VERSINFO[0] >= 5))']).status === 0
if (!hasBash)
  console.warn(
    'There is no bash 5, or no `timeout` to bound it, on this machine: the lines that it would run are left out.',
  )
