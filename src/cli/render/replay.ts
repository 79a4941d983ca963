/** Part of what the command line prints: how the recorded calls would be decided. */

import type { Replayed } from '../../gate/hindsight/replay.ts'
import { ageOf } from './age.ts'
import { counted } from './counted.ts'
import type { Page } from './page.ts'
import { COLOUR } from './verdict.ts'

export function drawReplay(page: Page, { looked, totals, changes }: Replayed): void {
  if (looked === 0) {
    page.line('No call is on record.')
    return
  }
  for (const { seq, at, agent, project, text, before, after, reason } of changes) {
    page.line([before, COLOUR[before]], ' → ', [after.padEnd(5), 'bold', COLOUR[after]], ` ${text}`)
    page.line(`      ${reason}`)
    page.line([
      `      record ${seq}, ${ageOf(at, Date.now())}, ${agent ?? 'an agent'} in ${project ?? 'no project'}`,
      'dim',
    ])
  }
  const moved = totals.filter(({ before, after }) => before !== after)
  const calls = moved.reduce((sum, total) => sum + total.calls, 0)
  page
    .gap()
    .line(`${counted(looked, 'call')} on record; ${calls} would be decided otherwise than by the policy in force now.`)
  for (const { before, after, calls: count } of moved) page.line(`  ${before} → ${after}  ${count}`)
}
