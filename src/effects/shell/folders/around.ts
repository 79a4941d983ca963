/** Part of reading shell lines: paths that git takes from the top of its repository, which may be any folder around. */

import type { Word } from '../../../engine/effect.ts'
import { includes } from '../../code-at.ts'
import type { Folders } from '../variables/state.ts'

/** `HEAD:src/a.ts`, `:(top)src`, `:/src` */
export function isOfRevision(word: Word): boolean {
  return word !== null && includes(word, ':') && OF_REVISION.test(word)
}

const OF_REVISION = /^(?!-)\S*:/u

/** The folders, and each that they lie in. */
export function withThoseAround(folders: Folders): Folders {
  if (folders === null) return null
  const all = new Set(folders)
  for (const folder of folders)
    for (let end = folder.lastIndexOf('/'); end > 0; end = folder.lastIndexOf('/', end - 1))
      all.add(folder.slice(0, end))
  return [...all]
}
