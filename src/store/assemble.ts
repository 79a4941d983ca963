/** Part of the store: implements the port's interfaces over one opened database. */

import { approvalStore } from './approvals.ts'
import { Audit } from './audit.ts'
import type { Backend } from './backend.ts'
import { grantStore } from './grants.ts'
import type { Store } from './port.ts'
import { profileStore } from './profiles.ts'
import { Work } from './work.ts'

export function assemble(backend: Backend): Store {
  const work = new Work(backend)
  const audit = new Audit(work)
  return {
    remote: backend.remote,
    approvals: approvalStore(work),
    grants: grantStore(work),
    audit,
    profiles: profileStore(work),
    watch: (listener) => work.watch(listener),
    async close() {
      await audit.settled()
      await work.close()
    },
  }
}
