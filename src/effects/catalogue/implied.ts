/**
 * Part of the command catalogue: flags that a command is given by other words, for restrictions. Who denies `git push --force` has
 * denied `git push origin +main`.
 */

import type { GivenFlag, Word } from '../../engine/effect.ts'

/** By program or command: what is all given, and the flag that this is. A star ends what a word begins with. */
const IMPLIED: Readonly<Record<string, readonly (readonly [given: string, flag: string])[]>> = {
  'git push': [
    ['+*', '-f,--force'],
    [':*', '-d,--delete'],
  ],
  'git branch': [['-d -f', '-D']],
  curl: [
    ...['-d', '--data-ascii', '--data-binary', '--data-raw', '--data-urlencode', '--json', '-F', '--form-string'].map(
      (given) => [given, '-X,--request=POST'] as const,
    ),
    ['-T', '-X,--request=PUT'],
    ['-I', '-X,--request=HEAD'],
  ],
  npm: [['--location=global', '-g,--global']],
  kill: ['-KILL', '-SIGKILL', '-s=KILL', '-s=SIGKILL', '-s=9', '-n=9'].map((given) => [given, '-9'] as const),
}

export function impliedBy(
  path: readonly string[],
  words: readonly Word[],
  flags: readonly GivenFlag[],
): readonly GivenFlag[] {
  const rows = rowsOf(path[0] ?? '') ?? rowsOf(path.join(' '))
  if (rows === undefined) return NOTHING
  const met = rows.filter(([given]) => given.split(' ').every((one) => isGiven(one, words, flags)))
  return met.map(([, flag]) => ({ ...taken(flag), known: true, place: undefined }))
}

const NOTHING: readonly GivenFlag[] = []

function rowsOf(command: string): (typeof IMPLIED)[string] | undefined {
  return Object.hasOwn(IMPLIED, command) ? IMPLIED[command] : undefined
}

function isGiven(one: string, words: readonly Word[], flags: readonly GivenFlag[]): boolean {
  if (one.endsWith('*')) return words.some((word) => word?.startsWith(one.slice(0, -1)))
  const { names, value } = taken(one)
  return flags.some((flag) => flag.names.includes(names[0] ?? '') && (value === undefined || flag.value === value))
}

function taken(written: string): Pick<GivenFlag, 'names' | 'value'> {
  const [names = '', value] = written.split('=')
  return { names: names.split(','), value }
}
