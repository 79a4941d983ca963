/** Part of the command catalogue: jq and yq filters that reach beyond their input (environment, modules, other files). */

import type { Word } from '../../../engine/effect.ts'
import { addRead, addWrite, type Draft, GLOB, GUESS, isMany, META, spoil, TREE } from '../draft.ts'

const REACHES_OUT = /(?:^|[^.\w"$@-])(?:env|strenv|envsubst|load\w*|eval|system|import|include)\b|\$ENV|\$__prog/u
const EVAL_WORDS = new Set(['e', 'ea', 'eval', 'eval-all'])

export function jqFilter(draft: Draft): void {
  check(draft, draft.operands[0])
}

/** `gh … --jq filter` reads the environment as jq does. */
export function jqOption(draft: Draft): void {
  for (const { flag, value } of draft.flags) if (flag.names.includes('--jq')) judge(draft, value)
}

export function yqFilter(draft: Draft): void {
  const [first, second] = draft.operands
  const word = first === undefined ? undefined : draft.argv[first]
  check(draft, word != null && EVAL_WORDS.has(word) ? second : first)
  // A word by itself is the file, where there is one of that name; `.env.x` is most likely a path in what it reads.
  if (first !== undefined && word != null && draft.operands.length === 1)
    addRead(draft, first, word, GUESS | (/^\.\w+[.[]/u.test(word) ? META : 0))
  if (!draft.flags.some(({ flag }) => flag.names.includes('-i'))) return
  draft.writes = true
  for (const { index, value, certain, tree, glob } of draft.effects.filter(({ type }) => type === 'read'))
    addWrite(draft, 'modify', index, value, (certain ? 0 : GUESS) | (tree ? TREE : 0) | (glob ? GLOB : 0))
}

/** `jq e* f`: of a pattern the name of a file would be the filter. */
function check(draft: Draft, index: number | undefined): void {
  if (index !== undefined) judge(draft, isMany(draft, index) ? null : draft.argv[index])
}

function judge(draft: Draft, filter: Word | undefined): void {
  if (filter == null || REACHES_OUT.test(filter)) spoil(draft, 'the filter reaches beyond its input')
  // yq's `load("file")`; a name that is put together nobody knows.
  if (filter != null && /\bload/u.test(filter)) draft.unknown = true
}
