/**
 * Part of the command catalogue: compressors replace the files they are given, unless they only list, test or print.
 */

import { type Draft, GUESS, sawFlag, spoil, TREE } from '../draft.ts'
import { addValue } from '../values.ts'

const PRINTS = new Set(['-c', '--stdout', '--help', '--version'])
const LOOKS = new Set(['-l', '--list', '-t', '--test'])
/** For most of them, the last of these flags and those above decides. */
const WORKS = new Set(['-d', '-z'])

/** Turns the operands into reads if nothing is replaced. */
export function onlyListing(draft: Draft): void {
  if (!sawFlag(draft, PRINTS) && (!sawFlag(draft, LOOKS) || sawFlag(draft, WORKS))) {
    draft.writes = draft.operands.length > 0 || draft.flags.some(({ flag }) => flag.role === 'w')
    if (draft.operands.length === 0) return
    // The result contains everything that was in the file.
    for (const index of draft.operands) {
      addValue(draft, 'r', index, draft.argv[index])
      addUnpacked(draft, index)
    }
    return spoil(draft, 'replaces files by others of its own naming')
  }
  draft.writes = draft.flags.some(({ flag }) => flag.role === 'w')
  const operands = new Set(draft.operands)
  draft.effects = draft.effects.map((effect) =>
    effect.type === 'write' && operands.has(effect.index) ? { ...effect, type: 'read', how: undefined } : effect,
  )
}

/** `x.gz` becomes `x`; with the option for the name kept inside the file, it may become any name. */
function addUnpacked(draft: Draft, index: number): void {
  const file = draft.argv[index]
  if (typeof file !== 'string') return
  const [, bare, ending] = ENDING.exec(file) ?? []
  if (bare !== undefined) addValue(draft, 'c', index, TARS.has(ending ?? '') ? `${bare}.tar` : bare, GUESS)
  if (!sawFlag(draft, KEPT_NAME)) return
  const slash = file.lastIndexOf('/')
  addValue(draft, 'w', index, slash < 0 ? '.' : file.slice(0, slash + 1), GUESS | TREE)
}

const ENDING = /^(.*[^/])\.([A-Za-z0-9]+)$/su
const TARS: ReadonlySet<string> = new Set(['tgz', 'taz', 'txz', 'tlz', 'tbz', 'tbz2', 'tzst'])
const KEPT_NAME: ReadonlySet<string> = new Set(['-N', '--name'])
