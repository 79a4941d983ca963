/** Part of the gate: from options to its parts, joined. */

import { resolve } from 'node:path'
import type { CustomTool } from '../effects/custom-tool.ts'
import { PolicyError } from '../policy/inline.ts'
import type { PolicyInput } from '../policy/inline.ts'
import type { Keeping } from '../policy/kept.ts'
import { readPolicyObject } from '../policy/object.ts'
import type { PolicyDocument } from '../policy/object.ts'
import { Approvals } from './questions/approvals.ts'
import { INBOX } from './askers/inbox.ts'
import { NOBODY } from './askers/none.ts'
import type { Asker } from './asker.ts'
import type { AuditLog } from './audit-log.ts'
import type { PassageDeps } from './passage.ts'
import { steady } from './clock.ts'
import { Decider } from './decider.ts'
import { Events } from './events.ts'
import type { GateEvent } from './events.ts'
import { attributed } from './failure.ts'
import { GrantBook } from './grants/book.ts'
import { Grants } from './grants/grants.ts'
import { ownHome } from './home.ts'
import { newId } from './new-id.ts'
import { nextTurn } from './next-turn.ts'
import { checkFolder, checkNames, checkTexts, checkTools } from './options.ts'
import { Policies } from './policies.ts'
import { Questions } from './questions/questions.ts'
import { Patience } from './silence.ts'
import type { Defaults } from './snapshot.ts'
import { openStores } from './stores.ts'
import type { StoreOptions } from './stores.ts'

export interface GateOptions extends StoreOptions {
  /** Where calls run that do not say so themselves; its project's policy counts. */
  readonly cwd: string
  /** Whose policy counts: the project's of `cwd` (`own`), or that of each call's own folder, for a gate that serves many. */
  readonly projects?: 'own' | 'called'
  readonly home?: string
  /** The agent of calls that name none. */
  readonly agent?: string
  /** Random unless said; answers for a session are shared by all who name the same. */
  readonly session?: string
  /** One or several at once, the first answer counts. The store's inbox unless said; nobody for `memory`. */
  readonly asker?: Asker | readonly Asker[]
  /** Milliseconds until a question is denied; five minutes unless said. */
  readonly timeout?: number
  /** Milliseconds after which a store or a log that does not answer counts as failed; fifteen seconds unless said. */
  readonly patience?: number
  readonly tools?: readonly CustomTool[]
  readonly mcpServers?: readonly string[]
  readonly now?: () => number
  readonly onEvent?: (event: GateEvent) => unknown
  /** What this session is told besides the policy files; a managed lock holds against it. */
  readonly policy?: PolicyInput
  /** Where readings of policy files are kept for the next process; nowhere unless said. */
  readonly keeping?: Keeping
  /** Where the managed policy lies; `/etc/countersign` unless a test says otherwise. */
  readonly managedDir?: string
}

const OPTIONS: Readonly<Record<keyof GateOptions, true>> = {
  cwd: true,
  projects: true,
  home: true,
  agent: true,
  session: true,
  asker: true,
  timeout: true,
  patience: true,
  tools: true,
  mcpServers: true,
  now: true,
  onEvent: true,
  policy: true,
  keeping: true,
  managedDir: true,
  store: true,
  late: true,
  audit: true,
}

export interface GateParts extends PassageDeps {
  readonly audit: AuditLog
  readonly approvals: Approvals
  readonly defaults: Defaults
  readonly policies: Policies
  /** What a call waits for, so that others may come along. */
  readonly gathering: () => Promise<void>
  /** Lets go of what the gate itself opened. */
  readonly release: () => Promise<void>
}

const FIVE_MINUTES = 5 * 60_000
const FIFTEEN_SECONDS = 15_000

/** Throws for options that make no sense, and when the store cannot be opened. */
export async function assemble(options: GateOptions): Promise<GateParts> {
  const cwd = folderOf(options)
  checkNames(options, OPTIONS)
  checkTools(options.tools)
  checkTexts(options, ['session', 'agent'])
  if (options.onEvent !== undefined && typeof options.onEvent !== 'function')
    throw new TypeError('onEvent must be a function')
  if (options.home !== undefined) checkFolder('home', options.home)
  const timeout = timeoutOf(options)
  const session = sessionDocuments(options)
  const askers = askersOf(options)
  const home = resolve(options.home ?? ownHome())
  const tools = options.tools ?? []
  const now = steady(options.now)
  const patience = new Patience(patienceOf(options))
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
    // Where a process ends after its call nobody else will come, and a turn of the event loop would tidy up memory first.
    gathering: options.late === true ? () => Promise.resolve() : nextTurn,
    release,
  }
}

/** Programs without types come here, too. */
function folderOf(options: Partial<GateOptions> | undefined): string {
  if (typeof options?.cwd === 'string') return resolve(options.cwd)
  throw new TypeError('cwd is missing: the folder in which calls run, and whose policy counts')
}

function timeoutOf({ timeout = FIVE_MINUTES }: GateOptions): number {
  if (!Number.isFinite(timeout) || timeout <= 0)
    throw new RangeError('timeout must be a number of milliseconds above 0')
  return Math.ceil(timeout)
}

function patienceOf({ patience = FIFTEEN_SECONDS }: GateOptions): number {
  if (!Number.isFinite(patience) || patience <= 0)
    throw new RangeError('patience must be a number of milliseconds above 0')
  return Math.ceil(patience)
}

function sessionDocuments({ policy, tools = [] }: GateOptions): PolicyDocument[] {
  if (policy === undefined) return []
  const { document, problems } = readPolicyObject(policy, 'session', { tools: new Set(tools.map(({ name }) => name)) })
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (document === undefined || errors.length > 0) throw new PolicyError(errors)
  return [document]
}

function askersOf({ asker, store }: GateOptions): readonly Asker[] {
  if (asker === undefined) return [store === 'memory' ? NOBODY : INBOX]
  const askers: readonly Asker[] = Array.isArray(asker) ? asker : [asker]
  for (const one of askers as readonly (Partial<Asker> | undefined)[])
    if (typeof one?.name !== 'string' || typeof one.ask !== 'function')
      throw new TypeError('an asker has a name and a method ask; askBy(function) makes one of a function')
  return askers
}
