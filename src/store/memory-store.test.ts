/** The store in memory passes the contract of every store, but for what takes several processes. */

import { afterAll, describe } from 'vitest'
import { approvalContract } from './testing/contract-approvals.ts'
import { auditContract } from './testing/contract-audit.ts'
import { grantContract } from './testing/contract-grants.ts'
import { lifeContract } from './testing/contract-life.ts'
import { profileContract } from './testing/contract-profiles.ts'
import { watchContract } from './testing/contract-watch.ts'
import { Places } from './testing/place.ts'
import { createMemoryStore, Memory } from './memory-store.ts'

const places = new Places(async () => {
  const memory = new Memory()
  return { address: 'memory', open: async () => createMemoryStore(memory), remove: async () => undefined }
})
afterAll(() => places.removeAll())

describe('approvals', () => approvalContract(places))
describe('grants', () => grantContract(places))
describe('audit', () => auditContract(places))
describe('profiles', () => profileContract(places))
describe('watching', () => watchContract(places))
describe('opening and closing', () => lifeContract(places))
