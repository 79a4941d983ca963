/** The contract of the store: every implementation passes this suite. */

import { afterAll, describe } from 'vitest'
import { approvalContract } from './testing/contract-approvals.ts'
import { auditContract } from './testing/contract-audit.ts'
import { grantContract } from './testing/contract-grants.ts'
import { lifeContract } from './testing/contract-life.ts'
import { processContract } from './testing/contract-processes.ts'
import { profileContract } from './testing/contract-profiles.ts'
import { watchContract } from './testing/contract-watch.ts'
import { Places, type Place } from './testing/place.ts'

const TOPICS: readonly (readonly [topic: string, contract: (places: Places) => void])[] = [
  ['approvals', approvalContract],
  ['grants', grantContract],
  ['audit', auditContract],
  ['profiles', profileContract],
  ['watching', watchContract],
  ['opening and closing', lifeContract],
  ['several processes', processContract],
]

export function storeContract(name: string, newPlace: () => Promise<Place>): void {
  describe(name, () => {
    describe.each(TOPICS)('%s', (_, contract) => {
      // Closed after each topic, because a server has a limited number of connections.
      const places = new Places(newPlace)
      afterAll(() => places.removeAll())
      contract(places)
    })
  })
}
