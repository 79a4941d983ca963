/** Part of the command line: which verb a command was given, and whether every option goes with that verb. */

import { BadUse, meant } from './bad-use.ts'
import type { Invocation } from './command.ts'

export interface Verb {
  /** The arguments it requires. */
  readonly needs?: readonly string[]
  /** The options that go with it, besides those that go with every verb of its command. */
  readonly takes?: readonly string[]
}

export type Verbs<V extends string> = Readonly<Record<V, Verb>>

export interface Said<V extends string> {
  readonly verb: V
  readonly rest: readonly string[]
}

/** The first argument is the verb; without arguments, the first verb of the table. */
export function verbOf<V extends string>(invocation: Invocation, verbs: Verbs<V>): Said<V> {
  const names = Object.keys(verbs) as V[]
  const [given = names[0] ?? '', ...rest] = invocation.args
  const verb = names.find((name) => name === given)
  if (verb === undefined) throw new BadUse(`${given} is none of ${names.join(', ')}`, meant(given, names))
  const { needs = [], takes = [] } = verbs[verb]
  if (rest.length !== needs.length)
    throw new BadUse(needs.length === 0 ? `${verb} takes no arguments` : `${verb} needs ${needs.join(' and ')}`)
  refuseOthers(invocation, takes, verb, (option) => {
    const owners = names.filter((name) => verbs[name].takes?.includes(option))
    return owners.length === 0 ? undefined : `It belongs to ${owners.join(', ')}.`
  })
  return { verb, rest }
}

const EVERYWHERE = ['json', 'store']

/** An option that is silently ignored would look as if it had been obeyed, so it is refused. */
export function refuseOthers(
  { on, values }: Invocation,
  takes: readonly string[],
  what: string,
  hint: (option: string) => string | undefined = () => undefined,
): void {
  const known = new Set([...EVERYWHERE, ...takes])
  const other = [...values.keys(), ...on].find((name) => !known.has(name))
  if (other !== undefined) throw new BadUse(`--${other} does not go with ${what}`, hint(other))
}
