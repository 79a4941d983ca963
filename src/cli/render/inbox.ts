/** Part of what the command line prints: the questions that wait, in a few lines each. */

import type { Approval } from '../../gate/management.ts'
import { visibleJson } from '../../gate/visible.ts'
import { ageOf } from './age.ts'
import type { Page } from './page.ts'

export function drawPending(page: Page, pending: readonly Approval[], now: number): void {
  if (pending.length === 0) page.line('Nothing waits for an answer.')
  for (const { id, agent, call, project, session, shown, askedAt, expiresAt, broken } of pending) {
    page.gap()
    if (broken !== undefined) page.line([broken, 'red'], '; it can only be denied, or expires')
    else page.line([agent ?? 'an agent', 'bold'], ` ${call.tool} `, visibleJson(call.input))
    page.line('  ', [typeof shown['reason'] === 'string' ? shown['reason'] : '', 'yellow'])
    drawOffers(page, shown['suggestions'])
    page.line([
      `  in ${project}, session ${session}; asked ${ageOf(askedAt, now)}, denied ${ageOf(expiresAt, now)}`,
      'dim',
    ])
    page.line([`  ${id}`, 'cyan'])
  }
}

/** With the number by which each rule can be chosen. */
function drawOffers(page: Page, offers: unknown): void {
  if (!Array.isArray(offers)) return
  offers.forEach((offer: { rules?: unknown; lasts?: unknown }, at) => {
    const { rules, lasts } = offer ?? {}
    if (!Array.isArray(rules) || !Array.isArray(lasts)) return
    page.line([`  ${at + 1}  ${rules.join('  +  ')}   (${lasts.join(', ')})`, 'dim'])
  })
}
