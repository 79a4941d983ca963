/**
 * Part of the command catalogue: filters of jq and yq that reach beyond their input (environment, modules, other
 * files).
 */

import type { Word } from '../../../engine/effect.ts'
import { addRead, addWrite, type Draft, GLOB, GUESS, isMany, META, spoil, TREE } from '../draft.ts'

const REACHES_OUT = /(?:^|[^.\w"$@-])(?:env|strenv|envsubst|load\w*|eval|system|import|include)\b|\$ENV|\$__prog/u
/** The same outside of texts: `1-env` is a subtraction, `"-env"` is a text. */
const REACHES_OUT_OF_CODE = /(?:^|[^.\w$@])(?:env|load|eval|system|import|include|modulemeta)\b/u
/** yq recognises its words by patterns, whatever stands before them: `xmlload("x")` and `.a andload("x")` load. */
const REACHES_OUT_OF_YQ = /load|env|eval|system/u
/** Two dots are a word of their own, and the name of a format (`@json`) has a definite end. */
const NAME = /(?<!\.)\.[\w-]+|\$[\w-]+/gu
const EVAL_WORDS = new Set(['e', 'ea', 'eval', 'eval-all'])

export function jqFilter(draft: Draft): void {
  check(draft, draft.operands[0])
}

/** `gh … --jq filter` can read the environment, as jq can. */
export function jqOption(draft: Draft): void {
  for (const { flag, value } of draft.flags) if (flag.names.includes('--jq')) judge(draft, value)
}

export function yqFilter(draft: Draft): void {
  const [first, second] = draft.operands
  const word = first === undefined ? undefined : draft.argv[first]
  const filter = word != null && EVAL_WORDS.has(word) ? second : first
  check(draft, filter)
  const text = filter === undefined ? '' : (draft.argv[filter] ?? '')
  // For yq, a backslash in the name of a path is an ordinary character: `."a\" | xmlload("x")`.
  const code = text.includes('\\') ? text : codeOf(text)
  if (REACHES_OUT_OF_YQ.test(code.replaceAll(NAME, '.'))) reachesOut(draft)
  // A single word is the file, if there is one with that name; `.env.x` is most likely a path in the document.
  if (first !== undefined && word != null && draft.operands.length === 1)
    addRead(draft, first, word, GUESS | (/^\.\w+[.[]/u.test(word) ? META : 0))
  if (!draft.flags.some(({ flag }) => flag.names.includes('-i'))) return
  draft.writes = true
  for (const { index, value, certain, tree, glob } of draft.effects.filter(({ type }) => type === 'read'))
    addWrite(draft, 'modify', index, value, (certain ? 0 : GUESS) | (tree ? TREE : 0) | (glob ? GLOB : 0))
}

/** `jq e* f`: the filter would be the name of a file that fits the pattern. */
function check(draft: Draft, index: number | undefined): void {
  if (index !== undefined) judge(draft, isMany(draft, index) ? null : draft.argv[index])
}

function judge(draft: Draft, filter: Word | undefined): void {
  if (filter == null || REACHES_OUT.test(filter)) return reachesOut(draft)
  // Names in a path of yq may contain dashes; only in jq a dash subtracts.
  if (draft.table.spec.guard !== yqFilter && REACHES_OUT_OF_CODE.test(codeOf(filter))) reachesOut(draft)
}

/**
 * The filter without its texts, but with what is inserted into them: `"a \(.b)"`. After a `#`, what looks like a text
 * may be none.
 */
function codeOf(filter: string): string {
  let code = ''
  let isText = false
  let depth = 0
  const outer: number[] = []
  for (let at = 0; at < filter.length; at++) {
    const sign = filter.charAt(at)
    if (isText && sign === '\\') {
      if (filter.charAt(++at) !== '(') continue
      outer.push(depth)
      depth = 0
      isText = false
    } else if (sign === '"') isText = !isText
    else if (isText) continue
    else if (sign === '#') return code + filter.slice(at)
    else if (sign === '(') depth++
    else if (sign === ')' && depth-- === 0) {
      isText = outer.length > 0
      depth = outer.pop() ?? 0
    }
    code += sign
  }
  return code
}

/** The name of a file that is computed (`load(.x)`, `{search: "./x"}`) is not known. */
function reachesOut(draft: Draft): void {
  spoil(draft, 'the filter reaches beyond its input')
  if (draft.operands.some((index) => FURTHER.test(draft.argv[index] ?? ''))) draft.unknown = true
}

const FURTHER = /load|\bsearch\b|\beval\b|modulemeta/u
