/** `countersign grants`: lists the answers that are remembered, and revokes them. */

import { stateOfGrant } from '../../gate/grants/state.ts'
import { BadUse } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { print, printJson } from '../output.ts'
import { drawGrants } from '../render/grants.ts'
import { verbOf } from '../verbs.ts'
import { chosenOf, lookingAt, whoAmI } from './managing.ts'

const VERBS = { list: { takes: ['all'] }, revoke: { needs: ['the id of a grant'] } }

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
    const { id } = chosenOf(await grants.list(), given, 'grant', '`countersign grants` lists them.')
    const revoked = await grants.revoke(id, whoAmI())
    if (!revoked.ok) throw new BadUse(revoked.why)
    const { note } = revoked
    if (invocation.on.has('json')) printJson({ revoked: id, ...(note === undefined ? {} : { note }) })
    else if (note === undefined)
      print((page) => page.line([id, 'bold'], ' is revoked: what it covered is asked about again.'))
    else print((page) => page.line([id, 'bold'], ` is revoked, but ${note}`))
    return EXIT.ok
  })
}
