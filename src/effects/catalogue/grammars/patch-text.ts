/**
 * Part of the command catalogue: programs whose files are named by a patch. Some agents run their own tool if a shell
 * line begins with `apply_patch`.
 */

import { readPatch } from '../../../vocabulary/patch.ts'
import { showsTracked } from './git-names.ts'
import { addOperand, addWrite, type Draft, GUESS, sawFlag, spoil, TREE } from '../draft.ts'

/** Its only operand is the patch; without it the patch comes from the input, and could change anything. */
export function patchText(draft: Draft, from: number): void {
  draft.writes = true
  const text = draft.argv[from]
  if (typeof text !== 'string' || draft.argv.length > from + 1) {
    draft.unknown = true
    return spoil(draft, 'the patch is not told by the command')
  }
  addOperand(draft, from)
  const { files, problem } = readPatch(text)
  for (const { path, how } of files) addWrite(draft, how, from, path)
  if (problem === undefined) return
  draft.unknown = true
  spoil(draft, problem)
}

const LOOKS = new Set(['--stat', '--numstat', '--summary', '--check', '--dry-run', '--show-current-patch'])

/** `patch < x`, `git apply x`: changes some file below the folder. */
export function toldByPatch(draft: Draft): void {
  if (sawFlag(draft, LOOKS) || (draft.path[0] === 'patch' && draft.operands.length > 0)) return
  if (draft.path.at(-1) === 'am') draft.own = true
  const into = draft.flags.filter(({ flag }) => flag.names.includes('-d') || flag.names.includes('--directory'))
  if (into.length === 0) addWrite(draft, 'create', 0, '.', GUESS | TREE)
  for (const { value } of into) addWrite(draft, 'create', 0, value ?? '.', GUESS | TREE)
}

const PRINTS = new Set(['--stdout'])

/** `git format-patch --stdout` prints as `git log -p` does. Otherwise each patch becomes a file. */
export function printsPatches(draft: Draft): void {
  showsTracked(draft)
  if (sawFlag(draft, PRINTS)) return
  draft.own = true
  spoil(draft, 'writes patch files')
}

/** Unless the patch is only looked at, a rule that names `git apply` permits the change. */
export function appliedPatch(draft: Draft): void {
  draft.own = !sawFlag(draft, LOOKS)
  toldByPatch(draft)
}
