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

interface Row {
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
  const [program = '', sub] = path
  const found = rowsOf(program) ?? (sub === undefined ? undefined : rowsOf(`${program} ${sub}`))
  if (found === undefined) return NOTHING
  const met = found.filter(({ given }) => given.every((one) => isGiven(one, words, flags)))
  return met.map(({ flag }) => flag)
}

const NOTHING: readonly GivenFlag[] = []

/** Made ready when first met. */
function rowsOf(command: string): readonly Row[] | undefined {
  if (!Object.hasOwn(IMPLIED, command)) return undefined
  let known = rows.get(command)
  if (known === undefined) {
    known = (IMPLIED[command] ?? []).map(([given, flag]) => ({
      given: given.split(' ').map((one) => (one.endsWith('*') ? one.slice(0, -1) : named(one))),
      flag: { ...named(flag), known: true, place: undefined },
    }))
    rows.set(command, known)
  }
  return known
}

/** A text is what a word begins with. */
function isGiven(one: string | Named, words: readonly Word[], flags: readonly GivenFlag[]): boolean {
  if (typeof one === 'string') return words.some((word) => word?.startsWith(one))
  const [name = ''] = one.names
  return flags.some((flag) => flag.names.includes(name) && (one.value === undefined || flag.value === one.value))
}

function named(written: string): Named {
  const [names = '', value] = written.split('=')
  return { names: names.split(','), value }
}
