/** Part of reading shell lines: programs by what they do with names of files of which nobody knows more. */

import type { Word } from '../../../engine/effect.ts'

/** To these a folder is no file. */
const FILES_ONLY: ReadonlySet<Word> = new Set(
  `cat bat head tail less more wc jq yq sort uniq cut nl od xxd hexdump md5sum sha1sum sha256sum sed awk tac rev strings base64
   file stat grep egrep fgrep`.split(/\s+/),
)
const INTO_FOLDERS = /^-(?:\w*[rRd]|-(?:rec|deref|dir))/

export function readsFilesOnly([program = null, ...rest]: readonly Word[]): boolean {
  if (!FILES_ONLY.has(program)) return false
  return program?.endsWith('grep') !== true || !rest.some((word) => word !== null && INTO_FOLDERS.test(word))
}

/** The second name is that of a file to write, or the name begins with a sign that says something. */
const ALSO_OTHERWISE: ReadonlySet<Word> = new Set(['uniq', 'xxd', 'strings'])
/** These look at names, and at folders as such. */
const NAMES: ReadonlySet<Word> = new Set('ls du echo printf test [ basename dirname realpath'.split(' '))

/** What is named is a list of files (`md5sum -c`, `wc --files0-from`). */
const OF_LISTS = /^(?:--files0|--c|-\w*c)/

/** Each operand is a file to read or a text, and without any none is. */
export function takesNames(argv: readonly Word[]): boolean {
  const [program = null, ...rest] = argv
  const lists = program?.endsWith('sum') === true ? OF_LISTS : /^--files0/
  if (rest.some((word) => word !== null && lists.test(word))) return false
  return NAMES.has(program) || (readsFilesOnly(argv) && !ALSO_OTHERWISE.has(program))
}

/** A folder is taken with all that lies in it. */
export function takesFolders([program = null]: readonly Word[]): boolean {
  return program === 'tar' || program === 'bsdtar'
}
