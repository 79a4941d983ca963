/** Part of the command catalogue: `git config name` shows, `git config name value` sets; newer git has verbs. */

import { type Draft, sawFlag, spoil } from '../draft.ts'

const GETS = new Set([
  '--get',
  '--get-all',
  '--get-regexp',
  '--get-urlmatch',
  '--get-color',
  '--get-colorbool',
  '--list',
])

export function onlyGetting(draft: Draft): void {
  if (sawFlag(draft, GETS)) return
  const [first, ...more] = draft.operands.map((index) => draft.argv[index])
  if (first === 'get' || first === 'list') return
  if (first == null || more.length > 0 || !first.includes('.')) spoil(draft, 'git config may set a value')
}
