/** Part of the Claude Code evaluator: what it strips from a command before matching, and what it takes for read-only. */

import type { Segment } from '../model/shell.ts'

const STRIPPED: ReadonlySet<string> = new Set([
  'timeout',
  'time',
  'nice',
  'nohup',
  'stdbuf',
  'command',
  'builtin',
  'noglob',
  'xargs',
])
const SEEN_THROUGH: ReadonlySet<string> = new Set([...STRIPPED, 'env', 'sudo', 'watch', 'ionice', 'setsid'])
const SAFE_VARIABLES: ReadonlySet<string> = new Set([
  'LANG',
  'LC_ALL',
  'TZ',
  'NODE_ENV',
  'NO_COLOR',
  'FORCE_COLOR',
  'CI',
])
const READ_ONLY: ReadonlySet<string> = new Set(
  'ls cat echo pwd head tail grep find wc which diff stat du cd true false test [ printf seq expr basename dirname'.split(
    ' ',
  ),
)
const READ_ONLY_GIT: ReadonlySet<string> = new Set(
  'status log diff show branch blame rev-parse ls-files describe'.split(' '),
)
const DANGEROUS = /^(?:-exec|-execdir|-delete|-ok|-fprint|--output|-o$|-c$|--config|-D$|-d$|-f$)/u

/** The command that a permission is held against; undefined where none can cover it. */
export function stripped(segment: Segment): string | undefined {
  if (segment.assigns.some((name) => !SAFE_VARIABLES.has(name))) return undefined
  if (segment.words.length === 0) return segment.assigns.length === 0 ? '' : undefined
  return unwrapped(segment.text, STRIPPED)
}

/** Every text that a restriction is held against. */
export function denyViews(segment: Segment): string[] {
  const words = segment.words.map((word) => word ?? '').join(' ')
  return [segment.text, words, unwrapped(segment.text, SEEN_THROUGH), unwrapped(words, SEEN_THROUGH)]
}

/** Numbers and flags that belong to the wrapper go with it. */
function unwrapped(text: string, wrappers: ReadonlySet<string>): string {
  const words = text.split(/[ \t]+/u).filter((word) => word !== '')
  let from = 0
  while (wrappers.has(words[from] ?? '')) {
    const wrapper = words[from]
    // `command -v` only looks the program up.
    if (wrapper === 'command' && /^-[vV]/u.test(words[from + 1] ?? '')) break
    from++
    if (wrapper === 'xargs') {
      if (words[from]?.startsWith('-') === true) return text
    } else from = pastOptions(words, from)
  }
  return words.slice(from).join(' ')
}

function pastOptions(words: readonly string[], from: number): number {
  let at = from
  while (/^(?:-|\d|[A-Za-z_]\w*=)/u.test(words[at] ?? '')) at++
  return at
}

export function isReadOnly({ words, assigns }: Segment): boolean {
  const [program, sub] = words
  if (words.length === 0) return assigns.length === 0
  if (program === undefined || assigns.length > 0) return false
  if (words.some((word) => word === undefined || DANGEROUS.test(word))) return false
  return program === 'git' ? READ_ONLY_GIT.has(sub ?? '') : READ_ONLY.has(program)
}
