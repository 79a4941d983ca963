/** `countersign grants`: the answers that are remembered, and taking them back. */

import { stateOfGrant } from '../../gate/grant-state.ts'
import type { Grant } from '../../gate/management.ts'
import { BadUse } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { print, printJson } from '../output.ts'
import { drawGrants } from '../render/grants.ts'
import { lookingAt, verbOf, whoAmI } from './managing.ts'

const VERBS = { list: [], revoke: ['the id of a grant'] } as const

export function run(invocation: Invocation): Promise<number> {
  const { verb, rest } = verbOf(invocation, VERBS)
  return verb === 'list' ? list(invocation) : revoke(invocation, rest[0] ?? '')
}

function list(invocation: Invocation): Promise<number> {
  return lookingAt(invocation, async ({ grants }) => {
    const now = Date.now()
    const all = await grants.list()
    const shown = invocation.on.has('all') ? all : all.filter((grant) => stateOfGrant(grant, now) === 'live')
    if (invocation.on.has('json'))
      printJson({ grants: shown.map((grant) => ({ ...grant, state: stateOfGrant(grant, now) })) })
    else print((page) => drawGrants(page, shown, now))
    return EXIT.ok
  })
}

function revoke(invocation: Invocation, given: string): Promise<number> {
  return lookingAt(invocation, async ({ grants }) => {
    const { id } = chosen(await grants.list(), given)
    const revoked = await grants.revoke(id, whoAmI())
    if (!revoked.ok) throw new BadUse(revoked.why)
    if (invocation.on.has('json')) printJson({ revoked: id })
    else print((page) => page.line([id, 'bold'], ' is revoked: what it covered is asked about again.'))
    return EXIT.ok
  })
}

const SHORTEST = 6

/** By its id, or by how that begins or ends when only one does: ids made in one hour begin alike. */
function chosen(grants: readonly Grant[], given: string): Grant {
  const exact = grants.find(({ id }) => id === given)
  if (exact !== undefined) return exact
  const near = given.length < SHORTEST ? [] : grants.filter(({ id }) => id.startsWith(given) || id.endsWith(given))
  const [only, second] = near
  if (only === undefined) throw new BadUse(`there is no grant ${given}`, '`countersign grants` lists them.')
  if (second !== undefined) throw new BadUse(`${near.length} grants are called like ${given}; write more of the id`)
  return only
}
