/**
 * Part of the server: replaces the person's own policy files as a whole. Changes to single rules go through
 * `policy/amend`.
 */

import { createHash } from 'node:crypto'
import type { OwnLayer } from '../engine/rule.ts'
import { messageOf } from '../engine/thrown.ts'
import { readPolicy } from '../policy/document.ts'
import { targetOf } from '../policy/amend.ts'
import { layerFile } from '../policy/root.ts'
import { holdingLock } from '../policy/file-lock.ts'
import { readText, replaceText } from '../policy/replace-file.ts'
import type { OwnPlace } from './own-place.ts'
import { HttpProblem } from './problem.ts'
import { problemView } from './views/problems.ts'

export interface Edited {
  readonly file: string
  readonly before: string
  readonly after: string
}

/** Names a text, so that a client that saves can say which text it was shown. */
export function printOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/**
 * Replaces the file's text by what `edit` returns. Throws `HttpProblem` if that is not a valid policy; the file is then
 * unchanged.
 */
export async function editOwnFile(place: OwnPlace, edit: (text: string, file: string) => string): Promise<Edited> {
  const file = layerFile(place.layer, place)
  try {
    const target = targetOf(file, place)
    return await holdingLock(target, async () => {
      const before = readText(target)
      const after = edit(before, file)
      checkSound(after, file, place.layer)
      if (before !== after && !replaceText(target, before, after))
        throw new HttpProblem('conflict', `${file} was changed by somebody else meanwhile.`)
      return { file, before, after }
    })
  } catch (error) {
    if (error instanceof HttpProblem) throw error
    throw new HttpProblem('not-offered', `${file} is as it was: ${messageOf(error)}.`)
  }
}

function checkSound(text: string, file: string, layer: OwnLayer): void {
  const { problems } = readPolicy(text, { file, layer }, { now: Date.now() })
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  throw new HttpProblem('not-offered', `${file} is as it was: the text has errors.`, {
    problems: problems.map(problemView),
  })
}
