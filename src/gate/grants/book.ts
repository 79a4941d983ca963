/**
 * Part of the gate: the live grants of each session, as the engine wants them.
 *
 * INVARIANT: the book only remembers what the store said. Whatever rests on a grant claims it in the store first, so a grant
 * that was revoked or used up elsewhere never counts, however old the page. A grant counts only for the session, the project
 * and the agent it was given for.
 */

import { isOwnLayer } from '../../engine/rule.ts'
import type { Rule } from '../../engine/rule.ts'
import type { TraceStep } from '../../engine/verdict.ts'
import { readPolicyObject } from '../../policy/object.ts'
import type { Grant, GrantStore } from '../../store/grant.ts'
import type { Clock } from '../clock.ts'
import { keepLatest } from '../recent.ts'

/** Whose answers: nothing is shared between two of these. */
export interface Owner {
  readonly session: string
  readonly project: string
  readonly agent: string | null
}

export interface Page {
  /** Answers for the session; each is one rule of one grant. */
  readonly answers: readonly Rule[]
  readonly grantOf: ReadonlyMap<Rule, Grant>
  /** Bound to one call each, by its digest. */
  readonly once: readonly Grant[]
  /** Written into a policy file; here only so that their uses are counted. */
  readonly filed: readonly Grant[]
}

/** A rule of a file that answers are written into. */
export type OwnRule = Pick<Rule, 'behavior' | 'rule'>

/** While the store was never read. */
export const UNREAD: Page = { answers: [], grantOf: new Map(), once: [], filed: [] }

const MOST_PAGES = 500

export class GrantBook {
  readonly #grants: GrantStore
  readonly #now: Clock
  readonly #pages = new Map<string, { readonly print: string; readonly page: Page }>()
  /** The last of them: mostly the next call is of the same session. */
  #latest: { readonly owner: Owner; readonly page: Page } | undefined
  readonly #toCount = new Map<string, number>()
  #counting: Promise<void> | undefined

  constructor(grants: GrantStore, now: Clock) {
    this.#grants = grants
    this.#now = now
  }

  /** As last seen. */
  async page(owner: Owner): Promise<Page> {
    return this.seen(owner) ?? this.refresh(owner)
  }

  /** As last seen; undefined when it never was. */
  seen(owner: Owner): Page | undefined {
    if (this.#latest !== undefined && isSame(this.#latest.owner, owner)) return this.#latest.page
    const page = this.#pages.get(keyOf(owner))?.page
    if (page !== undefined) this.#latest = { owner, page }
    return page
  }

  /** As the store has it now; the same object as before when nothing changed. */
  async refresh(owner: Owner): Promise<Page> {
    const { session, project, agent } = owner
    const live = await this.#grants.live({ now: this.#now(), session, project })
    return this.#keep(
      owner,
      live.filter((grant) => grant.agent === agent),
    )
  }

  /** Takes one use. False when the grant no longer counts; then it is off the page, too. */
  async claim(owner: Owner, id: string): Promise<boolean> {
    const claimed = await this.#grants.claim(id, this.#now())
    if (!claimed) await this.refresh(owner)
    return claimed
  }

  /** Counts the uses of what stands in a policy file: such a grant needs no claim, so this is done by the way. */
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

  /** When all uses have been counted. */
  async counted(): Promise<void> {
    await this.#counting
  }

  async #count(): Promise<void> {
    for (const [id, times] of this.#toCount) {
      if (times === 1) this.#toCount.delete(id)
      else this.#toCount.set(id, times - 1)
      // A use that could not be counted is no reason to bother anybody.
      await this.#grants.claim(id, this.#now()).catch(() => this.#toCount.delete(id))
    }
    this.#counting = this.#toCount.size > 0 ? this.#count() : undefined
    await this.#counting
  }

  #keep(owner: Owner, grants: readonly Grant[]): Page {
    const key = keyOf(owner)
    const print = grants.map(({ id, usesLeft }) => `${id} ${usesLeft !== null}`).join('\n')
    const known = this.#pages.get(key)
    this.#pages.delete(key)
    const page = known?.print === print ? known.page : pageOf(grants)
    keepLatest(this.#pages, key, { print, page }, MOST_PAGES)
    this.#latest = { owner, page }
    return page
  }
}

/** The rules of a person's own files that were looked at. */
export function ownRules(trace: readonly TraceStep[]): OwnRule[] {
  return trace.flatMap(({ rule }) => (rule !== undefined && isOwnLayer(rule.source.layer) ? [rule] : []))
}

function isSame(one: Owner, other: Owner): boolean {
  return one.session === other.session && one.project === other.project && one.agent === other.agent
}

/** None of these holds a NUL: a call that would is refused. */
function keyOf({ session, project, agent }: Owner): string {
  return agent === null ? `${session}\0${project}` : `${session}\0${project}\0${agent}`
}

function pageOf(grants: readonly Grant[]): Page {
  const grantOf = new Map<Rule, Grant>()
  for (const grant of grants) if (grant.lasts === 'session') for (const rule of rulesOf(grant)) grantOf.set(rule, grant)
  return {
    answers: [...grantOf.keys()],
    grantOf,
    once: grants.filter(({ lasts }) => lasts === 'once'),
    filed: grants.filter(({ lasts }) => lasts === 'project' || lasts === 'always'),
  }
}

/** None when the store holds something that is no rule: then the person is asked again. */
function rulesOf({ behavior, rules, until }: Grant): Rule[] {
  const { problems } = readPolicyObject({ [behavior]: rules }, 'session')
  if (problems.some(({ severity }) => severity === 'error')) return []
  const source = { layer: 'session' } as const
  return rules.map((rule) => ({ behavior, rule, source, ...(until === null ? {} : { expires: until }) }))
}
