/** Part of what the command line prints: grants, each with its age, its uses and where it came from. */

import { stateOfGrant } from '../../gate/grants/state.ts'
import type { Grant } from '../../gate/management.ts'
import { ageOf } from './age.ts'
import { counted } from './counted.ts'
import type { Page } from './page.ts'
import { COLOUR } from './verdict.ts'

export function drawGrants(page: Page, grants: readonly Grant[], now: number): void {
  if (grants.length === 0) page.line('No answer is remembered.')
  for (const grant of grants) {
    const { id, behavior, rules, digest, grantedAt, grantedBy, useCount, usedAt, broken } = grant
    const state = stateOfGrant(grant, now)
    const what = rules.length > 0 ? rules.join('  +  ') : `exactly one call (${(digest ?? '').slice(0, 12)})`
    page.line([behavior.padEnd(5), 'bold', COLOUR[behavior]], ` ${what}`, [state === 'live' ? '' : `  ${state}`, 'dim'])
    const often = useCount === 1 ? 'once,' : `${useCount} times, last`
    if (broken !== undefined) page.line('      ', [broken, 'red'], '; it allows nothing, and can be revoked')
    const used = usedAt === null ? 'never used' : `used ${often} ${ageOf(usedAt, now)}`
    page.line(`      ${scopeOf(grant, now)}; ${used}`)
    page.line([`      by ${grantedBy}, ${ageOf(grantedAt, now)}; ${id}`, 'dim'])
  }
}

function scopeOf({ lasts, session, project, agent, until, usesLeft }: Grant, now: number): string {
  const parts: string[] = [lasts]
  if (lasts === 'session' && session !== null) parts.push(`in session ${session}`)
  if (project !== null) parts.push(`in ${project}`)
  if (agent !== null) parts.push(`for ${agent}`)
  if (until !== null) parts.push(`until ${new Date(until).toISOString()} (${ageOf(until, now)})`)
  if (usesLeft !== null) parts.push(`${counted(usesLeft, 'use')} left`)
  return parts.join(', ')
}
