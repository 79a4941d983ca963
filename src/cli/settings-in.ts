/** Part of the command line: the settings files of agents, which may be missing, and may lie in a stranger's checkout. */

import { readFileSync, statSync } from 'node:fs'
import { BadUse } from './bad-use.ts'

const LARGEST = 16 * 1024 * 1024

/** Undefined if there is no such file. Only plain files are read: a device could go on for ever. */
export function settingsIn(path: string): string | undefined {
  try {
    const stat = statSync(path)
    if (!stat.isFile() || stat.size > LARGEST) throw new BadUse(`${path} is not a plain file`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof BadUse) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new BadUse(`${path} cannot be read: ${code}`)
  }
}
