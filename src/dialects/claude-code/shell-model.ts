/**
 * Part of the Claude Code evaluator: what it strips from a command before matching, and what it considers read-only.
 */

import type { Segment } from '../model/shell.ts'

export const STRIPPED: ReadonlySet<string> = new Set([
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

/** The command with which a permission is compared; undefined if no permission can cover it. */
export function stripped(segment: Segment): string | undefined {
  if (segment.assigns.some((name) => !SAFE_VARIABLES.has(name))) return undefined
  if (segment.words.length === 0) return segment.assigns.length === 0 ? '' : undefined
  return unwrapped(segment.text, STRIPPED)
}

/** Every text with which a restriction is compared: without each wrapper, and with the program's own name. */
export function denyViews(segment: Segment): string[] {
  const words = segment.words.map((word) => word ?? '').join(' ')
  return [segment.text, words].flatMap((text) => {
    const views = [text]
    for (let last = text; ;) {
      const next = unwrapped(last, SEEN_THROUGH, 1)
      if (next === last) return [...views, ...views.map((view) => view.replace(/^\S*\//u, ''))]
      views.push((last = next))
    }
  })
}

/** Parts of a command that no permission covers: those that only running would tell, and those that run separately. */
export function isBeyondRules(command: string): boolean {
  const bare = command.replaceAll(/'[^']*'/gu, '').replaceAll(/\\./gu, '')
  return (
    /[`$]/u.test(bare) ||
    /[{(]|(?<![&<>])&(?![&>])|^\s*(?:for|coproc|function)\s/mu.test(bare.replaceAll(/"[^"]*"/gu, ''))
  )
}

/** Programs whose operands it treats as files, whatever rule names the program. */
const READ_FILES =
  'cat head tail grep rg sed less wc diff sort uniq cut base64 strings od stat file cp mv awk jq'.split(' ')
export const WRITE_FILES: readonly string[] = 'rm rmdir mv cp touch mkdir sed'.split(' ')
const LOOK = 'ls find cd'.split(' ')
const FILE_PROGRAMS: ReadonlySet<string> = new Set([...READ_FILES, ...WRITE_FILES, ...LOOK])

export function readsFiles([program, sub]: Segment['words']): boolean {
  return READ_FILES.includes(program ?? '') || (program === 'git' && sub === 'diff')
}

export function writesFiles([program, ...args]: Segment['words']): boolean {
  if (program === 'sed') return args.some((word) => word === undefined || /^-(?:[A-Za-z]*i|-in-place)/u.test(word))
  return WRITE_FILES.includes(program ?? '')
}

/** Whether the command names a file outside. */
export function leadsOut({ text }: Segment, isInside: (path: string) => boolean): boolean {
  const [program = '', ...args] = unwrapped(text, STRIPPED).split(/[ \t]+/u)
  if (!FILE_PROGRAMS.has(program) && !(program === 'git' && args[0] === 'diff')) return false
  return args.some((word) => /^(?:\/|~|\.\.)/u.test(word) && !isInside(word))
}

/** Also removes the wrapper's own numbers and flags. */
function unwrapped(text: string, wrappers: ReadonlySet<string>, most = Infinity): string {
  const words = text.split(/[ \t]+/u).filter((word) => word !== '')
  let from = 0
  for (let times = 0; times < most && wrappers.has(words[from] ?? ''); times++) {
    const wrapper = words[from]
    // `command -v` only looks the program up.
    if (wrapper === 'command' && /^-[vV]/u.test(words[from + 1] ?? '')) break
    from++
    if (wrapper === 'xargs') {
      if (words[from]?.startsWith('-') === true) return text
    } else from = pastOptions(words, from)
  }
  // Unchanged if nothing is stripped, because an exact rule counts blanks.
  return from === 0 ? text : words.slice(from).join(' ')
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
