/**
 * Part of the command catalogue: flags that other words of a command imply, for restrictions. A deny on
 * `git push --force` also denies `git push origin +main`.
 */

import type { GivenFlag, Word } from '../../../engine/effect.ts'

/**
 * By program: the subcommand, or any; the words and flags that must all be given; and the flag that they imply. A star
 * stands for the rest of a word.
 */
const IMPLIED: ReadonlyMap<string, readonly Implied[]> = new Map<string, readonly Implied[]>([
  [
    'git',
    [
      ['push', '+*', '-f,--force'],
      ['push', ':*', '-d,--delete'],
      ['branch', '-d -f', '-D'],
    ],
  ],
  [
    'curl',
    [
      ...'-d --data-ascii --data-binary --data-raw --data-urlencode --json -F --form-string'
        .split(' ')
        .map((given): Implied => ['', given, '-X,--request=POST']),
      ['', '-T', '-X,--request=PUT'],
      ['', '-I', '-X,--request=HEAD'],
    ],
  ],
  ['npm', [['', '--location=global', '-g,--global']]],
  ['kill', '-KILL -SIGKILL -s=KILL -s=SIGKILL -s=9 -n=9'.split(' ').map((given): Implied => ['', given, '-9'])],
])

type Implied = readonly [sub: string, given: string, flag: string]

interface Row {
  readonly sub: string
  readonly given: readonly (string | Named)[]
  readonly flag: GivenFlag
}

type Named = Pick<GivenFlag, 'names' | 'value'>

const rows = new Map<string, readonly Row[]>()

export function impliedBy(
  path: readonly string[],
  words: readonly Word[],
  flags: readonly GivenFlag[],
): readonly GivenFlag[] {
  const found = rowsOf(path[0] ?? '')
  if (found === undefined) return NOTHING
  const isMet = ({ sub, given }: Row) =>
    (sub === '' || sub === path[1]) && given.every((one) => isGiven(one, words, flags))
  return found.filter(isMet).map(({ flag }) => flag)
}

const NOTHING: readonly GivenFlag[] = []

/** Prepared when first needed. */
function rowsOf(program: string): readonly Row[] | undefined {
  const known = rows.get(program)
  if (known !== undefined) return known
  const made = IMPLIED.get(program)?.map(([sub, given, flag]) => ({
    sub,
    given: given.split(' ').map((one) => (one.endsWith('*') ? one.slice(0, -1) : named(one))),
    flag: { ...named(flag), known: true, place: undefined },
  }))
  if (made !== undefined) rows.set(program, made)
  return made
}

/** A text matches words that begin with it. */
function isGiven(one: string | Named, words: readonly Word[], flags: readonly GivenFlag[]): boolean {
  if (typeof one === 'string') return words.some((word) => word?.startsWith(one))
  const [name = ''] = one.names
  return flags.some((flag) => flag.names.includes(name) && (one.value === undefined || flag.value === one.value))
}

function named(written: string): Named {
  const [names = '', value] = written.split('=')
  return { names: names.split(','), value }
}
