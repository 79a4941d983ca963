/** Part of the command catalogue: `apply_patch`, which some agents take for their own tool when a shell line begins with it. */

import { readPatch } from '../../../vocabulary/patch.ts'
import { addWrite, addOperand, type Draft, spoil } from '../draft.ts'

/** Its one operand is the patch; without it the patch comes from the input, and could touch anything. */
export function patchText(draft: Draft, from: number): void {
  draft.writes = true
  const text = draft.argv[from]
  if (typeof text !== 'string' || draft.argv.length > from + 1) {
    draft.unknown = true
    return spoil(draft, 'the patch is not told by the command')
  }
  addOperand(draft, from)
  const { files, problem } = readPatch(text)
  for (const { path, how } of files) addWrite(draft, how, from, path, true)
  if (problem === undefined) return
  draft.unknown = true
  spoil(draft, problem)
}
