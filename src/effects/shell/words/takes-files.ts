/** Part of reading shell lines: what programs do with names of files about which nothing else is known. */

import type { Word } from '../../../engine/effect.ts'

/** Programs that do not accept a folder as a file. */
const FILES_ONLY: ReadonlySet<Word> = new Set(
  `cat bat head tail less more wc jq yq sort uniq cut nl od xxd hexdump md5sum sha1sum sha256sum sed awk tac rev strings base64
   file stat grep egrep fgrep`.split(/\s+/),
)
const INTO_FOLDERS = /^-(?:\w*[rRd]|-(?:rec|deref|dir))/

export function readsFilesOnly([program = null, ...rest]: readonly Word[]): boolean {
  if (!FILES_ONLY.has(program)) return false
  return program?.endsWith('grep') !== true || !rest.some((word) => word !== null && INTO_FOLDERS.test(word))
}

/** Of these, the programs that tell about a file, and show nothing that is in it. */
const TELLS: ReadonlySet<Word> = new Set(['file', 'stat', 'wc'])

export function showsFiles(program: Word): boolean {
  return FILES_ONLY.has(program) && !TELLS.has(program)
}

/** Whether anything that is in the files may be shown, and not just what they are called and how large they are. */
export function showsContent([program = null, ...rest]: readonly Word[]): boolean {
  if (TELLS.has(program) || NAMES.has(program) || SERVICES.has(program) || program?.endsWith('sum') === true)
    return false
  return program?.endsWith('grep') !== true || !rest.some((word) => word !== null && ONLY_NAMES.test(word))
}

/** Their names are those of pods, containers and runs. */
const SERVICES: ReadonlySet<Word> = new Set('kubectl oc docker podman helm gh systemctl'.split(' '))

const ONLY_NAMES = /^(?:-[a-zA-Z]*[lLcq]|--(?:files-with|count|quiet|silent))/

/** Programs that write to their second file, or give a meaning to a sign at the beginning of a name. */
const ALSO_OTHERWISE: ReadonlySet<Word> = new Set(['uniq', 'xxd', 'strings'])
/** Programs that look at names, and at folders themselves. */
const NAMES: ReadonlySet<Word> = new Set('ls du echo printf test [ basename dirname realpath'.split(' '))

/** The file that is named is a list of files (`md5sum -c`, `wc --files0-from`). */
const OF_LISTS = /^(?:--files0|--c|-\w*c)/

/** Whether each operand is a file to read or a text, and no file is read without operands. */
export function takesNames(argv: readonly Word[]): boolean {
  const [program = null, ...rest] = argv
  const lists = program?.endsWith('sum') === true ? OF_LISTS : /^--files0/
  if (rest.some((word) => word !== null && lists.test(word))) return false
  return NAMES.has(program) || (readsFilesOnly(argv) && !ALSO_OTHERWISE.has(program))
}

/** What these do with a name, their script says, which is read by itself. */
const SHELLS: ReadonlySet<Word> = new Set('sh bash dash zsh ksh'.split(' '))

/** Whether a folder may be used with everything in it. */
export function takesFolders(argv: readonly Word[]): boolean {
  const [program = null] = argv
  return !readsFilesOnly(argv) && !NAMES.has(program) && !SHELLS.has(program)
}
