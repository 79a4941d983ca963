/**
 * Part of the gate: the live grants of each session, in the form that the engine needs.
 *
 * INVARIANT: the book only remembers what the store returned. A decision that rests on a grant claims it in the store
 * first, so a grant that was revoked or used up elsewhere never counts, however old the page is. A grant counts only
 * for the session, the project and the agent it was given for.
 */

import { isOwnLayer } from '../../engine/rule.ts'
import type { Rule } from '../../engine/rule.ts'
import type { TraceStep } from '../../engine/verdict.ts'
import { readPolicyObject } from '../../policy/object.ts'
import { StoreError } from '../../store/error.ts'
import type { Grant, GrantStore } from '../../store/grant.ts'
import type { Clock } from '../clock.ts'
import { keepLatest } from '../recent.ts'

/** Whose answers these are: nothing is shared between two owners. */
export interface Owner {
  readonly session: string
  readonly project: string
  readonly agent: string | null
}

export interface Page {
  /** Answers for the session; each is one rule of one grant. */
  readonly answers: readonly Rule[]
  readonly grantOf: ReadonlyMap<Rule, Grant>
  /** Grants for one call each, identified by its digest. */
  readonly once: readonly Grant[]
  /** Grants that are written into a policy file; listed here only to count their uses. */
  readonly filed: readonly Grant[]
}

/** A rule of a file that answers are written into. */
export type OwnRule = Pick<Rule, 'behavior' | 'rule'>

/** The page as long as the store was never read. */
export const UNREAD: Page = { answers: [], grantOf: new Map(), once: [], filed: [] }

const MOST_PAGES = 500

export class GrantBook {
  readonly #grants: GrantStore
  readonly #now: Clock
  readonly #pages = new Map<string, { readonly print: string; readonly page: Page }>()
  /** The page used last: the next call usually belongs to the same session. */
  #latest: { readonly owner: Owner; readonly page: Page } | undefined
  readonly #toCount = new Map<string, number>()
  #counting: Promise<void> | undefined

  constructor(grants: GrantStore, now: Clock) {
    this.#grants = grants
    this.#now = now
  }

  /** The page as last seen. */
  async page(owner: Owner): Promise<Page> {
    return this.seen(owner) ?? this.refresh(owner)
  }

  /** The page as last seen; undefined if it was never read. */
  seen(owner: Owner): Page | undefined {
    if (this.#latest !== undefined && isSame(this.#latest.owner, owner)) return this.#latest.page
    const page = this.#pages.get(keyOf(owner))?.page
    if (page !== undefined) this.#latest = { owner, page }
    return page
  }

  /** The page as the store has it now; the same object as before if nothing changed. */
  async refresh(owner: Owner): Promise<Page> {
    const { session, project, agent } = owner
    const live = await this.#grants.live({ now: this.#now(), session, project })
    return this.#keep(
      owner,
      live.filter((grant) => grant.agent === agent),
    )
  }

  /** Uses the grant once. False if it no longer counts; then it is removed from the page, too. */
  async claim(owner: Owner, id: string): Promise<boolean> {
    const claimed = await this.#grants.claim(id, this.#now())
    if (!claimed) await this.refresh(owner)
    return claimed
  }

  /** Counts the uses of grants in a policy file: such a grant needs no claim, so this happens in the background. */
  countUses(page: Page, trace: readonly TraceStep[]): void {
    if (page.filed.length > 0) this.countRules(page, ownRules(trace))
  }

  countRules(page: Page, used: readonly OwnRule[]): void {
    for (const { id, behavior, rules: texts } of page.filed) {
      const isUsed = used.some((own) => own.behavior === behavior && texts.includes(own.rule))
      if (isUsed) this.#toCount.set(id, (this.#toCount.get(id) ?? 0) + 1)
    }
    if (this.#toCount.size > 0) this.#counting ??= this.#count()
  }

  /** Resolves when all uses have been counted. */
  async counted(): Promise<void> {
    await this.#counting
  }

  async #count(): Promise<void> {
    for (const [id, times] of this.#toCount) {
      if (times === 1) this.#toCount.delete(id)
      else this.#toCount.set(id, times - 1)
      // A use that could not be counted is not worth an error.
      await this.#grants.claim(id, this.#now()).catch(() => this.#toCount.delete(id))
    }
    this.#counting = this.#toCount.size > 0 ? this.#count() : undefined
    await this.#counting
  }

  #keep(owner: Owner, grants: readonly Grant[]): Page {
    const key = keyOf(owner)
    const print = grants.map(({ id, usesLeft, broken }) => `${id} ${usesLeft !== null} ${broken ?? ''}`).join('\n')
    const known = this.#pages.get(key)
    this.#pages.delete(key)
    const page = known?.print === print ? known.page : pageOf(grants)
    keepLatest(this.#pages, key, { print, page }, MOST_PAGES)
    this.#latest = { owner, page }
    return page
  }
}

/** The rules from a person's own files that the decision looked at. */
export function ownRules(trace: readonly TraceStep[]): OwnRule[] {
  return trace.flatMap(({ rule }) => (rule !== undefined && isOwnLayer(rule.source.layer) ? [rule] : []))
}

function isSame(one: Owner, other: Owner): boolean {
  return one.session === other.session && one.project === other.project && one.agent === other.agent
}

/** None of these contains a NUL: a call with one is refused. */
function keyOf({ session, project, agent }: Owner): string {
  return agent === null ? `${session}\0${project}` : `${session}\0${project}\0${agent}`
}

function pageOf(live: readonly Grant[]): Page {
  const grantOf = new Map<Rule, Grant>()
  const grants = live.filter(({ behavior, broken }) => behavior === 'deny' || broken === undefined)
  for (const grant of grants) if (grant.lasts === 'session') for (const rule of rulesOf(grant)) grantOf.set(rule, grant)
  return {
    answers: [...grantOf.keys()],
    grantOf,
    once: grants.filter(({ lasts }) => lasts === 'once'),
    filed: grants.filter(({ lasts }) => lasts === 'project' || lasts === 'always'),
  }
}

/**
 * No rules if the store holds one that cannot be read: then the person is asked again. If it denies something, nobody
 * knows any more what, and it throws.
 */
function rulesOf({ id, behavior, rules, until, broken }: Grant): Rule[] {
  const { problems } = readPolicyObject({ [behavior]: rules }, 'session')
  const isRead = rules.length > 0 && problems.every(({ severity }) => severity !== 'error')
  if (!isRead && behavior === 'deny')
    throw new StoreError(
      'corrupt',
      `${broken ?? `the rules of grant ${id} cannot be read`}. It denied something for this session, so nothing is allowed in it until the answer is revoked: countersign grants revoke ${id}`,
    )
  if (!isRead) return []
  const source = { layer: 'session' } as const
  return rules.map((rule) => ({ behavior, rule, source, ...(until === null ? {} : { expires: until }) }))
}
