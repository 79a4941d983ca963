/** Part of the command catalogue: programs that make or change files, if their words say how far that goes. */

import { type Draft, GUESS, sawFlag, spoil, TREE } from '../draft.ts'
import { addValue } from '../values.ts'
import { backsUpElsewhere } from './links.ts'

const CHECK = new Set(['-check'])

/** `terraform fmt` rewrites the current folder unless told to check. */
export function onlyChecked(draft: Draft): void {
  if (sawFlag(draft, CHECK)) return
  draft.writes = true
  spoil(draft, 'rewrites sources')
}

const SINKS = new Set(['/dev/null', '/dev/stdout', '/dev/stderr'])

/** `tee /dev/stderr` writes to something that is already open. */
export function onlySinks(draft: Draft): void {
  if (draft.operands.length === 0 || !draft.operands.every((index) => SINKS.has(draft.argv[index] ?? ''))) return
  draft.writes = false
  draft.effects = []
}

const ABOUT_ITSELF = new Set(['--help', '--version'])

const UNMADE = new Set(['--dry-run'])
const ONLY_NAMED = new Set(['-u', '-d', '-q', '-du', '-ud', '--dry-run', '--directory', '--quiet'])

/** It makes files with names that it chooses itself. */
export function madeSomewhere(draft: Draft): void {
  if (draft.argv.length === 2 && sawFlag(draft, ABOUT_ITSELF)) return
  // Only a name is printed: at most a file of that name has been there for a moment, where such files are made.
  if (draft.argv.slice(1).every((word) => word !== null && ONLY_NAMED.has(word)) && sawFlag(draft, UNMADE)) {
    draft.writes = false
    return
  }
  draft.writes = true
  spoil(draft, 'makes files of its own naming')
}

const LENDS = /^[0-7]*[2-7][0-7]{3}$|[+=][rwxXt]*s/u

/** `chmod u+s x`, `install -m 4755 a b`: letting others run a file with its owner's rights is more than editing it. */
export function lendsNoRights(draft: Draft): void {
  const [mode] = draft.path[0] === 'chmod' ? draft.operands : []
  const asked = draft.flags.map(({ flag, value }) => (flag.names.includes('--mode') ? value : undefined))
  const texts = mode === undefined ? asked : [draft.argv[mode]]
  if (texts.some((text) => text != null && LENDS.test(text))) spoil(draft, 'lends the rights of its owner')
}

const FOLDERS = new Set(['-d'])

/** `install -d a b`: each operand is a folder that is made. */
export function installs(draft: Draft): void {
  backsUpElsewhere(draft)
  lendsNoRights(draft)
  if (sawFlag(draft, FOLDERS)) for (const index of draft.operands) addValue(draft, 'c', index, draft.argv[index])
}

const FOLDERS_OF_PACKAGES = ['-t', '-d', '-w']

/** pip: the files of a package may have any name. */
export function laysPackages(draft: Draft): void {
  for (const { flag, index, value } of draft.flags)
    if (FOLDERS_OF_PACKAGES.some((name) => flag.names.includes(name))) addValue(draft, 'w', index, value, GUESS | TREE)
}
