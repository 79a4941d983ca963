/**
 * Profiles (seed 001, phase 3): named sets of rules, grants and mode, which can be stored, shared and taken up again.
 *
 * INVARIANT: taking up a profile changes everything it says or nothing. A profile belongs to the user's own layer:
 * managed rules rank above it, a project's rules apply beside it.
 */

import { existsSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { uuidv7 } from 'uuidv7'
import type { Mode } from '../../engine/mode.ts'
import type { Rule } from '../../engine/rule.ts'
import { messageOf } from '../../engine/thrown.ts'
import { makeFolder } from '../../policy/make-folder.ts'
import { holdingLock } from '../../policy/file-lock.ts'
import { readText, replaceText } from '../../policy/replace-file.ts'
import { layerFile } from '../../policy/root.ts'
import type { Grant, NewGrant } from '../../store/grant.ts'
import type { Profile, Store } from '../../store/port.ts'
import type { AuditLog } from '../audit-log.ts'
import { nameProblem, readProfile, writeProfile } from './file.ts'
import type { ProfileContent, ProfileGrant, ReadProfile } from './file.ts'
import { editedText, essenceOf, readUserPolicy } from './policy.ts'

export interface ProfileDeps {
  readonly store: Pick<Store, 'profiles' | 'grants'>
  readonly audit: AuditLog
  readonly home: string
  readonly now: () => number
  /** The name of the person at work, for the record. */
  readonly by: string
}

/** `merge` adds what is missing; `replace` also removes what the profile does not contain. */
export type TakingUp = 'merge' | 'replace'

export interface ProfileChanges {
  readonly mode: { readonly from: Mode | undefined; readonly to: Mode | undefined } | undefined
  readonly addRules: readonly Rule[]
  readonly removeRules: readonly Rule[]
  readonly addGrants: readonly ProfileGrant[]
  readonly revokeGrants: readonly Grant[]
}

class ProfileError extends Error {
  override readonly name = 'ProfileError'
}

export class Profiles {
  readonly #deps: ProfileDeps

  constructor(deps: ProfileDeps) {
    this.#deps = deps
  }

  list(): Promise<readonly Profile[]> {
    return this.#deps.store.profiles.list()
  }

  /** A stored profile, validated again, because another version may have written it. */
  async get(name: string): Promise<ReadProfile | undefined> {
    const kept = await this.#deps.store.profiles.get(name)
    return kept === undefined ? undefined : readProfile(kept.body, `profile ${name}`)
  }

  /** Stores what is in force for the user now under a name. */
  async capture(name: string): Promise<ProfileContent> {
    const profile = await this.present(name)
    await this.keep(profile)
    return profile
  }

  /** What is in force for the user now. */
  async present(name: string): Promise<ProfileContent> {
    const wrong = nameProblem(name)
    if (wrong !== undefined) throw new ProfileError(wrong)
    const { document } = this.#userPolicy()
    // Removing the rule from the file also revoked the answer, although the store does not know.
    const stands = new Set(document.rules.map(essenceOf))
    const grants = (await this.#standing())
      .map(contentOf)
      .filter((grant) => rulesOf(grant).every((rule) => stands.has(essenceOf(rule))))
    return { name, mode: document.mode?.value, rules: document.rules, grants }
  }

  async keep(profile: ProfileContent): Promise<void> {
    const { store, audit, now, by } = this.#deps
    await store.profiles.save({ name: profile.name, body: writeProfile(profile), savedAt: now() })
    await audit.append({ kind: 'profile', session: null, body: { saved: profile.name, by } })
  }

  async remove(name: string): Promise<boolean> {
    const { store, audit, by } = this.#deps
    const removed = await store.profiles.remove(name)
    if (removed) await audit.append({ kind: 'profile', session: null, body: { removed: name, by } })
    return removed
  }

  /** What taking up the profile would change. */
  async preview(profile: ProfileContent, how: TakingUp): Promise<ProfileChanges> {
    const { document } = this.#userPolicy()
    const standing = await this.#standing()
    const wanted = unique([...profile.rules, ...profile.grants.flatMap(rulesOf)])
    const has = new Set(document.rules.map(essenceOf))
    const wants = new Set(wanted.map(essenceOf))
    const held = new Set(standing.map((grant) => keyOf(contentOf(grant))))
    const granted = new Set(profile.grants.map(keyOf))
    const replaces = how === 'replace'
    const from = document.mode?.value
    const to = profile.mode ?? (replaces ? undefined : from)
    return {
      mode: from === to ? undefined : { from, to },
      addRules: wanted.filter((rule) => !has.has(essenceOf(rule))),
      removeRules: replaces ? document.rules.filter((rule) => !wants.has(essenceOf(rule))) : [],
      addGrants: profile.grants.filter((grant) => !held.has(keyOf(grant))),
      revokeGrants: replaces ? standing.filter((grant) => !granted.has(keyOf(contentOf(grant)))) : [],
    }
  }

  /** Throws if it cannot be done; then everything is as before. */
  async takeUp(profile: ProfileContent, how: TakingUp): Promise<ProfileChanges> {
    const { store, audit, now, by } = this.#deps
    const changes = await this.preview(profile, how)
    const body = { takenUp: profile.name, how, by, changes: recorded(changes) }
    const added: string[] = []
    try {
      await audit.append({ kind: 'profile', session: null, body })
      for (const grant of changes.addGrants) {
        const given = newGrant(grant, now(), `profile ${profile.name}`)
        await store.grants.add(given)
        added.push(given.id)
      }
      await this.#write(changes)
    } catch (error) {
      for (const id of added) await store.grants.revoke(id, now())
      throw new ProfileError(`nothing was changed: ${messageOf(error)}`)
    }
    // Their rules are gone from the file already; the rows in the store now only document that they existed.
    for (const { id } of changes.revokeGrants) await store.grants.revoke(id, now())
    return changes
  }

  #userPolicy() {
    const file = layerFile('user', { root: this.#deps.home, home: this.#deps.home })
    const text = readText(file)
    return { file, text, document: readUserPolicy(text, file) }
  }

  /** The answers that hold for the user everywhere. */
  async #standing(): Promise<readonly Grant[]> {
    const live = await this.#deps.store.grants.live({ now: this.#deps.now() })
    return live.filter(
      ({ lasts, session, project, broken }) =>
        lasts === 'always' && session === null && project === null && broken === undefined,
    )
  }

  async #write({ mode, addRules, removeRules }: ProfileChanges): Promise<void> {
    if (mode === undefined && addRules.length === 0 && removeRules.length === 0) return
    const { file } = this.#userPolicy()
    makeFolder(dirname(file), 0o700)
    const target = existsSync(file) ? realpathSync(file) : file
    await holdingLock(target, async () => {
      const text = readText(target)
      const edit = { add: addRules, remove: removeRules, mode: mode === undefined ? undefined : (mode.to ?? null) }
      if (!replaceText(target, text, editedText(text, file, edit)))
        throw new Error(`${file} was changed by somebody else meanwhile`)
    })
  }
}

function contentOf({ behavior, rules, agent, until }: Grant): ProfileGrant {
  return { behavior: behavior, rules, agent, until }
}

function keyOf({ behavior, rules, agent, until }: ProfileGrant): string {
  return JSON.stringify([behavior, rules, agent, until])
}

/**
 * A lasting answer counts as rules in the user's file; the grant tells where they came from and how often they were
 * used.
 */
function rulesOf({ behavior, rules, agent, until }: ProfileGrant): Rule[] {
  return rules.map((rule) => ({
    behavior,
    rule: rule.trim(),
    ...(agent === null ? {} : { agents: [agent] }),
    ...(until === null ? {} : { expires: until }),
    source: { layer: 'user' },
  }))
}

function newGrant({ behavior, rules, agent, until }: ProfileGrant, now: number, grantedBy: string): NewGrant {
  return {
    id: uuidv7(),
    behavior,
    lasts: 'always',
    rules,
    digest: null,
    session: null,
    project: null,
    agent,
    grantedAt: now,
    grantedBy,
    approval: null,
    until,
    usesLeft: null,
  }
}

function unique(rules: readonly Rule[]): Rule[] {
  return [...new Map(rules.map((rule) => [essenceOf(rule), rule])).values()]
}

function recorded({ mode, addRules, removeRules, addGrants, revokeGrants }: ProfileChanges) {
  const texts = (rules: readonly Rule[]) => rules.map(({ behavior, rule }) => `${behavior} ${rule}`)
  return {
    mode: mode ?? null,
    addRules: texts(addRules),
    removeRules: texts(removeRules),
    addGrants,
    revokeGrants: revokeGrants.map(({ id }) => id),
  }
}
