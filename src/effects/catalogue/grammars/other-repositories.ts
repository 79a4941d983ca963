/** Part of the command catalogue: programs that ask another host because of the name of a module or a revision. */

import { type Draft, GUESS, sawFlag, short, spoil } from '../draft.ts'
import { addValue } from '../values.ts'

/**
 * hg: a template without a field may be a file, and a set of revisions, in any word, may be those of another
 * repository.
 */
export function onlyLocalSets(draft: Draft): void {
  for (const { flag, index, value } of draft.flags)
    if (flag.names.includes('-T') && value?.includes('{') === false) addValue(draft, 'r', index, value)
  for (let index = draft.from; index < draft.argv.length; index++) {
    const word = draft.argv[index]
    if (word === null) spoil(draft, 'a dynamic set of revisions')
    else if (word !== undefined && /\b(?:remote|outgoing)\s*\(/u.test(word))
      spoil(draft, `asks another repository: ${short(word)}`)
  }
}

const QUERIES = new Set(['-versions'])
const WELL_KNOWN = /^(?:github\.com|gitlab\.com|gopkg\.in|(?:google\.)?golang\.org)\//u

/**
 * go: with `-mod=mod` even a listing rewrites go.mod, and a query (`x@latest`) asks the host in the name of the module.
 */
export function knownModules(draft: Draft): void {
  for (const index of draft.operands) {
    const module = draft.argv[index]
    if (module === null) spoil(draft, 'a dynamic module')
    if (module == null || WELL_KNOWN.test(module) || !(module.includes('@') || sawFlag(draft, QUERIES))) continue
    spoil(draft, `asks the host of ${short(module)}`)
    addValue(draft, 'u', index, module.replace(/[@/].*$/su, ''), GUESS)
  }
  for (const { flag, value } of draft.flags)
    if (flag.names.includes('-mod') && value !== 'readonly' && value !== 'vendor') spoil(draft, 'may rewrite go.mod')
}
