/** Part of looking at what lies there: the files that were met, as effects. */

import type { FileAccess, Unknown } from '../../engine/effect.ts'
import { FileUse } from '../file.ts'
import { changed } from '../make.ts'

/** What a program does that reads the file. */
export function readOf(path: string, real: string): FileAccess {
  return { type: 'read', path, real, reach: 'exact', certain: true, harmless: true, of: 0 }
}

/** One of the files: whether the call reads it only shows when it runs. */
export function foundUse({ of, cwd, span, certain }: FileUse, path: string): FileUse {
  const use = new FileUse('read', path, of, cwd, span)
  use.certain = certain
  use.found = true
  return use
}

/** Only rules may have something against it. */
export function unshown(effect: FileAccess | Unknown): FileAccess | Unknown {
  return changed(effect, { finding: undefined, harmless: true })
}
