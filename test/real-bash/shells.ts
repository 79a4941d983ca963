/** Part of the tests against real shells: which of them are there. */

import { spawnSync } from 'node:child_process'

export const hasBash = isThere(['bash'], '((BASH_VERSINFO[0] >= 5))', 'bash 5')

/** Whether it runs a line; who is told of it that lacks one. */
export function isThere(shell: readonly string[], line = 'true', name = shell[0]): boolean {
  const isHere = spawnSync('timeout', ['60', ...shell, '-c', line]).status === 0
  if (!isHere)
    console.warn(
      `There is no ${name}, or no \`timeout\` to bound it, on this machine: the lines that it would run are left out.`,
    )
  return isHere
}
