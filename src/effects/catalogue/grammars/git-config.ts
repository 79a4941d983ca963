/**
 * Part of the command catalogue: `git config name` shows a setting, `git config name value` sets it; newer versions
 * have verbs.
 */

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

/** The value of such a setting is a credential: `http.….extraheader` holds the token with which CI checks out. */
const CREDENTIAL = /extraheader|token|passw|secret/iu

/** Without this flag, git leaves out the files that a file named on the command line includes. */
const FOLLOWS = new Set(['--includes'])

export function onlyGetting(draft: Draft): void {
  if (draft.operands.some((index) => CREDENTIAL.test(draft.argv[index] ?? ''))) spoil(draft, 'shows a credential')
  const files = draft.flags.filter(({ flag }) => flag.names.includes('-f'))
  if (files.some(({ value }) => value !== '.gitmodules') || (files.length > 0 && sawFlag(draft, FOLLOWS)))
    spoil(draft, 'reads the settings of another file')
  if (sawFlag(draft, GETS)) return
  const [first, ...more] = draft.operands.map((index) => draft.argv[index])
  if (first === 'get' || first === 'list') return
  if (first == null || more.length > 0 || !first.includes('.')) spoil(draft, 'git config may set a value')
}

/** Settings about appearance and about what is left out: none of their values is run, or is a path. */
const LOOKS =
  /^(?:(?:color|advice)\.\w+|core\.(?:quotepath|abbrev)|diff\.(?:renames|noprefix|algorithm|context|colormoved)|log\.(?:date|decorate)|status\.(?:short|branch|relativepaths|showuntrackedfiles)|column\.ui)=[\w-]*$|^(?:core\.pager|pager\.\w+)=(?:cat|false)?$|^(?:core\.fsmonitor|log\.showsignature)=false$/iu

/** `git -c core.quotepath=off status` */
export function isAboutLooks(setting: string): boolean {
  return LOOKS.test(setting)
}
