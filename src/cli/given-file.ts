/** Part of the command line: a file that the user names. */

import { readFileSync } from 'node:fs'
import { messageOf } from '../engine/thrown.ts'
import { BadUse } from './bad-use.ts'

/** `what`: what the file is, for the message: the policy, the profile. */
export function textOf(file: string, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    throw new BadUse(`${what} ${file} cannot be read: ${whyUnreadable(error)}`)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text',
}

/** The reason in words that a person can act on. */
export function whyUnreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  return REASONS[code ?? ''] ?? code ?? messageOf(error)
}
