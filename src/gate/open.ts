/** Part of the gate: makes its parts from the options and joins them. */

import { Approvals } from './questions/approvals.ts'
import type { AuditLog } from './audit-log.ts'
import type { PassageDeps } from './passage.ts'
import { steady } from './clock.ts'
import { Decider } from './decider.ts'
import { Events } from './events.ts'
import { attributed } from './failure.ts'
import { GrantBook } from './grants/book.ts'
import { Grants } from './grants/grants.ts'
import { newId } from './new-id.ts'
import { nextTurn } from './next-turn.ts'
import { soundOptions } from './gate-options.ts'
import type { GateOptions } from './gate-options.ts'
import { Policies } from './policies.ts'
import { Questions } from './questions/questions.ts'
import { Patience } from './silence.ts'
import type { Defaults } from './snapshot.ts'
import { openStores } from './stores.ts'

export interface GateParts extends PassageDeps {
  readonly audit: AuditLog
  readonly approvals: Approvals
  readonly defaults: Defaults
  readonly policies: Policies
  /** A call waits for this, so that other calls can join it. */
  readonly gathering: () => Promise<void>
  /** Closes what the gate itself opened. */
  readonly release: () => Promise<void>
}

/** Throws for options that make no sense, and if the store cannot be opened. */
export async function assemble(options: GateOptions): Promise<GateParts> {
  const { cwd, home, tools, askers, session, timeout, patience: longest } = soundOptions(options)
  const now = steady(options.now)
  const patience = new Patience(longest)
  const opened = await openStores(options, home, now)
  const store = {
    approvals: attributed('store', opened.store.approvals, patience),
    grants: attributed('store', opened.store.grants, patience),
    watch: opened.store.watch.bind(opened.store),
  }
  const audit = attributed('audit', opened.audit, patience)
  const events = new Events(options.onEvent)
  const policies = new Policies({
    projects: options.projects ?? 'own',
    cwd,
    home,
    managedDir: options.managedDir,
    session,
    tools: new Set(tools.map(({ name }) => name)),
    keeping: options.keeping,
  })
  const book = new GrantBook(store.grants, now)
  const decider = new Decider(policies, book, {
    cwd,
    home,
    tools,
    mcpServers: options.mcpServers,
    now,
    isUnread: opened.isUnread,
  })
  const grants = new Grants({ grants: store.grants, audit, home, now, remote: opened.store.remote })
  const asksHere = (id: string): boolean => questions.has(id)
  const approvals = new Approvals({ store, audit, grants, now, asksHere })
  const looks = () => {
    const look = policies.looks()
    return (at = cwd) => look(at)
  }
  const questions = new Questions({ store, approvals, askers, events, now, looks })
  const defaults = { cwd, session: options.session ?? newId(), agent: options.agent }
  if (opened.isUnread === undefined) await store.approvals.expire(now())
  const release = () => patience.guard(opened.release())
  return {
    decider,
    book,
    grants,
    questions,
    events,
    now,
    timeout,
    newId,
    audit,
    approvals,
    defaults,
    policies,
    // A process that ends after one call need not wait for other calls. Waiting for a turn of the event loop could also
    // let Node collect garbage first.
    gathering: options.late === true ? () => Promise.resolve() : nextTurn,
    release,
  }
}
