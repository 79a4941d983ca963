/**
 * Part of reading shell lines: commands that print only numbers: digits, or nothing at all.
 *
 * INVARIANT: all their words are written out; what they read does not matter.
 */

import { isName, isWritten, plainArgv } from '../words/plain.ts'
import type { SimpleCommand } from '../syntax/script.ts'

/** Alone, or at the end of a pipe. */
export function printsDigits({ words, assigns, redirects, compound }: SimpleCommand): boolean {
  const counts = COUNTERS.get(words[0]?.value ?? '')
  if (counts === undefined || compound || assigns.length > 0 || !words.every(isWritten)) return false
  if (!redirects.every(({ op, fd, target }) => op === '<' || (fd === 2 && target?.value === '/dev/null'))) return false
  return counts(words.slice(1).map(({ value }) => value))
}

type Counter = (rest: readonly string[]) => boolean

/** Without arguments; `true` prints nothing, and is used after `||`. */
const nothing: Counter = (rest) => rest.length === 0

const processes: Counter = (rest) => rest.length > 0 && rest.every((word) => isName(word) || /^-[fxnoics]+$/.test(word))

/** By program, whether it prints only digits when it gets these words. */
const COUNTERS = new Map<string, Counter>(
  Object.entries({
    wc: (rest) => rest.length === 1 && /^-[lwcm]$/.test(rest[0] ?? ''),
    grep: ([flags, ...rest]) =>
      COUNT.test(flags ?? '') && rest.length <= 2 && rest.every((word) => !word.startsWith('-')),
    seq: (rest) => rest.length > 0 && rest.every((word) => /^\d{1,9}$/.test(word)),
    date: (rest) => namesDay(rest.slice(0, -1)) && DATE.test(rest.at(-1) ?? ''),
    stat: ([flag = '', ...rest]) => {
      const [format, ...files] = flag === '-c' ? [`-c${rest[0]}`, ...rest.slice(1)] : [flag, ...rest]
      return ASKED.test(format) && files.every(isName)
    },
    tr: (rest) => /^-(?:dc|cd) (?:0-9|\[:digit:\])$/.test(rest.join(' ')),
    awk: (rest) => rest.length === 1 && /^END ?\{ ?print NR ?\}$/.test(rest[0] ?? ''),
    nproc: nothing,
    true: nothing,
    ':': nothing,
    echo: (rest) => rest.every((word) => /^\d{1,9}$/.test(word)),
    id: (rest) => rest.length === 1 && /^-[ug]$/.test(rest[0] ?? ''),
    pgrep: processes,
    pidof: processes,
    lsof: (rest) => /^-t(?:i\S*)?$/.test(rest[0] ?? '') && rest.slice(1).every((word) => LISTENING.test(word)),
    git: ([verb = '', ...rest]) => {
      const flags = GIT_COUNTS.get(verb)
      const before = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : rest.length)
      // For a tag, `git show` also prints the tag's text.
      if (flags === undefined || (verb === 'show' && !SHOWN.test(rest.join(' ')))) return false
      return (
        before.every((word) => isName(word) || flags.may.test(word)) && before.some((word) => flags.must.test(word))
      )
    },
  } satisfies Readonly<Record<string, Counter>>),
)

/**
 * For `du -sk src | cut -f1` and `wc -l a.txt | awk '{print $1}'`: a number, followed by names that are written out and
 * have only one line.
 */
export function printsFirstNumber(stages: readonly SimpleCommand[]): boolean {
  const [first, second, ...others] = stages.map(plainArgv)
  if (first === undefined || second === undefined || others.length > 0) return false
  const [program, flag = '', ...names] = first
  // An empty delimiter is a special case: `cut -d '' -f1` prints whole lines.
  const field = second.includes('') ? '' : second.join(' ')
  if (names.length === 0 || !names.every((name) => /^[\w./][\w./-]*$/.test(name))) return false
  if (program === 'du') return /^-[bkmx]*s[bkmx]*$/.test(flag) && (field === 'cut -f1' || field === 'awk {print $1}')
  return program === 'wc' && /^-[lwcm]$/.test(flag) && FIRST_WORD.has(field)
}

const FIRST_WORD = new Set(['awk {print $1}', 'cut -d  -f1', 'cut -d   -f1', 'cut -f1 -d '])

/** Without its patch. */
const SHOWN = /^(?:-s|--no-patch) \S+(?: HEAD)?$|^\S+ (?:-s|--no-patch)(?: HEAD)?$/

/** Seconds, and counts of commits. */
const SECONDS = /^--(?:pretty|format)=(?:t?format:)?%[ac]t$/
const GIT_COUNTS: ReadonlyMap<string, { readonly may: RegExp; readonly must: RegExp }> = new Map([
  ['log', { may: new RegExp(`^-\\d+$|^-n\\d+$|${SECONDS.source}`), must: SECONDS }],
  ['show', { may: new RegExp(`^-s$|^--no-patch$|${SECONDS.source}`), must: SECONDS }],
  [
    'rev-list',
    {
      may: /^--(?:count|all|no-merges|merges|first-parent|(?:since|until|after|before|author)=[^\n]*)$/,
      must: /^--count$/,
    },
  ],
])

/** For `grep -n x file | head -1 | cut -d: -f1`: line numbers. */
export function printsLineNumbers(stages: readonly SimpleCommand[]): boolean {
  const [first, ...others] = stages.map(plainArgv)
  if (first?.[0] !== 'grep') return false
  const [, flags, ...rest] = first
  if (/^-m\d+$/.test(rest[0] ?? '')) rest.shift()
  const texts = others.map((words) => words?.join(' ') ?? '')
  return (
    NUMBERED.test(flags ?? '') &&
    rest.length === 2 &&
    isName(rest[0] ?? '') &&
    /^[\w./][\w./-]*$/.test(rest[1] ?? '') &&
    texts.filter((text) => FIRST_FIELD.has(text)).length === 1 &&
    texts.every((text) => FIRST_FIELD.has(text) || HEAD.test(text))
  )
}

/** Without `%N`: a `date` that does not know it prints it as it is, which would be a name. */
const DATE = /^\+(?:%[YmdHMSjsyVuw])+$/
/** Size, times, owners. */
const ASKED = /^(?:-c|--format=)%[sXYZugh]$/
const LISTENING = /^(?:-i\S*|(?:tcp|udp)?:\d+|-sTCP:LISTEN)$/i
/** Letters that change what is counted, not what is printed. */
const COUNT = /^-[iEFPvwx]*c[iEFPvwx]*$/
const NUMBERED = /^-[iEFPvwx]*n[iEFPvwx]*$/
const HEAD = /^(?:(?:head|tail)(?: -\d+| -n ?\d+)?|sed -n (?:\d+|\$)p)$/
const FIRST_FIELD = new Set(['cut -d: -f1', 'cut -f1 -d:', 'awk -F: {print $1}'])

/** The date is the present moment, or a day after 1970: for an earlier one, the seconds would begin with a dash. */
export function namesDay(words: readonly string[]): boolean {
  return DATED.test(words.join('\n'))
}

const DAYS = [
  'today|now|yesterday|tomorrow|@\\d{1,10}',
  '(?:197[1-9]|19[89]\\d|2\\d{3})-\\d\\d?-\\d\\d?(?:[T ]\\d\\d:\\d\\d(?::\\d\\d)?)?(?:Z| UTC)?',
  '(?:\\d{1,3} (?:minute|hour|day|week)|\\d{1,2} month|\\d year)s?(?: ago)?',
]
const DATED = new RegExp(`^(?:(?:-u|--utc)(?:\\n|$))?(?:(?:-d\\n?|--date[=\\n])(?:${DAYS.join('|')}))?$`)
