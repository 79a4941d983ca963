/** Part of the commands that manage: opens the gate's memory while they work. */

import { servesElsewhere } from '../../adapters/remote-discovery.ts'
import type { Management } from '../../gate/management.ts'
import { userName } from '../../gate/user-name.ts'
import { BadUse } from '../bad-use.ts'
import type { Invocation } from '../command.ts'
import { homeFolder } from '../home.ts'
import { print } from '../output.ts'

const ELSEWHERE = 'your server keeps what agents ask in another store: to look there, say --store as it was told'

/** Opens the store, does the work, and closes the store, whatever happened. */
export async function managing<T>(
  { values }: Invocation,
  work: (management: Management) => Promise<T>,
  existing = false,
): Promise<T> {
  const { openManagement } = await import('../../gate/management.ts')
  const management = await openManagement({ home: homeFolder(), store: values.get('store'), existing, by: whoAmI() })
  try {
    return await work(management)
  } finally {
    await management.close()
  }
}

/** For commands that only look: if the store's name was mistyped, an empty store would be created and look fine. */
export function lookingAt<T>(invocation: Invocation, work: (management: Management) => Promise<T>): Promise<T> {
  if (invocation.values.get('store') === undefined && servesElsewhere(homeFolder()))
    print((page) => page.line(['note', 'yellow'], ` ${ELSEWHERE}`), 'stderr')
  return managing(invocation, work, true)
}

export function whoAmI(): string {
  return `${userName()} at the command line`
}

const SHORTEST = 6

/** By its id, or by the id's beginning or end if only one fits: ids made in the same hour begin alike. */
export function chosenOf<T extends { readonly id: string }>(
  all: readonly T[],
  given: string,
  what: string,
  hint: string,
): T {
  const exact = all.find(({ id }) => id === given)
  if (exact !== undefined) return exact
  const near = all.filter(({ id }) => id.startsWith(given) || id.endsWith(given))
  const [only, second] = near
  if (only === undefined) throw new BadUse(`there is no ${what} ${given}`, hint)
  if (given.length < SHORTEST)
    throw new BadUse(`${given} is too short: write at least ${SHORTEST} letters of the id`, hint)
  if (second !== undefined) throw new BadUse(`${near.length} ${what}s are called like ${given}; write more of the id`)
  return only
}
