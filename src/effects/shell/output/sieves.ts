/**
 * Part of reading shell lines: commands in a pipe that pass on the lines they get, perhaps not all of them, or in
 * another order.
 */

import type { SimpleCommand } from '../syntax/script.ts'
import { isName, isSilencing, isWritten, plainArgv } from '../words/plain.ts'

const FIRST = /^(?:-\d+|-n ?\d+)?$/

/** `| head -1` passes on its input; another word would be a file. */
export function passesOn({ words, stage, redirects }: SimpleCommand): boolean {
  const [program, ...rest] = words
  return (
    stage > 0 &&
    (program?.value === 'head' || program?.value === 'tail') &&
    rest.every(isWritten) &&
    FIRST.test(rest.map(({ value }) => value).join(' ')) &&
    redirects.every((one) => one.fd === 2 && isSilencing(one))
  )
}

/** For `sort -u`, `grep -v test`, `sed -n 1,5p`: each line that is left is whole. */
export function isSieve(command: SimpleCommand): boolean {
  const [program, ...rest] = plainArgv(command) ?? []
  switch (program) {
    case 'sort':
      return rest.every((word) => /^-[rnuVfh]+$/.test(word))
    case 'uniq':
    case 'cat':
      return rest.length === 0
    case 'sed':
      return /^(?:-n \d+(?:,\d+)?p|\d+q)$/.test(rest.join(' '))
    case 'grep':
      return rest.filter(isName).length === 1 && rest.every((word) => isName(word) || /^-[EFPivwx]+$/.test(word))
    default:
      return false
  }
}

/** For `sort -z`, `head -z -n 5`: the same for names that end in zero bytes. */
export function isSieveByZero(command: SimpleCommand): boolean {
  const [program, ...rest] = plainArgv(command) ?? []
  switch (program) {
    case 'sort':
      return rest.every((word) => /^-[rnuVfhz]+$/.test(word)) && rest.some((word) => word.includes('z'))
    case 'head':
    case 'tail':
      return /^-z(?: -\d+|n ?\d+| -n ?\d+)$/.test(rest.join(' '))
    default:
      return false
  }
}
