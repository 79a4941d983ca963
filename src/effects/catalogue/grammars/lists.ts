/** Part of the command catalogue: programs that read the names of files from standard input. */

import { addWrite, type Draft, GUESS, sawFlag, TREE } from '../draft.ts'
import { addContents, addValue } from '../values.ts'

const LISTED = /^(?:--stdin-paths|--batch(?:-command)?(?:=.*)?|-@)$/su

/** `git hash-object --stdin-paths`, `zip x.zip -@`: only running it tells which files. */
export function listedOnInput(draft: Draft): void {
  if (draft.argv.some((word) => word !== null && LISTED.test(word))) draft.unknown = true
}

/** `git update-index --stdin`; for other programs, `--stdin` is the text itself. */
export function indexedOnInput(draft: Draft): void {
  if (draft.argv.includes('--stdin')) draft.unknown = true
}

const UNPACKS = new Set(['-i', '--extract'])
const PASSES = new Set(['-p', '--pass-through'])
const LISTS = new Set(['-t', '--list'])

/** cpio: packs or copies the files that its input names, and unpacks what its input contains. */
export function copiedInAndOut(draft: Draft): void {
  if (!sawFlag(draft, LISTS)) {
    draft.own = true
    if (!sawFlag(draft, UNPACKS)) draft.unknown = true
    else unpackedInto(draft)
  }
  if (sawFlag(draft, PASSES))
    for (const index of draft.operands) addValue(draft, 'w', index, draft.argv[index], GUESS | TREE)
  for (const { flag, index, value } of draft.flags)
    if (typeof value === 'string' && value.includes(':') && flag.names.some((name) => ARCHIVES.has(name)))
      addValue(draft, 'u', index, value.slice(0, value.indexOf(':')).replace(/^.*@/su, ''), GUESS)
}

function unpackedInto(draft: Draft): void {
  const into = draft.flags.filter(({ flag }) => flag.names.includes('-D'))
  if (into.length === 0) addWrite(draft, 'modify', 0, '.', GUESS | TREE)
  for (const { index, value } of into) addValue(draft, 'w', index, value, GUESS | TREE)
}

const ARCHIVES = new Set(['-F', '-I', '-O'])

/** pax: packs its operands, or without operands the files that its input names. */
export function packedByPax(draft: Draft): void {
  const writes = draft.flags.some(({ flag }) => flag.names.includes('-w'))
  if (writes && draft.operands.length === 0) draft.unknown = true
  if (!draft.flags.some(({ flag }) => flag.names.includes('-r'))) return
  const last = draft.operands.at(-1)
  if (writes) addValue(draft, 'w', last ?? 0, last === undefined ? null : draft.argv[last], GUESS | TREE)
  else addWrite(draft, 'modify', 0, '.', GUESS | TREE)
}

/** zip: packing the current folder packs every file that a rule names; `-@` takes the names from the input. */
export function packedFolders(draft: Draft): void {
  listedOnInput(draft)
  for (const index of draft.operands.slice(1)) {
    const word = draft.argv[index]
    if (word != null) addContents(draft, index, word)
  }
}
