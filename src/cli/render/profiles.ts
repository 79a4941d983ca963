/** Part of what the command line prints: profiles, and what taking one up changes. */

import type { Rule } from '../../engine/rule.ts'
import type { ProfileChanges, Profiles } from '../../gate/profiles/profiles.ts'
import { ageOf } from './age.ts'
import { counted } from './counted.ts'
import type { Page } from './page.ts'
import { ruleJson } from './rules.ts'

export function drawProfiles(page: Page, profiles: Awaited<ReturnType<Profiles['list']>>, now: number): void {
  if (profiles.length === 0) page.line('No profile is kept.')
  for (const { name, savedAt } of profiles) page.line(name, [`  saved ${ageOf(savedAt, now)}`, 'dim'])
}

export function drawChanges(page: Page, changes: ProfileChanges, done: boolean): void {
  const { mode, addRules, removeRules, addGrants, revokeGrants } = changes
  if (mode !== undefined) page.line(['~', 'yellow'], ` mode ${mode.from ?? 'unset'} -> ${mode.to ?? 'unset'}`)
  for (const rule of addRules) page.line(['+', 'green'], ` ${ruleText(rule)}`)
  for (const rule of removeRules) page.line(['-', 'red'], ` ${ruleText(rule)}`)
  for (const { behavior, rules } of addGrants) page.line(['+', 'green'], ` grant: ${behavior} ${rules.join('  +  ')}`)
  for (const { behavior, rules } of revokeGrants) page.line(['-', 'red'], ` grant: ${behavior} ${rules.join('  +  ')}`)
  const count = addRules.length + removeRules.length + addGrants.length + revokeGrants.length + (mode ? 1 : 0)
  if (count === 0) page.line('It is in force already: nothing to change.')
  else {
    const changed = counted(count, 'change')
    page.gap().line(done ? `${changed} made.` : `${changed} to make; nothing was changed.`)
  }
}

export function changesJson({ mode, addRules, removeRules, addGrants, revokeGrants }: ProfileChanges): object {
  return {
    mode: mode === undefined ? null : { from: mode.from ?? null, to: mode.to ?? null },
    addRules: addRules.map(ruleJson),
    removeRules: removeRules.map(ruleJson),
    addGrants,
    revokeGrants: revokeGrants.map(({ id, behavior, rules }) => ({ id, behavior, rules })),
  }
}

function ruleText({ behavior, rule, except, where, agents, expires }: Rule): string {
  const until = expires === undefined ? {} : { expires: new Date(expires).toISOString() }
  const more = { ...(except && { except }), ...(where && { where }), ...(agents && { agents }), ...until }
  return `${behavior} ${rule}${Object.keys(more).length === 0 ? '' : ` ${JSON.stringify(more)}`}`
}
