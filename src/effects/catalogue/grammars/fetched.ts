/** Part of the command catalogue: files that take their name from the address they are fetched from. */

import { type Draft, GUESS, sawFlag, traits } from '../draft.ts'
import { addValue } from '../values.ts'

const BY_ITS_NAME: ReadonlySet<string> = new Set(['-O', '--remote-name-all'])

/** `curl -O address`: the last name of it, in the folder that is said. */
export function curlFetched(draft: Draft): void {
  if (sawFlag(draft, BY_ITS_NAME)) fetched(draft, '--output-dir', false)
}

const NO_FILES: ReadonlySet<string> = new Set(['-O', '--spider', '--delete-after'])
const WITH_FOLDERS: ReadonlySet<string> = new Set(['-x', '-r', '-m', '-p'])
/** `-nH` is one flag to wget, though others would take it for two. */
const NO_HOST = /^(?:-[a-zA-Z]*nH|--no-host-directories)$/u

/** wget does so unasked; with some flags it makes the folders of the address, too, below one for the host unless told not to. */
export function wgetFetched(draft: Draft): void {
  if (sawFlag(draft, NO_FILES)) return
  fetched(draft, '-P', sawFlag(draft, WITH_FOLDERS) && draft.argv.some((word) => NO_HOST.test(word ?? '')))
}

const NAMED: ReadonlySet<string> = new Set(['-o'])

/** aria2c and axel, unless they are given a name. */
export function fetchedByName(draft: Draft): void {
  if (!sawFlag(draft, NAMED)) fetched(draft, '-d', false)
}

function fetched(draft: Draft, folderFlag: string, folders: boolean): void {
  const folder = draft.flags.find(({ flag }) => flag.names.includes(folderFlag))?.value
  // Which folder only shows when it runs; that much is said already.
  if (folder === null) return
  for (const index of draft.operands) {
    const { shape } = traits(draft, index)
    const as = shape === undefined ? 0 : GUESS
    const path = PATH.exec(draft.argv[index] ?? shape ?? '')?.[1]
    // What a variable holds may well end with a slash.
    const known = as === 0 ? path : path?.replace(/^.*\*\/?/su, '')
    const name = folders ? known : known?.slice(known.lastIndexOf('/') + 1)
    // With several names in braces nobody counts them.
    if (name === undefined || name === '' || /[[{]/u.test(name)) continue
    for (const one of new Set([name, decoded(name)]))
      addValue(draft, 'w', index, folder === undefined ? one : `${folder}/${one}`, as)
  }
}

/** What stands behind the host, without the question. */
const PATH = /^(?:\w+:\/\/)?[^/?#]+\/([^?#]*)/u

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
