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

export function storeContract(name: string, newPlace: () => Promise<Place>): void {
  describe(name, () => {
    const places = new Places(newPlace)
    afterAll(() => places.removeAll())

    describe('approvals', () => approvalContract(places))
    describe('grants', () => grantContract(places))
    describe('audit', () => auditContract(places))
    describe('profiles', () => profileContract(places))
    describe('watching', () => watchContract(places))
    describe('opening and closing', () => lifeContract(places))
    describe('several processes', () => processContract(places))
  })
}
