/**
 * Part of the command catalogue: `ps` and programs that call it can show the environment of processes, where tokens are
 * kept.
 */

import { includes } from '../../code-at.ts'
import { type Draft, isMany, sawFlag, spoil, traits } from '../draft.ts'

/** ps: the letter `e` without a dash shows every process's environment, and so does a column of that name. */
export function noEnvironments(draft: Draft): void {
  shownByPs(draft, draft.operands)
  noColumns(draft)
  // `ps -p $X`: if it becomes several words, those after the first are operands. `$USER` and the output of `whoami` are
  // one name.
  for (const { flag, value, index } of draft.flags)
    if (value === null && !(BY_USER.test(flag.names[0] ?? '') && traits(draft, index).undashed === true))
      shownByPs(
        draft,
        [index, index + 1].filter((at) => draft.argv[at] === null && isMany(draft, at)),
      )
}

const BY_USER = /^-[uU]$/u
const COLUMNS = /^-[oO]$/u
const ENVIRONMENTS = 'environ'
const LATEST = new Set(['-l'])

/** docker top: the words after the container are for ps; `podman top -l` names no container. */
export function noEnvironmentsInside(draft: Draft): void {
  shownByPs(draft, sawFlag(draft, LATEST) ? draft.operands : draft.operands.slice(1))
  noColumns(draft)
}

/** `ps -o environ` */
function noColumns(draft: Draft): void {
  for (const { flag, value, index } of draft.flags)
    if (COLUMNS.test(flag.names[0] ?? '') && (includes(value ?? ENVIRONMENTS, ENVIRONMENTS) || isMany(draft, index)))
      spoil(draft, 'shows the environment of processes')
}

function shownByPs(draft: Draft, words: readonly number[]): void {
  for (const index of words)
    if (/^[A-Za-z]*e[A-Za-z]*$|environ/u.test(draft.argv[index] ?? traits(draft, index).digits ?? 'e'))
      spoil(draft, 'shows the environment of processes')
}
